import { useWindowStore } from '../../state/window-store.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Queue } from './Queue.tsx';
import { useFileDrop } from './use-file-drop.ts';

export function SubmitScreen() {
  const dragged = useFileDrop();
  const empty = useWindowStore((state) => state.lists.all.length === 0);
  return (
    <>
      {empty ? <EmptyState /> : <Queue />}
      <DropOverlay dragged={dragged} />
    </>
  );
}
