import { useEffect, useState } from 'react';
import { windowApi } from '../data/window-api.ts';
import { showNotes } from './show-notes.ts';

const SAYS_COPIED_MS = 1_600;

/** Copies text through main. `copied` is true for a moment after it worked. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAYS_COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = (text: string): void => {
    void windowApi()
      .call('app.copyText', { text })
      .then((answer) => {
        setCopied(answer.ok);
        if (!answer.ok) showNotes([answer.error.message], 'warning');
      });
  };
  return { copied, copy };
}
