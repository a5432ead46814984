import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';

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
      Please confirm it in the small window.
    </Notice>
  );
}
