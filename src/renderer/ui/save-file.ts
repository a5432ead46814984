import type { SavedFile } from '../../shared/bridge/receipts.ts';

/** The time in milliseconds for the browser engine to start the download. */
const PICKED_UP_WITHIN_MS = 60_000;

/** Saves a file as a download. Main puts it into the user's download folder and notifies the user. */
export function saveFile({ name, type, bytes }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), PICKED_UP_WITHIN_MS);
}
