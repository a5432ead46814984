import { useEffect, useState } from 'react';
import { listenForFiles } from '../../ui/listen-for-files.ts';
import { takeAny, takeDroppedFile, takeReceipt } from './commands.ts';

export type SlotName = 'file' | 'reference';

/** Takes files dropped on the screen or pasted into it. Returns the place that a drag hovers over now. */
export function useFileDrop(): SlotName | 'screen' | null {
  const [hovered, setHovered] = useState<SlotName | 'screen' | null>(null);

  useEffect(
    () =>
      listenForFiles({
        onOver: (event) => setHovered(slotOf(event) ?? 'screen'),
        onLeave: () => setHovered(null),
        onDrop: (files, event) => {
          const [only, ...others] = files;
          const slot = slotOf(event);
          if (only === undefined) return;
          if (others.length > 0 || slot === null) void takeAny(files);
          else if (slot === 'file') void takeDroppedFile(only);
          else void takeReceipt(only);
        },
        onPaste: (files) => void takeAny(files),
      }),
    [],
  );

  return hovered;
}

function slotOf({ target }: DragEvent): SlotName | null {
  const slot = target instanceof Element ? target.closest('[data-slot]')?.getAttribute('data-slot') : null;
  return slot === 'file' || slot === 'reference' ? slot : null;
}
