import type { Failure, Result } from '../../../shared/bridge/failure.ts';
import type { SavedFile, SavedReceipts } from '../../../shared/bridge/receipts.ts';

/** As many as may be asked for at a time. */
export const MOST_AT_ONCE = 10_000;

/** How many files were saved, and why the rest was not; null when there is no rest. */
export type SavedInFiles = { readonly files: number; readonly reason: Failure | null };

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
