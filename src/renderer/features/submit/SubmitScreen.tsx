import { useWindowStore } from '../../data/window-store.ts';
import { EmptyState } from './EmptyState.tsx';
import { Queue } from './Queue.tsx';

export function SubmitScreen() {
  const empty = useWindowStore((state) => state.lists.all.length === 0);
  return empty ? <EmptyState /> : <Queue />;
}
