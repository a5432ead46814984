import type { Failure } from '../../../shared/bridge/failure.ts';
import type { CannotTell, Check } from '../../../shared/bridge/submissions.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';

/** The words for files whose answer was lost: while they are looked for, and when the service's records can't tell. */

/** What a check is called in a row, with the time it has left. `now` is epoch milliseconds. */
export function checkingLabel(until: string, now: number): string {
  const left = timeLeft(Date.parse(until), now);
  return left === null ? 'Checking with the service' : `Checking with the service — ${left}`;
}

/** The service itself answered, and what it answered was a failure. */
const failures: ReadonlySet<string> = new Set(['server-error', 'unavailable', 'not-final']);

/** Why nobody knows, short enough for one line of a row. */
export function uncertainHint({ code }: Failure): string {
  if (code === 'perhaps-taken') return 'The service said no, but its records may show it.';
  return failures.has(code)
    ? 'The service reported a failure, but may have charged it.'
    : 'No clear answer came, and it may have been charged.';
}

export const checkExplanations: { readonly [Kind in Check['kind']]: string } = {
  checking:
    'Dropslip is looking in the service’s records for what became of it. Nothing is sent again until that is known, and there is nothing for you to do.',
  'cannot-tell':
    'Sending it again could mean paying twice, so Dropslip does not do that by itself, and goes on looking. If you know what became of this file, say so here.',
};

export const cannotTellReasons: { readonly [Why in CannotTell]: string } = {
  'no-records':
    'This account has no way to read the service’s records, so Dropslip can’t look it up. Its operator can: ask for the submission id.',
  'records-unreadable':
    'The service’s records can’t be read: they are refused to this account, can’t be understood, or stay out of reach. Its operator can look it up.',
  'list-incomplete':
    'The service’s list is not complete, so a file that is missing from it may have arrived all the same.',
  'hash-unknown': 'A record that may be this file carries a fingerprint of a kind that can’t be checked here.',
  'hash-missing': 'A record that may be this file still has no fingerprint to compare.',
  indistinguishable: 'Several records, or several of your files, fit equally well.',
  'same-bytes-before': 'The only record with these bytes is from before this file was sent.',
  'listing-unproven':
    'None of this account’s receipts has been seen in the service’s list yet, so a file that is missing from it may have arrived all the same.',
};

/** Files whose answer was lost. `until` (epoch milliseconds): when the last check is over. */
export type UncertainFiles = { readonly checking: number; readonly until: number; readonly cannotTell: number };

/** Above the list, for many files that are looked for at once. `now` null leaves out the time, which is not spoken. */
export function checkingSentence({ checking, until }: UncertainFiles, now: number | null): string {
  const left = now === null ? null : timeLeft(until, now);
  const sentence = `${formatCount(checking)} files are being checked with the service`;
  return left === null
    ? `${sentence}. Nothing is sent again until it is known.`
    : `${sentence} — about ${left}. Nothing is sent again until then.`;
}

export function cannotTellSentence({ cannotTell }: UncertainFiles): string {
  return `${formatCount(cannotTell)} files may have been charged, and the service’s records can’t tell.`;
}

function timeLeft(until: number, now: number): string | null {
  const seconds = (until - now) / 1000;
  return seconds >= 1 ? formatDuration(seconds) : null;
}
