import { useEffect, useMemo } from 'react';
import { useWindowStore } from '../../../data/window-store.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { showNotes } from '../../../ui/feedback/notes.tsx';
import { act } from '../commands.ts';
import { isMoving } from '../summary/summary-words.ts';
import { bulkOf } from './bulk.ts';
import { cancelAllQuestion } from './cancel-all-words.ts';

type Props = {
  /** What it was asked about; null while nothing is asked. */
  readonly asked: ReadonlySet<number> | null;
  readonly onClose: () => void;
};

/** Asks before many files are cancelled. What is sent while it asks leaves the question, and with the last one it closes. */
export function CancelAllDialog({ asked, onClose }: Props) {
  const submissions = useWindowStore((state) => state.submissions);
  const working = useWindowStore((state) => state.lists.working);
  const needsYou = useWindowStore((state) => state.lists['needs-you']);
  const isSending = useWindowStore((state) => isMoving(state.summary));
  const bulk = useMemo(
    () => (asked === null ? null : bulkOf(submissions, working, needsYou, asked)),
    [asked, submissions, working, needsYou],
  );
  const nameOf = (id: number): string | null => submissions.get(id)?.name ?? null;
  const question = bulk && cancelAllQuestion(bulk, { isSending, nameOf }, () => void act('cancel', bulk.cancel));
  const isOver = asked !== null && question === null;
  useEffect(() => {
    if (!isOver) return;
    showNotes(['There is nothing to cancel.'], 'info');
    onClose();
  }, [isOver, onClose]);
  return <ConfirmDialog question={question} onClose={onClose} />;
}
