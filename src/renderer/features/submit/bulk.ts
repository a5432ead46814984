import type { Submission } from '../../../shared/bridge/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import {
  isBeingChecked,
  isClaimedElsewhere,
  isClearable,
  isFinished,
  isInDoubt,
  isUnknown,
  isWorkedOn,
  mayBeAtService,
  type PauseReason,
} from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../ui/format.ts';

type Ids = readonly number[];

export type Bulk = {
  /** All files that are queued, sent or checked. A paused check does not send its file again. */
  readonly pause: Ids;
  readonly resume: Ids;
  readonly cancel: Ids;
  readonly clear: Ids;
  /** Never submitted, and not queued. */
  readonly remove: Ids;
  /** Submission ids. */
  readonly receipts: readonly string[];
  readonly isSending: boolean;
  readonly isChecking: boolean;
  /** The number of files in `resume` that are paused or about to be, as far as the window knows. */
  readonly resumable: number;
  /**
   * Paused files by the reason, so that resuming all never pays for a duplicate. Without files that wait for another desk.
   */
  readonly held: { readonly [Why in PauseReason['kind']]: Ids };
  readonly cannotTell: Ids;
};

export function bulkOf(submissions: ReadonlyMap<number, Submission>, ids: Ids): Bulk {
  const held: Record<PauseReason['kind'], number[]> = {
    'by-user': [],
    unapproved: [],
    'beyond-spending-limit': [],
    'since-copy': [],
    duplicate: [],
  };
  const pause: number[] = [];
  const toSend: number[] = [];
  const willPause: number[] = [];
  const claimedElsewhere: number[] = [];
  const clear: number[] = [];
  const remove: number[] = [];
  const cannotTell: number[] = [];
  const receipts = new Set<string>();
  for (const id of ids) {
    const submission = submissions.get(id);
    if (submission === undefined) continue;
    const { state, wish } = submission;
    if ('submissionId' in state) receipts.add(state.submissionId);
    if (isClaimedElsewhere(state)) claimedElsewhere.push(id);
    else if (state.kind === 'paused') held[state.why.kind].push(id);
    if (isWorkedOn(state)) pause.push(id);
    if (isWorkedOn(state) && !isBeingChecked(state)) toSend.push(id);
    if (wish === 'pause' && isInDoubt(state)) willPause.push(id);
    if (isUnknown(state)) cannotTell.push(id);
    if (isClearable(state)) clear.push(id);
    // A file that is partly paid for is removed only alone, after a question.
    else if (isFinished(state) && !mayBeAtService(state) && !isPartlyThere(submission)) remove.push(id);
  }
  return {
    pause,
    // Includes all active files: the window may not know yet which ones are about to be paused.
    resume: [...new Set([...pause, ...held['by-user'], ...willPause])],
    cancel: [...toSend, ...claimedElsewhere, ...held['by-user']],
    clear,
    remove,
    receipts: [...receipts],
    isSending: toSend.length > 0,
    isChecking: pause.length > toSend.length,
    resumable: held['by-user'].length + willPause.length,
    held,
    cannotTell,
  };
}

function isPartlyThere({ parts }: Submission): boolean {
  return parts !== null && withReceipt(parts.counts) > 0;
}

/** The question before many files are cancelled. A file that is sent meanwhile stays sent. */
export function cancelQuestion(
  { cancel, isChecking }: Bulk,
  submissions: ReadonlyMap<number, Submission>,
  onYes: () => void,
): Question {
  const [first] = cancel;
  const one = cancel.length === 1 && first !== undefined ? submissions.get(first) : undefined;
  const isPartly = cancel.some((id) => {
    const submission = submissions.get(id);
    return submission !== undefined && isPartlyThere(submission);
  });
  return {
    title: `Cancel ${one === undefined ? filesWords(cancel.length) : `“${visibleName(one.name)}”`}?`,
    text: [
      'Files not yet with the service are not sent. You can retry them later.',
      ...(isPartly ? ['Parts already submitted were paid for and stay with the service.'] : []),
      ...(isChecking ? ['Files that are being checked are left out.'] : []),
    ].join(' '),
    yes: cancel.length === 1 ? 'Cancel file' : 'Cancel files',
    no: 'Keep sending',
    onYes,
  };
}

export function filesWords(count: number): string {
  return count === 1 ? '1 file' : `${formatCount(count)} files`;
}
