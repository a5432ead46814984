import { DropOverlay } from './DropOverlay.tsx';
import { useFileDrop } from './use-file-drop.ts';

type Props = { readonly onTaken: () => void };

/** Takes what is dropped on the window or pasted into it, whichever screen is open. */
export function FileDrop({ onTaken }: Props) {
  return <DropOverlay dragged={useFileDrop(onTaken)} />;
}
