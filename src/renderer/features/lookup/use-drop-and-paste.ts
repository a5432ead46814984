import { useEffect, useState } from 'react';
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
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setHovered(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setHovered(false);
    };
    const drop = (event: DragEvent): void => {
      setHovered(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      // Text may be dropped into the box; of anything else the window must not become.
      if (files.length === 0 && event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      take(files);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (files.length === 0 && (isField || text.trim() === '')) return;
      event.preventDefault();
      if (files.length > 0) take(files);
      else void lookUp(text);
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
  }, []);

  return hovered;
}
