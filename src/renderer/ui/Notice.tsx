import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

type Props = {
  readonly tone: 'info' | 'warn' | 'bad';
  /** `alert` for an error that just happened; `status` for something to do. */
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
};

export function Notice({ tone, role, children }: Props) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className={classes.body}>{children}</div>
    </div>
  );
}
