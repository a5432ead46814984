import { useEffect } from 'react';
import { showNotes } from '../../ui/show-notes.ts';
import { type Dragged, useDragged } from '../../ui/use-dragged.ts';
import { checkAgainst } from '../verify/index.ts';
import { lookUp, lookUpFile } from './commands.ts';

/**
 * Takes a file dropped on the screen, and whatever is pasted beside its box: its submission is looked for, but a file
 * that is let go on a submission is checked against it. Returns what hovers over the screen now.
 */
export function useDropAndPaste(): Dragged | null {
  const dragged = useDragged({
    onRecord: checkAgainst,
    onFiles: ([file, ...others]) => {
      if (file === undefined) return;
      if (others.length > 0) showNotes(['One file at a time is looked up: the first one was taken.'], 'info');
      void lookUpFile(file);
    },
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.defaultPrevented || isField || text.trim() === '') return;
      event.preventDefault();
      void lookUp(text);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);

  return dragged;
}
