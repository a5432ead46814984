import type { SubmissionProgress } from '../../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../../shared/failures/failure.ts';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { tooLargeMessage } from '../../../../shared/messages/failures/service.ts';
import type {
  CannotTell,
  Check,
  OtherContent,
  PauseReason,
  SubmissionState,
  SubmissionStateKind,
} from '../../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../../shared/text.ts';
import { formatBound, formatDay, formatDuration, type Place, percent } from '../../../ui/format.ts';

/** How a state looks: `quiet` nothing happens, `active` something moves, then good, worth a look, and wrong. */
type Tone = 'quiet' | 'active' | 'good' | 'warn' | 'bad';

export type StateWords = {
  /** A few words for the row. */
  readonly label: string;
  /** A sentence that says why, or what to do; null when the label says it all. */
  readonly hint: string | null;
  readonly tone: Tone;
};

/** What a state is told with, beside itself. `now` is epoch milliseconds. */
export type WordContext = {
  readonly progress: SubmissionProgress | null;
  readonly now: number;
  readonly place?: Place;
  /** Whether the account can read the service's records; where it can't, no block is ever told. */
  readonly readsRecords?: boolean;
};

/** The plain words for every state, for the row. */
export function stateWords(state: SubmissionState, context: WordContext): StateWords {
  const { progress, now, place = {}, readsRecords = true } = context;
  switch (state.kind) {
    case 'waiting':
      return { label: 'Waiting', hint: state.awaits === undefined ? null : awaitsHints[state.awaits], tone: 'quiet' };
    case 'preparing':
      return { label: progress ? `Reading ${share(progress)} %` : 'Getting ready', hint: null, tone: 'active' };
    case 'sending':
      return { label: sendingLabel(state.attempt, progress), hint: null, tone: 'active' };
    case 'retrying':
      // Said once above the list, with what can be done about it.
      if (state.reason.code === 'unreachable')
        return { label: 'Waiting for the connection', hint: null, tone: 'quiet' };
      return { label: `Trying again ${whenWords(state.until, now)}`, hint: reasonWords(state.reason), tone: 'warn' };
    case 'paused':
      return pauseWords(state.why, now, place);
    case 'cancelled':
      return { label: 'Cancelled', hint: null, tone: 'quiet' };
    case 'rejected':
      return { label: 'Not submitted', hint: reasonWords(state.reason), tone: 'bad' };
    case 'unsettled':
      return state.check.kind === 'checking'
        ? { label: checkingLabel(state.check.until, now), hint: null, tone: 'active' }
        : { label: 'We don’t know yet', hint: uncertainHint(state.reason), tone: 'warn' };
    case 'submitted':
      return { label: readsRecords ? 'Submitted — waiting for a block' : 'Submitted', hint: null, tone: 'good' };
    case 'confirmed':
      return state.other === undefined
        ? { label: 'Confirmed in a block', hint: null, tone: 'good' }
        : { label: 'Confirmed in a block', ...otherWords(state.other) };
    case 'failed':
      return { label: 'The service gave up on it', hint: failureMessage(state.reason), tone: 'bad' };
  }
}

/** Why, with sizes as the person's system writes them. */
function reasonWords(reason: Failure): string {
  return reason.code === 'too-large' && reason.inWords === undefined && reason.after === undefined
    ? tooLargeMessage(reason.values, formatBound)
    : failureMessage(reason);
}

const awaitsHints = {
  records: 'For the service’s records: they tell whether it was submitted since the copy of Dropslip’s data.',
  'next-try': 'It was tried again a moment ago, so it waits a few seconds before the next try.',
} as const;

const awaitsExplanations = {
  records:
    'Dropslip goes on from a copy of its data, which knows nothing of what was submitted since. So it reads the service’s records before it sends this file, and goes on by itself.',
  'next-try':
    'This file was tried again a moment ago. Dropslip lets a few seconds pass before it sends it once more, so that no service gets the same file over and over, and goes on by itself.',
} as const;

/** A service that encrypts does so with every file: that is worth reading once, and no warning in every row. */
function otherWords({ of, unlikeOthers }: OtherContent): Pick<StateWords, 'hint' | 'tone'> {
  if (of === 'known-file') return { hint: 'The service’s record names another of your files.', tone: 'warn' };
  const hint = 'The service’s record names other content, or this file encrypted.';
  return unlikeOthers === true
    ? { hint: `${hint} Your other files are named as they are.`, tone: 'warn' }
    : { hint, tone: 'good' };
}

const otherExplanations: { readonly [Of in OtherContent['of']]: string } = {
  'known-file':
    'The service’s record names other content than this file’s: the hash is that of another file of this account. Keep the receipt, and ask the operator of the service what was stored.',
  unknown:
    'The service’s record names other content than this file’s. A service that encrypts what it is given does that; if yours does not, something else was stored. Keep the receipt, and ask the operator of the service.',
};

/** What a state means for the person, in one or two sentences: the first thing under Details. */
export function explanation(state: SubmissionState, readsRecords = true): string {
  if (state.kind === 'submitted' && !readsRecords) return submittedUnseen;
  if (state.kind === 'paused') return pauseExplanations[state.why.kind];
  if (state.kind === 'waiting' && state.awaits !== undefined) return awaitsExplanations[state.awaits];
  if (state.kind === 'confirmed' && state.other !== undefined) return otherExplanations[state.other.of];
  if (state.kind === 'retrying' && state.reason.code === 'unreachable') return unreachableExplanation;
  return state.kind === 'unsettled' ? checkExplanations[state.check.kind] : explanations[state.kind];
}

const submittedUnseen =
  'The service took the file and gave you this receipt: nothing more to do. When it is in a block, and what it cost, the service tells with an access token; this account has only an API key.';

const unreachableExplanation =
  'The service can’t be reached. This file waits, and goes out by itself as soon as there is a connection.';

const pauseExplanations: { readonly [Kind in PauseReason['kind']]: string } = {
  'by-person': 'This file waits until you resume it. Waiting costs nothing.',
  unapproved:
    'Before it is submitted, Dropslip asks you about the files that were added with it: how many they are, what they cost and which account pays. Nothing is sent until you say so, above the list.',
  duplicate:
    'The service cannot tell a repeat from a new file: submitting it again is paid for again. Nothing has been spent on this one so far.',
  'beyond-spending-limit':
    'You asked Dropslip to stop here: with this file the batch would cost more than your spending limit. Nothing is sent until you say so.',
  'since-copy':
    'Dropslip goes on from a copy of its data, and the service’s records, which alone tell what was submitted since the copy was made, do not tell it for sure. If this file was, it is paid for twice. Nothing is sent until you say so.',
};

const explanations: { readonly [Kind in Exclude<SubmissionStateKind, 'paused' | 'unsettled'>]: string } = {
  waiting: 'This file is in the queue. It is sent as soon as it is its turn.',
  preparing: 'Dropslip is reading the file and taking its digests. Nothing has left your computer yet.',
  sending: 'The file is on its way. You hold a receipt as soon as the service has all of it.',
  retrying: 'The service could not take the file just now. Dropslip tries again by itself; there is nothing to do.',
  cancelled: 'You stopped this file before it was sent. Stopping it cost nothing.',
  // Of an earlier try that a person gave up on, nobody may know what it cost.
  rejected: 'The last try to submit this file failed, and cost nothing.',
  submitted:
    'The service took the file and gave you this receipt. It is confirmed in a block soon; nothing more to do.',
  confirmed: 'The file is in a block. This is its full record, to keep or to hand on.',
  failed: 'The service took the file, gave a receipt, and then gave up on it.',
};

function share(progress: SubmissionProgress): number {
  return percent(progress.done, progress.total);
}

function sendingLabel(attempt: number, progress: SubmissionProgress | null): string {
  const again = attempt > 1 ? ` (try ${attempt})` : '';
  if (!progress) return `Sending${again}`;
  if (share(progress) === 100) return `Sent — waiting for the receipt${again}`;
  return `Sending ${share(progress)} %${again}`;
}

function pauseWords(why: PauseReason, now: number, place: Place): StateWords {
  switch (why.kind) {
    case 'by-person':
      return { label: 'Paused', hint: null, tone: 'quiet' };
    case 'unapproved':
      return { label: 'Waiting for your yes', hint: null, tone: 'quiet' };
    case 'duplicate': {
      const name = visibleName(why.of.name);
      if (why.of.submissionId === null) {
        return { label: 'Twice in the list', hint: `“${name}” has the same bytes.`, tone: 'warn' };
      }
      const day = formatDay(why.of.at, now, place);
      return { label: 'Submitted before', hint: `The same bytes were submitted ${day}, as “${name}”.`, tone: 'warn' };
    }
    case 'beyond-spending-limit':
      return { label: 'Waiting for your decision', hint: 'It waits because of your spending limit.', tone: 'warn' };
    case 'since-copy':
      return {
        label: 'Waiting for your decision',
        hint: 'It may have been submitted since the copy of Dropslip’s data.',
        tone: 'warn',
      };
  }
}

/** What a check is called in a row, with the time it has left. `now` is epoch milliseconds. */
function checkingLabel(until: string, now: number): string {
  const left = timeLeft(Date.parse(until), now);
  return left === null ? 'Checking with the service' : `Checking with the service — ${left}`;
}

/** The service itself answered, and what it answered was a failure. */
const failures: ReadonlySet<string> = new Set(['server-error', 'unavailable', 'not-final']);

/** Why nobody knows, short enough for one line of a row. */
function uncertainHint({ code }: Failure): string {
  if (code === 'perhaps-taken') return 'The service said no, but its records may show it.';
  return failures.has(code)
    ? 'The service failed, and may have been paid.'
    : 'No clear answer came. It may be paid for.';
}

const checkExplanations: { readonly [Kind in Check['kind']]: string } = {
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
  'hash-unknown': 'A record that may be this file carries a hash of a kind that can’t be checked here.',
  'hash-missing': 'A record that may be this file still has no hash to compare.',
  indistinguishable: 'Several records, or several of your files, fit equally well.',
  'same-bytes-before': 'The only record with these bytes is from before this file was sent.',
  'listing-unproven':
    'None of this account’s receipts has been seen in the service’s list yet, so a file that is missing from it may have arrived all the same.',
};

function whenWords(until: string, now: number): string {
  const left = timeLeft(Date.parse(until), now);
  return left === null ? 'now' : `in ${left}`;
}

/** Both are epoch milliseconds; null once there is none. */
export function timeLeft(until: number, now: number): string | null {
  const seconds = (until - now) / 1000;
  return seconds >= 1 ? formatDuration(seconds) : null;
}
