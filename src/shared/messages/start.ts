/** Why a start ends at once. `wasGiven`: it was started with a link or files. `detail`: the system's error text. */
export type StartRefusal =
  | { readonly code: 'taken'; readonly folder: string; readonly wasGiven: boolean }
  | { readonly code: 'unwritable'; readonly folder: string; readonly isFull: boolean; readonly detail: string }
  | { readonly code: 'failed'; readonly folder: string; readonly isLocked: boolean; readonly detail: string };

type StartWords = { readonly message: string; readonly detail: string };

export function startRefusalWords(refusal: StartRefusal): StartWords {
  switch (refusal.code) {
    case 'taken':
      return {
        message: 'Another Dropslip is using this data folder',
        detail: paragraphs(
          refusal.folder,
          'Two at once could submit a file twice, so this one has changed nothing and closes now.',
          'Use the one that is open, or close it and open Dropslip again. If you see none, it may run for another user or on another computer that shares this folder. Otherwise restart this computer.',
          refusal.wasGiven
            ? 'What you opened with it was not taken: drop the files into the open window, or open the link again.'
            : '',
        ),
      };
    case 'unwritable':
      return {
        message: refusal.isFull ? 'The disk is full' : 'Dropslip cannot write in its data folder',
        detail: paragraphs(
          refusal.folder,
          refusal.isFull
            ? 'Free some space, then open Dropslip again. Saved data is safe.'
            : 'Its disk may be write-protected or failing, or Dropslip may have no permission to write there. Check it, then open Dropslip again.',
          refusal.detail,
        ),
      };
    case 'failed':
      return {
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

/** The question before the app closes during work. `canStay`: the app can continue without a window. */
export function closeQuestionWords(files: number, canStay: boolean) {
  return {
    message: canStay ? 'Keep sending in the background?' : 'Close Dropslip?',
    detail: `${files === 1 ? '1 file is' : `${files} files are`} still being sent. If you quit, sending continues when you open Dropslip again.`,
    labels: { stay: 'Keep sending', quit: 'Quit', keepOpen: 'Keep open', close: 'Close' },
    remember: 'Do the same next time',
  };
}

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
