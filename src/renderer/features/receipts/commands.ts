import type { Result } from '../../../shared/failure.ts';
import type { SavedFile } from '../../../shared/receipts.ts';
import { windowApi } from '../../state/window-api.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showNotes } from '../../ui/show-notes.ts';

/** As many as go into one file. */
const MOST_RECEIPTS = 10_000;

/** Saves the receipts of submissions of this app: one as a file, several together in one, the first ten thousand. */
export async function saveReceipts(submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return showNotes(['There is no receipt to save yet.'], 'info');
  const taken = submissionIds.slice(0, MOST_RECEIPTS);
  saveOrTell(await windowApi().call('receipts.json', { submissionIds: taken }));
  const left = submissionIds.length - taken.length;
  if (left > 0) showNotes([`The first 10,000 receipts were saved; ${left} more do not fit into one file.`], 'warning');
}

/** Saves a receipt as a page for paper or an e-mail. */
export async function saveReceiptToPrint(submissionId: string): Promise<void> {
  saveOrTell(await windowApi().call('receipts.pdf', { submissionId }));
}

function saveOrTell(made: Result<SavedFile>): void {
  if (made.ok) saveFile(made.value);
  else showNotes([made.error.message], 'warning');
}
