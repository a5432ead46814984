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

/** Asks for files, or for a folder, in the system's own dialog, and hands over what was chosen: it is seen on its screen. */
export async function chooseFiles(what: 'files' | 'folder', isPrivate = false): Promise<void> {
  const chosen = await windowApi().chooseFiles(what);
  if (chosen.length === 0) return;
  goTo('submit');
  await addFiles(chosen, isPrivate);
}

/** Hands files over to the queue, or asks how they are to go. What could not become a row is told in a notification. */
export async function addFiles(files: readonly File[], isPrivate = false): Promise<void> {
  if (files.length === 0) return;
  const answer = await windowApi().callWithFiles('drops.weigh', files, { isPrivate });
  if (!answer.ok) tellAdded(answer);
  else if (answer.value.kind === 'asks') askAbout(answer.value.dropId);
  else tellAdded(success(answer.value.answer));
}

/** Grows whenever the user adds files: the list then shows its beginning, where they are. */
export const useAdditions = create<{ readonly count: number }>(() => ({ count: 0 }));

export function tellAdded(answer: Result<AddAnswer>): void {
  if (!answer.ok) {
    showNotes([failureMessage(answer.error)], 'warning');
    return;
  }
  const { added, notes, leftOut } = answer.value;
  if (added > 0) useAdditions.setState(({ count }) => ({ count: count + 1 }));
  const hidden = leftOutWords(leftOut);
  // One note for one drop: a second one would stand before the first.
  showNotes([...(hidden === null ? [] : [hidden]), ...notes.map(addNoteWords)], 'warning');
}

export async function act(action: SubmissionAction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (action === 'resume') await resume(ids, 'by-person');
  else if (action === 'remove') await remove(ids);
  else await changeOrNotify(callByAction[action], { ids: [...ids] });
}

/**
 * Says yes to `why` for what was seen to wait for it; main asks first where that costs. What waits for something else by now
 * is left alone.
 */
export async function resume(ids: readonly number[], why: ResumeReason): Promise<void> {
  if (ids.length > 0) await changeOrNotify('submissions.resume', { ids: [...ids], why });
}

/** The person's yes to what waits for it, with what they saw: where it goes, who pays, and what it costs. */
export async function approve(
  ids: readonly number[],
  { id: accountId, address, submitBy }: Pick<Account, 'id' | 'address' | 'submitBy'>,
  shown: Pick<Cost, 'amount' | 'token'> | null,
): Promise<void> {
  const cost = shown && { amount: shown.amount, token: shown.token };
  await changeOrNotify('submissions.approve', { ids: [...ids], accountId, address, submitBy, cost });
}

/** Goes on with a folder without those of its files that keep it from being sent. */
export async function leaveOut(id: number): Promise<void> {
  if (await changeOrNotify('drops.leaveOut', { id })) await act('retry', [id]);
}

/** A person's word that the service has an unsettled file under `submissionId`. Null when main found it so. */
export function settleWentThrough(id: number, submissionId: string): Promise<Failure | null> {
  return change('submissions.settleByHand', { id, submissionId });
}

/** Sends unsettled files again after main has asked: the service may have taken them. */
export async function sendAgain(ids: readonly number[]): Promise<void> {
  await changeOrNotify('submissions.sendAgain', { ids: [...ids] });
}

/** Null when main keeps them now. */
export async function saveQueueSettings(settings: QueueSettings): Promise<Failure | null> {
  const failed = await change('submissions.settings', settings);
  // Main has just said that it keeps them; no event tells of it.
  if (failed === null) windowStore.setState({ queueSettings: settings });
  return failed;
}

/** As long as somebody needs who looks up, reads it and changes their mind. Main remembers it for longer. */
const SHOWN_MS = 20_000;

/** The note of the latest removal: one at a time, so that its button never undoes another one than it names. */
let shownNote: string | null = null;

export async function remove(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const answer = await windowApi().call('submissions.remove', { ids: [...ids] });
  if (answer.ok) tell(answer.value);
  else showNotes([failureMessage(answer.error)], 'warning');
}

export async function clearFinished(): Promise<void> {
  const answer = await windowApi().call('submissions.clearFinished', {});
  if (answer.ok) tell(answer.value);
  else showNotes([failureMessage(answer.error)], 'warning');
}

/** Puts back what a removal took off the list. With null, the latest one. */
export async function undoRemoval(removalId: number | null): Promise<void> {
  const answer = await windowApi().call('submissions.undoRemoval', { removalId });
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
      onChosen: () => void undoRemoval(removal.id),
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
