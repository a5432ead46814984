import { useEffect, useState } from 'react';
import { listenForFiles } from '../../ui/listen-for-files.ts';
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
    return listenForFiles({
      onOver: ({ dataTransfer }) => {
        const count = dataTransfer?.items.length ?? 0;
        setDragged((before) => (before?.count === count ? before : { count }));
      },
      onLeave: () => setDragged(null),
      onDrop: take,
      onPaste: take,
    });
  }, [onTaken]);

  return dragged;
}
