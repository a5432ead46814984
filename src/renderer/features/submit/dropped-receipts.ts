import { create } from 'zustand';
import { isNamedReceipt } from '../../../shared/submissions/verification.ts';

/** Receipts that the user dropped where files are submitted. */
export const useDroppedReceipts = create<{ readonly files: readonly File[] }>(() => ({ files: [] }));

/** Asks what to do with receipts. Returns false for other files. */
export function askAboutReceipts(files: readonly File[]): boolean {
  if (!files.every(({ name }) => isNamedReceipt(name))) return false;
  useDroppedReceipts.setState({ files });
  return true;
}

export function closeReceipts(): void {
  useDroppedReceipts.setState({ files: [] });
}
