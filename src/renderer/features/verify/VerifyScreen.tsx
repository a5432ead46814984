import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { droppedFolders, listenForFiles } from '../../ui/dragging.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Outcome } from './Outcome.tsx';
import { FileSlot, ReferenceSlot, type SlotName } from './Slots.tsx';
import classes from './VerifyScreen.module.css';
import { startOver, takeAny, takeFile, takeReceipt, useVerify } from './verify-state.ts';

/** Compares a file or a folder, on one side, with a receipt or a stored submission, on the other. */
export function VerifyScreen() {
  const hovered = useFileDrop();
  const isEmpty = useVerify(({ given, reference }) => given === null && reference.kind === 'none');

  return (
    <Screen scrolls="whole">
      <div className={classes.head}>
        <div>
          <h1>Verify</h1>
          <p className={classes.lead}>
            Is this what was submitted? Drop the file or the folder, and its receipt. Nothing leaves this computer.
          </p>
        </div>
        {!isEmpty && (
          <ActionButton icon={IconArrowBackUp} onClick={startOver}>
            Start over
          </ActionButton>
        )}
      </div>
      <div className={classes.slots}>
        <FileSlot hovered={hovered === 'file' || hovered === 'screen'} />
        <ReferenceSlot hovered={hovered === 'reference' || hovered === 'screen'} />
      </div>
      <Outcome />
    </Screen>
  );
}

/** Accepts files that are dropped on the screen or pasted into it. Returns the place under the current drag. */
function useFileDrop(): SlotName | 'screen' | null {
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
          const folders = droppedFolders(event);
          // While there is no receipt, users may drop theirs on the file's place.
          const mayBeEither = slot === 'file' && useVerify.getState().reference.kind === 'none';
          if (others.length > 0 || slot === null || mayBeEither) void takeAny(files, folders);
          else if (slot === 'file') takeFile(only, folders.has(only));
          else void takeReceipt(only);
        },
        // Main detects a pasted folder.
        onPaste: (files) => void takeAny(files, new Set()),
      }),
    [],
  );

  return hovered;
}

function slotOf({ target }: DragEvent): SlotName | null {
  const slot = target instanceof Element ? target.closest('[data-slot]')?.getAttribute('data-slot') : null;
  return slot === 'file' || slot === 'reference' ? slot : null;
}
