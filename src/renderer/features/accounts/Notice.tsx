import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Words } from './account-words.ts';
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

/** A change that needs no approval is saved sooner than this. The hint must not flash. */
const SHOWN_AFTER_MS = 400;

/** Points to the window in which main may be asking for approval. Render it while a change is being saved. */
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
