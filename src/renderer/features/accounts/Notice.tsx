import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Words } from './account-words.ts';
import classes from './Notice.module.css';

type Props = {
  readonly tone: 'info' | 'warn' | 'bad';
  /** `alert` for what went wrong just now; `status` for what is to be done now. */
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

/** What is saved without a question is saved sooner: it must not flash. */
const SHOWN_AFTER_MS = 400;

/** Where to look while main may be asking, in a window of its own. To be shown while a change is being saved. */
export function ConfirmHint() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <Notice tone="info" role="status">
      Confirm it in the separate window.
    </Notice>
  );
}

export function Hint({ words }: { readonly words: Words }) {
  return (
    <span className={classes.hint} data-tone={words.tone}>
      {words.tone !== 'plain' && <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />}
      <bdi>{words.text}</bdi>
    </span>
  );
}
