import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from '../../ui/Notice.module.css';
import { Notice } from '../../ui/Notice.tsx';
import type { Words } from './account-words.ts';

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
