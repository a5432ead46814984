import { useEffect, useState } from 'react';
import { takeAny, takeDroppedFile, takeReceipt } from './commands.ts';

export type SlotName = 'file' | 'reference';

/** Takes files dropped on the screen or pasted into it. Returns the place that a drag hovers over now. */
export function useFileDrop(): SlotName | 'screen' | null {
  const [hovered, setHovered] = useState<SlotName | 'screen' | null>(null);

  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setHovered(slotOf(event) ?? 'screen');
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setHovered(null);
    };
    const drop = (event: DragEvent): void => {
      // Whatever it is, the window must not go there.
      event.preventDefault();
      setHovered(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      const [only, ...others] = files;
      const slot = slotOf(event);
      if (only === undefined) return;
      if (others.length > 0 || slot === null) void takeAny(files);
      else if (slot === 'file') void takeDroppedFile(only);
      else void takeReceipt(only);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void takeAny(files);
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

function slotOf({ target }: DragEvent): SlotName | null {
  const slot = target instanceof Element ? target.closest('[data-slot]')?.getAttribute('data-slot') : null;
  return slot === 'file' || slot === 'reference' ? slot : null;
}
