/** Why a start ends at once. `isLink`: it was given a link. `detail`: in the system's own words. */
export type StartRefusal =
  /** Another app has the data folder, and has taken over what this start was given. */
  | { readonly code: 'handed-over'; readonly isLink: boolean }
  | { readonly code: 'taken'; readonly folder: string; readonly isLink: boolean }
  | { readonly code: 'unwritable'; readonly folder: string; readonly why: Unwritable; readonly detail: string }
  | { readonly code: 'failed'; readonly folder: string; readonly isLocked: boolean; readonly detail: string };

/** What keeps a folder from being written. `no-file`: something else has the place of a file of Dropslip's. */
export type Unwritable = 'full' | 'write-protected' | 'no-file' | 'forbidden' | 'other';

type StartWords = { readonly tone: 'info' | 'error'; readonly message: string; readonly detail: string };

/** What the system's window says about a start that ends at once. */
export function startRefusalWords(refusal: StartRefusal): StartWords {
  switch (refusal.code) {
    case 'handed-over': {
      const where = refusal.isLink ? 'Your link opens in its window.' : 'Please use its window.';
      return { tone: 'info', message: 'Dropslip is already open', detail: `${where} This second one ends now.` };
    }
    case 'taken':
      return {
        tone: 'error',
        message: 'Another Dropslip is using this data folder',
        detail: paragraphs(
          refusal.folder,
          'Two at once could submit a file twice, so this one has changed nothing and ends now.',
          'Use the one that is open, or close it and open Dropslip again. If you see none, it may run for another person or on another computer that shares this folder; otherwise restart this computer.',
          refusal.isLink ? 'Your link was not opened: please open it again then.' : '',
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
            : 'If opening Dropslip again does not help, please show this to your support.',
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
  full: 'Free some space on it, then open Dropslip again. What it has kept is safe.',
  'write-protected': 'Its disk is write-protected. Take the protection off, then open Dropslip again.',
  'no-file': 'Move that away, or put the file back, then open Dropslip again.',
  forbidden: 'This person may not write there. Allow it, then open Dropslip again.',
  other: 'The disk may be full, write-protected or failing. Check it, then open Dropslip again.',
};

/** The question what takes the place of a damaged database. `copyOf`: when the good copy was made; null without one. */
export function damageQuestionWords(why: string, copyOf: string | null) {
  return {
    message: 'Dropslip’s data file is damaged',
    detail: paragraphs(why, ...(copyOf === null ? withoutCopy : withCopy(copyOf)), damagedIsKept),
    labels: { copy: `Open the copy of ${copyOf}`, new: 'Begin anew', close: 'Close' },
  };
}

const damagedIsKept = 'Whatever you choose, nothing is deleted: the damaged file is kept beside the new one.';

const withoutCopy = [
  'There is no good copy of it. To begin anew is to begin without accounts, receipts and records. What you submitted before is not recognised then: dropped again, it may be paid for twice.',
];

const withCopy = (date: string): readonly string[] => [
  `A copy of ${date} is good. It has no receipt of what was submitted since then, and files that were dropped since then are missing in it. If you drop them again they may be paid for twice: look under Spending first.`,
  'Deposits that you registered since then are missing too: look under Balances before you register one again.',
  'Files that wait in the copy may have been sent meanwhile. They are not sent by themselves: Dropslip looks for them in the service’s records.',
  'To begin anew is to begin without accounts, receipts and records.',
];

/** Of a page whose process is gone again soon after it was opened anew. */
export const pageGoneWords = {
  message: 'Dropslip’s window has stopped again',
  detail: paragraphs(
    'Nothing is lost: files go on being sent without it, and receipts are kept.',
    'Open it again, or quit Dropslip: what is on its way then goes on when you open Dropslip again.',
  ),
  labels: { reopen: 'Open the window again', quit: 'Quit Dropslip' },
} as const;

/** Of what main does not know how to go on from. */
export function uncaughtWords(error: string): { readonly title: string; readonly text: string } {
  return {
    title: 'Dropslip has to close',
    text: paragraphs(
      'Something went wrong that it cannot go on from. Nothing is lost: what is on its way goes on when you open Dropslip again.',
      'If this happens again, please show this to your support:',
      error,
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
