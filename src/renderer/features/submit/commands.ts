import { IconArrowBackUp } from '@tabler/icons-react';
import { create } from 'zustand';
import type { Account } from '../../../shared/bridge/accounts.ts';
import type { CallName } from '../../../shared/bridge/bridge.ts';
import type { AddAnswer, Removal, ResumeReason } from '../../../shared/bridge/submissions.ts';
import { type Failure, type Result, success } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { addNoteWords, leftOutWords } from '../../../shared/messages/submissions.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import type { SubmissionAction } from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { windowStore } from '../../data/window-state.ts';
import { formatCount } from '../../ui/format.ts';
import { changeOrNotify, hideNote, showNotes, showOffer } from '../../ui/notes.tsx';
import { withKeys } from '../../ui/shortcuts.ts';
import { askAbout } from './drop-question.ts';

const callByAction = {
  cancel: 'submissions.cancel',
  retry: 'submissions.retry',
  pause: 'submissions.pause',
  'send-next': 'submissions.moveToFront',
} as const satisfies Record<Exclude<SubmissionAction, 'resume' | 'remove'>, CallName>;

/** Opens the system's dialog for files or a folder, and adds the selection on the submit screen. */
export async function chooseFiles(what: 'files' | 'folder', isPrivate = false): Promise<void> {
  const chosen = await windowApi().chooseFiles(what);
  if (chosen.length === 0) return;
  goTo('submit');
  await addFiles(chosen, isPrivate);
}

/** Adds files to the queue, or asks how to submit them. A notification lists those that could not be added. */
export async function addFiles(files: readonly File[], isPrivate = false): Promise<void> {
  if (files.length === 0) return;
  const answer = await windowApi().callWithFiles('drops.weigh', files, { isPrivate });
  if (!answer.ok) notifyAdded(answer);
  else if (answer.value.kind === 'asks') askAbout(answer.value.dropId);
  else notifyAdded(success(answer.value.answer));
}

/** Increases whenever the user adds files. The list then shows its beginning, where they are. */
export const useAdditions = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Shows a notification about files that could not be added, and lets the list show the added ones. */
export function notifyAdded(answer: Result<AddAnswer>): void {
  if (!answer.ok) {
    showNotes([failureMessage(answer.error)], 'warning');
    return;
  }
  const { ids, notes, leftOut } = answer.value;
  if (ids.length > 0) useAdditions.setState(({ count }) => ({ count: count + 1 }));
  const hidden = leftOutWords(leftOut);
  // One notification for each drop: a second one would hide the first.
  showNotes([...(hidden === null ? [] : [hidden]), ...notes.map(addNoteWords)], 'warning');
}

export async function act(action: SubmissionAction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (action === 'resume') await resume(ids, 'by-user');
  else if (action === 'remove') await remove(ids);
  else await changeOrNotify(callByAction[action], { ids: [...ids] });
}

/**
 * Resumes the given files that still wait for `why`. Main asks first if that costs money. Files that wait for another
 * reason by now stay unchanged.
 */
export async function resume(ids: readonly number[], why: ResumeReason): Promise<void> {
  if (ids.length > 0) await changeOrNotify('submissions.resume', { ids: [...ids], why });
}

/** Approves files on the terms that the user saw: the service, the account that pays, and the cost. */
export async function approve(
  ids: readonly number[],
  { id: accountId, address, submitBy }: Pick<Account, 'id' | 'address' | 'submitBy'>,
  shown: Pick<Cost, 'amount' | 'token'> | null,
): Promise<void> {
  const cost = shown && { amount: shown.amount, token: shown.token };
  await changeOrNotify('submissions.approve', { ids: [...ids], accountId, address, submitBy, cost });
}

/** Retries a folder without the files that prevent its submission. */
export async function leaveOut(id: number): Promise<void> {
  if (await changeOrNotify('drops.leaveOut', { id })) await act('retry', [id]);
}

/**
 * Records the user's statement that the service has an unsettled file under `submissionId`. Returns null if main could
 * verify it.
 */
export function settleWentThrough(id: number, submissionId: string): Promise<Failure | null> {
  return change('submissions.settleByHand', { id, submissionId });
}

/** Sends unsettled files again. Main asks first, as the service may have accepted them. */
export async function sendAgain(ids: readonly number[]): Promise<void> {
  await changeOrNotify('submissions.sendAgain', { ids: [...ids] });
}

export async function saveQueueSettings(settings: QueueSettings): Promise<Failure | null> {
  const failed = await change('submissions.settings', settings);
  // No event reports this change.
  if (failed === null) windowStore.setState({ queueSettings: settings });
  return failed;
}

/** The time in milliseconds to notice the note and change one's mind. Main can undo for longer. */
const SHOWN_MS = 20_000;

/** The notification of the latest removal. Only one is shown, so that its button undoes the removal that it names. */
let shownNote: string | null = null;

export async function remove(ids: readonly number[]): Promise<void> {
  if (ids.length > 0) notifyRemoved(await windowApi().call('submissions.remove', { ids: [...ids] }));
}

export async function clearFinished(): Promise<void> {
  notifyRemoved(await windowApi().call('submissions.clearFinished', {}));
}

function notifyRemoved(removed: Result<Removal | null>): void {
  if (removed.ok) tell(removed.value);
  else showNotes([failureMessage(removed.error)], 'warning');
}

/** Restores the submissions of the last removal. */
export async function undoRemoval(): Promise<void> {
  const answer = await windowApi().call('submissions.undoRemoval', {});
  if (!answer.ok) return showNotes([failureMessage(answer.error)], 'warning');
  tell(null);
  showNotes([undoneWords(answer.value.files)], 'info');
}

function tell(removal: Removal | null): void {
  if (shownNote !== null) hideNote(shownNote);
  shownNote =
    removal &&
    showOffer([removalWords(removal)], {
      label: withKeys('Undo', 'undo'),
      icon: IconArrowBackUp,
      onChosen: () => void undoRemoval(),
      ms: SHOWN_MS,
    });
}

export function removalWords({ files, receipts, name }: Removal): string {
  const what = name === null ? `${formatCount(files)} files were` : `“${visibleName(name)}” was`;
  const stays = receipts === 0 ? 'Nothing on the disk was deleted.' : 'Receipts stay under Look up.';
  return `${what} removed from the list. ${stays}`;
}

export function undoneWords(files: number): string {
  if (files === 0) return 'There is nothing to undo.';
  return files === 1 ? '1 file is back in the list.' : `${formatCount(files)} files are back in the list.`;
}
