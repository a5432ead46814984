import type { SavedFile, SavedReceipts } from '../../../shared/bridge/receipts.ts';
import type { Failure, Result } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/window-api.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import { saveFile } from '../../ui/files/save-file.ts';

/** Saves the receipts of submissions of this app: one as a file, several together in as few files as hold them. */
export async function saveReceipts(submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return showNotes(['There is no receipt to save yet.'], 'info');
  const make = (ids: readonly string[]): Promise<Result<SavedReceipts>> =>
    windowApi().call('receipts.json', { submissionIds: [...ids] });
  const { files, reason } = await saveInFiles(submissionIds, make, saveFile);
  if (reason !== null) showNotes([failureMessage(reason)], 'warning');
  else if (files > 1)
    showNotes([`The receipts are in ${files} files: one holds no more than can be read back.`], 'info');
}

/** Saves a receipt as a page for paper or an e-mail. */
export async function saveReceiptToPrint(submissionId: string): Promise<void> {
  const made: Result<SavedFile> = await windowApi().call('receipts.pdf', { submissionId });
  if (made.ok) saveFile(made.value);
  else showNotes([failureMessage(made.error)], 'warning');
}

/** As many as may be asked for at a time. */
export const MOST_AT_ONCE = 10_000;

/** How many files were saved, and why the rest was not; null when there is no rest. */
type SavedInFiles = { readonly files: number; readonly reason: Failure | null };

/** Saves one file after the other until nothing is left. `make` says what did not fit into the file that it made. */
export async function saveInFiles(
  submissionIds: readonly string[],
  make: (submissionIds: readonly string[]) => Promise<Result<SavedReceipts>>,
  save: (file: SavedFile) => void,
): Promise<SavedInFiles> {
  let files = 0;
  for (let left = submissionIds; left.length > 0; ) {
    const made = await make(left.slice(0, MOST_AT_ONCE));
    if (!made.ok) return { files, reason: made.error };
    save(made.value);
    files += 1;
    left = [...made.value.left, ...left.slice(MOST_AT_ONCE)];
  }
  return { files, reason: null };
}
