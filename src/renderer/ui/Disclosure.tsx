import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './Disclosure.module.css';

type Props = {
  readonly label: string;
  /** The subject, for screen readers, if there are several of these. */
  readonly of?: string;
  readonly startsOpen?: boolean;
  /** Stays open while its contents need attention. */
  readonly isNeeded?: boolean;
  readonly children: ReactNode;
};

export function Disclosure({ label, of, startsOpen = false, isNeeded = false, children }: Props) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      className={classes.disclosure}
      open={open || isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary aria-label={of === undefined ? undefined : `${label} of ${of}`}>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        {label}
      </summary>
      <div className={classes.contents}>{children}</div>
    </details>
  );
}
