import { useEffect, useState } from 'react';
import { addFiles } from './commands.ts';

/** What is being dragged over the window: null for nothing, else how many things (0 when the system does not say). */
export type Dragged = { readonly count: number } | null;

/**
 * Takes files that are dropped anywhere on the window or pasted into it, and says so with `onTaken`. Returns what hovers
 * over it now.
 */
export function useFileDrop(onTaken: () => void): Dragged {
  const [dragged, setDragged] = useState<Dragged>(null);

  useEffect(() => {
    const take = (files: readonly File[]): void => {
      if (files.length === 0) return;
      onTaken();
      void addFiles(files);
    };
    const over = (event: DragEvent): void => {
      const transfer = event.dataTransfer;
      if (!transfer?.types.includes('Files')) return;
      event.preventDefault();
      transfer.dropEffect = 'copy';
      const count = transfer.items.length;
      setDragged((before) => (before?.count === count ? before : { count }));
    };
    const leave = (event: DragEvent): void => {
      // Leaving one element for another names the other; leaving the window names none.
      if (event.relatedTarget === null) setDragged(null);
    };
    const drop = (event: DragEvent): void => {
      // Whatever it is, the window must not go there.
      event.preventDefault();
      setDragged(null);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [onTaken]);

  return dragged;
}
