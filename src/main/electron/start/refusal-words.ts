import { type DataFolderClaim, NO_FILE, storageFailureKind } from '../../storage/index.ts';

/** What a window says about a start that ends at once. */
export type StartWords = { readonly tone: 'info' | 'error'; readonly message: string; readonly detail: string };

/** Another app has the data folder. `isHandedOver`: it has taken over what this start was given. */
export function takenWords(
  folder: string,
  given: { readonly isLink: boolean; readonly isHandedOver: boolean },
): StartWords {
  if (given.isHandedOver) {
    const where = given.isLink ? 'Your link opens in its window.' : 'Please use its window.';
    return { tone: 'info', message: 'Dropslip is already open', detail: `${where} This second one ends now.` };
  }
  return {
    tone: 'error',
    message: 'Another Dropslip is using this data folder',
    detail: paragraphs(
      folder,
      'Two at once could submit a file twice, so this one has changed nothing and ends now.',
      'Use the one that is open, or close it and open Dropslip again. If you see none, it may run for another person or on another computer that shares this folder; otherwise restart this computer.',
      given.isLink ? 'Your link was not opened: please open it again then.' : '',
    ),
  };
}

/** Nothing can be written in the data folder. */
export function unwritableWords(
  folder: string,
  { code, detail }: Omit<Extract<DataFolderClaim, { kind: 'impossible' }>, 'kind'>,
): StartWords {
  const message = isFull(code)
    ? 'The disk is full'
    : code === NO_FILE
      ? 'Dropslip cannot use its data folder'
      : 'Dropslip cannot write in its data folder';
  return {
    tone: 'error',
    message,
    detail: paragraphs(folder, remedyOf(code), detail),
  };
}

/** The start threw, whatever it was. */
export function failureWords(folder: string, error: unknown): StartWords {
  const code = codeOf(error);
  if (code === NO_FILE) return unwritableWords(folder, { code, detail: textOf(error) });
  const kind = storageFailureKind(error);
  if (kind === 'disk' || isFull(code) || refusals.has(code) || isFolderMissing(error)) {
    return unwritableWords(folder, { code, detail: textOf(error) });
  }
  const remedy =
    kind === 'locked'
      ? 'Another program is using Dropslip’s data file. Close it, then open Dropslip again.'
      : 'If opening Dropslip again does not help, please show this to your support.';
  return {
    tone: 'error',
    message: 'Dropslip could not start',
    detail: paragraphs(textOf(error), remedy, folder),
  };
}

const refusals: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Under a folder that cannot be written, Node says of a new one not that it may not be made, but that it is not there. */
function isFolderMissing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}

/** SQLITE_FULL */
const FULL = '13';

function isFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === FULL;
}

function remedyOf(code: string): string {
  if (isFull(code)) return 'Free some space on it, then open Dropslip again. What it has kept is safe.';
  if (code === 'EROFS') return 'Its disk is write-protected. Take the protection off, then open Dropslip again.';
  if (code === NO_FILE) return 'Move that away, or put the file back, then open Dropslip again.';
  if (refusals.has(code)) return 'This person may not write there. Allow it, then open Dropslip again.';
  return 'The disk may be full, write-protected or failing. Check it, then open Dropslip again.';
}

/** SQLite's number says more than the one code that Node has for all of them. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('errcode' in error && typeof error.errcode === 'number') return `${error.errcode & 0xff}`;
  return 'code' in error ? String(error.code) : 'UNKNOWN';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
