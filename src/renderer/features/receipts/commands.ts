import type { Failure, Result } from '../../../shared/bridge/failure.ts';
import type { SavedFile, SavedReceipts } from '../../../shared/bridge/receipts.ts';
import { windowApi } from '../../data/window-api.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showNotes } from '../../ui/show-notes.ts';
import { saveInFiles } from './save-in-files.ts';

/** Saves the receipts of submissions of this app: one as a file, several together in as few files as hold them. */
export async function saveReceipts(submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return showNotes(['There is no receipt to save yet.'], 'info');
  const make = (ids: readonly string[]): Promise<Result<SavedReceipts>> =>
    windowApi().call('receipts.json', { submissionIds: [...ids] });
  const { files, reason } = await saveInFiles(submissionIds, make, saveFile);
  if (reason !== null) tell(reason);
  else if (files > 1)
    showNotes([`The receipts are in ${files} files: one holds no more than can be read back.`], 'info');
}

/** Saves a receipt as a page for paper or an e-mail. */
export async function saveReceiptToPrint(submissionId: string): Promise<void> {
  const made: Result<SavedFile> = await windowApi().call('receipts.pdf', { submissionId });
  if (made.ok) saveFile(made.value);
  else tell(made.error);
}

function tell({ message }: Failure): void {
  showNotes([message], 'warning');
}
