import { visibleName } from '../../../../shared/text.ts';
import type { Question } from '../../../ui/ConfirmDialog.tsx';
import { type Bulk, files } from './bulk.ts';

/** What a person asked to cancel with one button: all that could be, and what is being checked, which is named beside it. */
export function askedToCancel({ held, pause }: Pick<Bulk, 'held' | 'pause'>): ReadonlySet<number> {
  return new Set([...pause, ...held['by-person']]);
}

type Context = {
  /** Whether files are being sent while it is asked: nothing waits for the answer. */
  readonly isSending: boolean;
  /** Names a file of the list: one alone is asked about by its name. */
  readonly nameOf: (id: number) => string | null;
};

/**
 * As it stands now: of what was asked about, it counts what can still be cancelled. Null with none of it left. Those that are
 * being checked are left out: nobody knows yet whether the service has them.
 */
export function cancelAllQuestion(
  { cancel, partlyThere, pausable, uncertain: { checking } }: Bulk,
  { isSending, nameOf }: Context,
  onYes: () => void,
): Question | null {
  const [first] = cancel;
  if (first === undefined) return null;
  const name = cancel.length === 1 ? nameOf(first) : null;
  const others = checking === 1 ? '1 file that is being checked is' : `${files(checking)} that are being checked are`;
  return {
    title: `Cancel ${name === null ? files(cancel.length) : `“${visibleName(name)}”`}?`,
    text: [
      ...(isSending && pausable > 0 ? ['Sending continues until you answer.'] : []),
      'Files not yet with the service are not sent. You can retry them later.',
      ...(partlyThere === 0 ? [] : [partlyWords(partlyThere, cancel.length)]),
      ...(checking === 0 ? [] : [`${others} left out.`]),
    ].join(' '),
    yes: cancel.length === 1 ? 'Cancel file' : 'Cancel files',
    no: 'Keep sending',
    onYes,
  };
}

/** What was paid for is not given back; a retry goes on from there. */
function partlyWords(partly: number, all: number): string {
  if (all === 1) return 'The parts already submitted were paid for and stay with the service.';
  const some =
    partly === 1 ? '1 of them has parts already submitted' : `${files(partly)} of them have parts already submitted`;
  return `${some}, which were paid for and stay with the service.`;
}
