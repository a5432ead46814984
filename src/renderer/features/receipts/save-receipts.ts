import { create } from 'zustand';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { visibleName } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { windowEvents } from '../../data/window-events.ts';
import { formatCount } from '../../ui/format.ts';
import { showNotes } from '../../ui/notes.tsx';
import { saveFile, saveOrNotify } from '../../ui/save-file.ts';

/** The maximum number of receipts for each call. */
export const MOST_AT_ONCE = 10_000;

/** Saves the receipts of this app's submissions: a single one as a file, several in as few files as possible. */
export async function saveReceipts(submissionIds: readonly string[]): Promise<void> {
  let files = 0;
  for (let left = submissionIds; left.length > 0; files += 1) {
    const made = await windowApi().call('receipts.json', { submissionIds: left.slice(0, MOST_AT_ONCE) });
    if (!made.ok) return showNotes([failureMessage(made.error)], 'warning');
    saveFile(made.value);
    // Main returns the ids that did not fit into the file.
    left = [...made.value.left, ...left.slice(MOST_AT_ONCE)];
  }
  if (files > 1) showNotes([`The receipts are in ${files} files, because one would be too large to open.`], 'info');
}

type Saving = { readonly id: string; readonly done: number; readonly total: number };

/** The PDFs that are being saved; null if none. One job at a time, independent of the screen. */
export const useSaving = create<{ readonly saving: Saving | null }>(() => ({ saving: null }));

/** Saves the receipts of submissions as PDFs in a new folder. */
export async function savePdfs(submissionIds: readonly string[]): Promise<void> {
  const total = submissionIds.length;
  if (total > MOST_AT_ONCE) {
    const most = formatCount(MOST_AT_ONCE);
    return showNotes([`At most ${most} receipts can be saved as PDFs at once. Search for some of them.`], 'warning');
  }
  const id = crypto.randomUUID();
  useSaving.setState({ saving: { id, done: 0, total } });
  const stop = windowEvents.on('receipts.save-progress', ({ saveId, done }) => {
    if (saveId === id) useSaving.setState({ saving: { id, done, total } });
  });
  const made = await windowApi().call('receipts.savePdfs', { saveId: id, submissionIds: [...submissionIds] });
  stop();
  useSaving.setState({ saving: null });
  const reason = made.ok ? made.value.reason : made.error;
  if (reason === null) return;
  const isCancelled = reason.code === 'cancelled';
  const why = isCancelled && made.ok ? 'Stopped.' : failureMessage(reason);
  const saved = made.ok
    ? ` ${formatCount(made.value.saved)} of ${formatCount(total)} receipts are in “${visibleName(made.value.folderName)}”.`
    : '';
  showNotes([`${why}${saved}`], isCancelled ? 'info' : 'warning');
}

export function cancelSaving(): void {
  const { saving } = useSaving.getState();
  if (saving !== null) void change('receipts.cancelSave', { saveId: saving.id });
}

export async function saveReceiptToPrint(submissionId: string): Promise<void> {
  saveOrNotify(await windowApi().call('receipts.pdf', { submissionId }));
}
