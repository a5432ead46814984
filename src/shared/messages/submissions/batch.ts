import {
  allOf,
  type BatchCounts,
  type BatchStatus,
  batchStatuses,
  goingOn,
  withReceipt,
} from '../../submissions/batch-status.ts';

type Count = (count: number) => string;

type RowKind = 'file' | 'folder';

/** How a batch looks: something moves, it is done, it waits for the person, something was refused, or nothing happens. */
export type BatchTone = 'active' | 'good' | 'warn' | 'bad' | 'quiet';

export type BatchFact = { readonly text: string; readonly tone: 'plain' | 'warn' | 'bad' };

/** How several are named: their number, all of them, and none of them. */
type Several = { readonly count: string; readonly every: string; readonly none: string };

/** Where all rows of a batch are alike: of one, and of several. */
const alike: {
  readonly [Each in BatchStatus]: readonly [one: (row: RowKind) => string, many: (rows: Several) => string];
} = {
  toGo: [(row) => `Your ${row} is still to be sent`, ({ count }) => `${count} are still to be sent`],
  sending: [(row) => `Your ${row} is being sent`, ({ count }) => `${count} are being sent`],
  checking: [(row) => `Your ${row} is being checked`, ({ count }) => `${count} are being checked`],
  submitted: [(row) => `Your ${row} is submitted`, ({ every }) => `${every} are submitted`],
  confirmed: [(row) => `Your ${row} is confirmed`, ({ every }) => `${every} are confirmed`],
  delayed: [(row) => `Your ${row} is delayed`, ({ every }) => `${every} are delayed`],
  rejected: [(row) => `Your ${row} was not submitted`, ({ none }) => `${none} was submitted`],
  incomplete: [(row) => `Your ${row} is incomplete`, ({ count }) => `${count} are incomplete`],
  notKnown: [
    (row) => `We don’t know yet what happened to your ${row}`,
    ({ count }) => `We don’t know yet what happened to ${count}`,
  ],
  cancelled: [(row) => `Your ${row} was cancelled`, ({ every }) => `${every} were cancelled`],
  paused: [(row) => `Your ${row} is paused`, ({ every }) => `${every} are paused`],
  undecided: [(row) => `Your ${row} waits for your decision`, ({ every }) => `${every} wait for your decision`],
};

function several(all: number, kind: RowKind | null, count: Count): Several {
  const kinds = kind === null ? '' : ` ${kind}s`;
  const written = `${count(all)}${kinds}`;
  return all === 2
    ? { count: written, every: `Both${kinds}`, none: kind === null ? 'Neither' : `Neither ${kind}` }
    : { count: written, every: `All ${written}`, none: `None of ${written}` };
}

/** What all rows are; null where some are files and some are folders kept together. */
function kindOf(all: number, folders: number): RowKind | null {
  if (folders === 0) return 'file';
  return folders === all ? 'folder' : null;
}

/** What became of a batch, in one line. Only what holds a receipt is called submitted. `folders`: those kept together. */
export function batchHeadline(counts: BatchCounts, folders: number, count: Count): string {
  const all = allOf(counts);
  const kind = kindOf(all, folders);
  const only = batchStatuses.find((status) => counts[status] === all);
  const named = several(all, kind, count);
  if (only !== undefined) {
    const [one, many] = alike[only];
    return all === 1 && kind !== null ? one(kind) : many(named);
  }
  if (withReceipt(counts) === all) return `${named.every} are submitted`;
  return `${count(withReceipt(counts))} of ${named.count} submitted`;
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
  say(counts.notKnown, 'uncertain', 'warn');
  say(counts.rejected, 'not submitted', 'bad');
  say(counts.incomplete, 'incomplete', 'bad');
  say(counts.delayed, 'delayed', 'warn');
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
  if (counts.rejected + counts.incomplete > 0) return 'bad';
  if (counts.undecided + counts.notKnown + counts.delayed > 0) return 'warn';
  return counts.paused === 0 && withReceipt(counts) > 0 ? 'good' : 'quiet';
}
