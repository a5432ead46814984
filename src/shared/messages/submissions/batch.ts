import {
  allOf,
  type BatchCounts,
  type BatchStatus,
  batchStatuses,
  goingOn,
  withReceipt,
} from '../../submissions/batch-status.ts';

/** Writes how many there are of something. */
type Count = (count: number) => string;

/** How a batch looks: something moves, it is done, it waits for the person, something was refused, or nothing happens. */
export type BatchTone = 'active' | 'good' | 'warn' | 'bad' | 'quiet';

export type BatchFact = { readonly text: string; readonly tone: 'plain' | 'warn' | 'bad' };

/** How several files are named: their number, all of them, and none of them. */
type Several = { readonly count: string; readonly every: string; readonly none: string };

/** Where all files of a batch are alike: of one file, and of several. */
const alike: { readonly [Each in BatchStatus]: readonly [one: string, many: (files: Several) => string] } = {
  toGo: ['Your file is still to be sent', ({ count }) => `${count} files are still to be sent`],
  sending: ['Your file is being sent', ({ count }) => `${count} files are being sent`],
  checking: ['Your file is being checked', ({ count }) => `${count} files are being checked`],
  submitted: ['Your file is submitted', ({ every }) => `${every} are submitted`],
  confirmed: ['Your file is confirmed', ({ every }) => `${every} are confirmed`],
  failed: ['The service gave up on your file', ({ every }) => `The service gave up on ${every.toLowerCase()}`],
  rejected: ['Your file was not submitted', ({ none }) => `${none} was submitted`],
  incomplete: ['Your file is incomplete', ({ count }) => `${count} files are incomplete`],
  notKnown: [
    'We don’t know yet what became of your file',
    ({ count }) => `We don’t know yet what became of ${count} files`,
  ],
  cancelled: ['Your file was cancelled', ({ every }) => `${every} were cancelled`],
  paused: ['Your file is paused', ({ every }) => `${every} are paused`],
  undecided: ['Your file waits for your decision', ({ every }) => `${every} wait for your decision`],
};

function several(files: number, count: Count): Several {
  const written = count(files);
  return files === 2
    ? { count: written, every: 'Both files', none: 'Neither file' }
    : { count: written, every: `All ${written} files`, none: `None of ${written} files` };
}

/** What became of a batch, in one line. Only what holds a receipt is called submitted. */
export function batchHeadline(counts: BatchCounts, count: Count): string {
  const all = allOf(counts);
  const only = batchStatuses.find((status) => counts[status] === all);
  if (only !== undefined) {
    const [one, many] = alike[only];
    return all === 1 ? one : many(several(all, count));
  }
  if (withReceipt(counts) === all) return `${several(all, count).every} are submitted`;
  return `${count(withReceipt(counts))} of ${count(all)} files submitted`;
}

/**
 * What the headline leaves open: how many are not submitted, and why. `readsRecords`: whether the account can; where it can't,
 * nothing is said to wait for a block that nobody will see.
 */
export function batchFacts(counts: BatchCounts, count: Count, readsRecords = true): readonly BatchFact[] {
  const all = allOf(counts);
  const toSend = counts.toGo + counts.sending;
  const facts: BatchFact[] = [];
  const say = (files: number, text: string, tone: BatchFact['tone'] = 'plain'): void => {
    if (files > 0 && files < all) facts.push({ text: `${count(files)} ${text}`, tone });
  };
  const wait = (files: number): string => (files === 1 ? 'waits' : 'wait');
  if (toSend + withReceipt(counts) < all) say(toSend, 'still to send');
  say(counts.checking, 'being checked');
  say(counts.undecided, `${wait(counts.undecided)} for your decision`, 'warn');
  say(counts.notKnown, 'not known', 'warn');
  say(counts.rejected, 'not submitted', 'bad');
  say(counts.incomplete, 'incomplete', 'bad');
  say(counts.failed, 'given up by the service', 'bad');
  say(counts.paused, 'paused');
  say(counts.cancelled, 'cancelled');
  if (toSend === 0 && counts.submitted > 0 && readsRecords)
    facts.push({ text: blockWords(counts.submitted, all, count), tone: 'plain' });
  return facts;
}

function blockWords(files: number, all: number, count: Count): string {
  if (files === all && all === 1) return 'waits for a block';
  if (files === all) return all === 2 ? 'both wait for a block' : 'all wait for a block';
  return `${count(files)} ${files === 1 ? 'waits' : 'wait'} for a block`;
}

export function batchTone(counts: BatchCounts): BatchTone {
  if (goingOn(counts) > 0) return 'active';
  if (counts.rejected + counts.incomplete + counts.failed > 0) return 'bad';
  if (counts.undecided + counts.notKnown > 0) return 'warn';
  return counts.paused === 0 && withReceipt(counts) > 0 ? 'good' : 'quiet';
}
