import { IconArrowBackUp } from '@tabler/icons-react';
import type { Removal } from '../../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../../data/window-api.ts';
import { activeReadsRecords, windowStore } from '../../../data/window-store.ts';
import { hideNote, showNotes, showOffer } from '../../../ui/feedback/notes.tsx';
import { withKeys } from '../../../ui/shortcuts/keys.ts';
import { removalWords, undoneWords } from './removal-words.ts';

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

/** Puts back what a removal took off the list; with null what the latest one took. */
export async function undoRemoval(removalId: number | null): Promise<void> {
  const answer = await windowApi().call('submissions.undoRemoval', { removalId });
  if (!answer.ok) {
    showNotes([failureMessage(answer.error)], 'warning');
    return;
  }
  const { files, next } = answer.value;
  if (next === null) {
    hideShown();
    showNotes([undoneWords(files, false)], 'info');
  } else {
    offerUndo(undoneWords(files, true), next);
  }
}

function tell(removal: Removal | null): void {
  // Nothing can come back of it: then the note of the one before would name the wrong one.
  if (removal === null) hideShown();
  else offerUndo(removalWords(removal, activeReadsRecords(windowStore.getState())), removal);
}

function offerUndo(sentence: string, { id }: Removal): void {
  hideShown();
  shownNote = showOffer([sentence], {
    label: withKeys('Undo', 'undo'),
    icon: IconArrowBackUp,
    onChosen: () => void undoRemoval(id),
    ms: SHOWN_MS,
  });
}

function hideShown(): void {
  if (shownNote !== null) hideNote(shownNote);
  shownNote = null;
}
