import { useEffect, useState } from 'react';
import { listenForFiles } from '../../ui/listen-for-files.ts';
import { showNotes } from '../../ui/show-notes.ts';
import { lookUp, lookUpFile } from './commands.ts';

/** Takes a file dropped on the screen, and whatever is pasted beside its box. Returns whether a file hovers over it now. */
export function useDropAndPaste(): boolean {
  const [hovered, setHovered] = useState(false);

  useEffect(() => {
    const take = (files: readonly File[]): void => {
      const [file, ...others] = files;
      if (file === undefined) return;
      if (others.length > 0) showNotes(['One file at a time is looked up: the first one was taken.'], 'info');
      void lookUpFile(file);
    };
    return listenForFiles({
      onOver: () => setHovered(true),
      onLeave: () => setHovered(false),
      onDrop: take,
      onPaste: take,
    });
  }, []);

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

  return hovered;
}
