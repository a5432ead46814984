import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
import { formatCount } from '../../ui/format.ts';
import { showNotes } from '../../ui/notes.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** The maximum number of receipts for each call. */
export const MOST_AT_ONCE = 10_000;

/** Saves the receipts of this app's submissions in as few files as possible. */
export async function saveReceipts(submissionIds: readonly string[], shape: 'pdf' | 'json'): Promise<void> {
  let files = 0;
  for (let left = submissionIds; left.length > 0; files += 1) {
    const made = await windowApi().call(`receipts.${shape}`, { submissionIds: left.slice(0, MOST_AT_ONCE) });
    if (!made.ok) return showNotes([failureMessage(made.error)], 'warning');
    saveFile(made.value);
    // Main returns the ids that did not fit into the file.
    left = [...made.value.left, ...left.slice(MOST_AT_ONCE)];
  }
  if (files > 1)
    showNotes([`The receipts are in ${formatCount(files)} files, because one would be too large to open.`], 'info');
}
