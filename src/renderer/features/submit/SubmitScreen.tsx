import { needsPersonWords } from '../../../shared/messages/notices.ts';
import { useActiveAccountId, useWindowStore } from '../../data/window-state.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { separators } from '../../ui/format.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { EmptyState } from './AddFiles.tsx';
import { undoRemoval } from './commands.ts';

/** The list of submissions with its toolbar and panels. */
const QueuePlace = deferred(async () => (await import('../../after-first-view.ts')).Queue);

export function SubmitScreen() {
  const empty = useWindowStore((state) => state.lists.all.length === 0);
  // Active while the list is empty too: the last removal may have emptied it.
  useShortcut('undo', () => void undoRemoval());
  const accountId = useActiveAccountId();
  // Another account starts with a new view: no open submission and no search.
  return empty ? <EmptyState /> : <QueuePlace key={accountId} />;
}

export function SubmitBadge() {
  const count = useWindowStore((state) => state.lists['needs-you'].length);
  // Requested only here: finding the separators takes longer than drawing the rest.
  return count === 0 ? null : <CountBadge count={count} words={needsPersonWords(count, separators())} />;
}
