import { create } from 'zustand';
import type { SavedFile, SavedPdfs, SavedReceipts } from '../../../shared/bridge/receipts.ts';
import type { Failure, Result } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { visibleName } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { windowEvents } from '../../data/window-events.ts';
import { formatCount } from '../../ui/format.ts';
import { showNotes } from '../../ui/notes.tsx';
import { saveFile, saveOrNotify } from '../../ui/save-file.ts';

/** Saves the receipts of this app's submissions: a single one as a file, several in as few files as possible. */
export async function saveReceipts(submissionIds: readonly string[]): Promise<void> {
  const make = (ids: readonly string[]): Promise<Result<SavedReceipts>> =>
    windowApi().call('receipts.json', { submissionIds: [...ids] });
  const { files, reason } = await saveInFiles(submissionIds, make, saveFile);
  if (reason !== null) showNotes([failureMessage(reason)], 'warning');
  else if (files > 1)
    showNotes([`The receipts are in ${files} files, because one would be too large to open.`], 'info');
}

type Saving = { readonly id: string; readonly done: number; readonly total: number };

/** The PDFs that are being saved; null if none. One job at a time, independent of the screen. */
export const useSaving = create<{ readonly saving: Saving | null }>(() => ({ saving: null }));

/** True while `SaveReceipts` shows progress. */
export const useIsSaving = (): boolean => useSaving(({ saving }) => saving !== null);

let lastSaving = 0;

/** Saves the receipts of submissions as PDFs in a new folder. */
export async function savePdfs(submissionIds: readonly string[]): Promise<void> {
  if (useSaving.getState().saving !== null) return;
  const total = submissionIds.length;
  let saved = 0;
  for (let start = 0; start < total; start += MOST_AT_ONCE) {
    const made = await saveSome(submissionIds.slice(start, start + MOST_AT_ONCE), start, total);
    if (!made.ok) {
      showNotes([failureMessage(made.error)], made.error.code === 'cancelled' ? 'info' : 'warning');
      return;
    }
    saved += made.value.saved;
    const { reason, folderName } = made.value;
    if (reason === null) continue;
    const isCancelled = reason.code === 'cancelled';
    const why = isCancelled ? 'Stopped.' : failureMessage(reason);
    const words = `${why} ${formatCount(saved)} of ${formatCount(total)} receipts are in “${visibleName(folderName)}”.`;
    showNotes([words], isCancelled ? 'info' : 'warning');
    return;
  }
}

async function saveSome(submissionIds: readonly string[], before: number, total: number): Promise<Result<SavedPdfs>> {
  lastSaving += 1;
  const id = String(lastSaving);
  useSaving.setState({ saving: { id, done: before, total } });
  const stop = windowEvents.on('receipts.save-progress', ({ saveId, done }) => {
    if (saveId === id) useSaving.setState({ saving: { id, done: before + done, total } });
  });
  try {
    return await windowApi().call('receipts.savePdfs', { saveId: id, submissionIds: [...submissionIds] });
  } finally {
    stop();
    useSaving.setState({ saving: null });
  }
}

export function cancelSaving(): void {
  const { saving } = useSaving.getState();
  if (saving !== null) void change('receipts.cancelSave', { saveId: saving.id });
}

export async function saveReceiptToPrint(submissionId: string): Promise<void> {
  saveOrNotify(await windowApi().call('receipts.pdf', { submissionId }));
}

/** The maximum number of receipts for each call. */
export const MOST_AT_ONCE = 10_000;

/** The number of saved files, and the reason why the rest is missing; null if nothing is missing. */
type SavedInFiles = { readonly files: number; readonly reason: Failure | null };

/** Saves files until no receipt is left. `make` returns the ids that did not fit into its file. */
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
