import { needsPersonWords } from '../../../shared/messages/notices.ts';
import { useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { separators } from '../../ui/format.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { EmptyState } from './AddFiles.tsx';
import { undoRemoval } from './commands.ts';

/** The list of what was dropped, with all that belongs to it. */
const QueuePlace = deferred(async () => (await import('../../after-first-view.ts')).Queue);

export function SubmitScreen() {
  const empty = useWindowStore((state) => state.lists.all.length === 0);
  // Also where the list is empty now: that may be what is to be undone.
  useShortcut('undo', () => void undoRemoval(null));
  const accountId = useActiveAccountId();
  // Another account is another list: what was open or searched for in this one stays behind.
  return empty ? <EmptyState /> : <QueuePlace key={accountId} />;
}

export function SubmitBadge() {
  const count = useWindowStore((state) => state.lists['needs-you'].length);
  // The separators are asked for only then: to find them takes longer than to draw all the rest.
  return count === 0 ? null : <CountBadge count={count} words={needsPersonWords(count, separators())} />;
}
