export { type UpdateHandlerParts, updateHandlers } from './calls.ts';
export { plainNotes } from './release-notes.ts';
export type { DownloadProgress, UpdateOutcome, Updater } from './updater.ts';
export { Updates } from './updates.ts';
