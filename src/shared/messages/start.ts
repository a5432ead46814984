/** Why a start ends at once. `isLink`: it was started with a link. `detail`: the system's error text. */
export type StartRefusal =
  /** Another instance uses the data folder and has received the arguments of this start. */
  | { readonly code: 'handed-over'; readonly isLink: boolean }
  | { readonly code: 'taken'; readonly folder: string; readonly isLink: boolean }
  | { readonly code: 'unwritable'; readonly folder: string; readonly why: Unwritable; readonly detail: string }
  | { readonly code: 'failed'; readonly folder: string; readonly isLocked: boolean; readonly detail: string };

/** Why a folder is not writable. `no-file`: one of Dropslip's files is something else, such as a folder. */
export type Unwritable = 'full' | 'write-protected' | 'no-file' | 'forbidden' | 'other';

type StartWords = { readonly tone: 'info' | 'error'; readonly message: string; readonly detail: string };

export function startRefusalWords(refusal: StartRefusal): StartWords {
  switch (refusal.code) {
    case 'handed-over': {
      const where = refusal.isLink ? 'Your link opens in its window.' : 'Please use its window.';
      return { tone: 'info', message: 'Dropslip is already open', detail: `${where} This second one closes now.` };
    }
    case 'taken':
      return {
        tone: 'error',
        message: 'Another Dropslip is using this data folder',
        detail: paragraphs(
          refusal.folder,
          'Two at once could submit a file twice, so this one has changed nothing and closes now.',
          'Use the one that is open, or close it and open Dropslip again. If you see none, it may run for another user or on another computer that shares this folder. Otherwise restart this computer.',
          refusal.isLink ? 'Your link was not opened: please open it again afterwards.' : '',
        ),
      };
    case 'unwritable':
      return {
        tone: 'error',
        message: unwritableTitles[refusal.why],
        detail: paragraphs(refusal.folder, remedies[refusal.why], refusal.detail),
      };
    case 'failed':
      return {
        tone: 'error',
        message: 'Dropslip could not start',
        detail: paragraphs(
          refusal.detail,
          refusal.isLocked
            ? 'Another program is using Dropslip’s data file. Close it, then open Dropslip again.'
            : 'If reopening Dropslip does not help, show this to support.',
          refusal.folder,
        ),
      };
  }
}

const notWritable = 'Dropslip cannot write in its data folder';
const unwritableTitles: { readonly [Why in Unwritable]: string } = {
  full: 'The disk is full',
  'write-protected': notWritable,
  'no-file': 'Dropslip cannot use its data folder',
  forbidden: notWritable,
  other: notWritable,
};

const remedies: { readonly [Why in Unwritable]: string } = {
  full: 'Free some space, then open Dropslip again. Saved data is safe.',
  'write-protected': 'Its disk is write-protected. Remove the protection, then open Dropslip again.',
  'no-file': 'A folder or link is in the place of a file. Move it, or put the file back, then open Dropslip again.',
  forbidden: 'Dropslip has no permission to write there. Allow it, then open Dropslip again.',
  other: 'The disk may be full, write-protected or failing. Check it, then open Dropslip again.',
};

/** The question what replaces a damaged database. `copyOf`: the time of the good copy; null without one. */
export function damageQuestionWords(why: string, copyOf: string | null) {
  return {
    message: 'Dropslip’s data file is damaged',
    detail: paragraphs(why, ...(copyOf === null ? withoutCopy : withCopy(copyOf)), damagedIsKept),
    labels: { copy: `Open the copy from ${copyOf}`, new: 'Start with new data', close: 'Close' },
  };
}

const damagedIsKept = 'Nothing is deleted: the damaged file is kept beside the new one.';

const withoutCopy = [
  'There is no good copy of it. Starting with new data means no accounts, receipts or records. Files you submitted before are not recognized and may be paid for twice if you drop them again.',
];

const withCopy = (date: string): readonly string[] => [
  `There is a good copy from ${date}. Receipts and files from after that time are missing. If you drop those files again, they may be paid for twice: check Spending first.`,
  'Deposits from after that time are missing too: check Balances before you register one again.',
  'Pending files in the copy may have been sent since. Dropslip looks for them in the service’s records before it sends them.',
  'Starting with new data means no accounts, receipts or records.',
];

/** The page crashed again soon after it was reopened. */
export const pageGoneWords = {
  message: 'Dropslip’s window has stopped again',
  detail: paragraphs(
    'Nothing is lost: sending continues, and receipts are saved.',
    'Reopen the window, or quit Dropslip. If you quit, sending continues when you open Dropslip again.',
  ),
  labels: { reopen: 'Reopen the window', quit: 'Quit Dropslip' },
} as const;

/** An error that main cannot handle. */
export function uncaughtWords(error: string): { readonly title: string; readonly text: string } {
  return {
    title: 'Dropslip has to close',
    text: paragraphs(
      'Something went wrong. Nothing is lost: sending continues when you open Dropslip again.',
      'If this happens again, show this to support:',
      error,
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
