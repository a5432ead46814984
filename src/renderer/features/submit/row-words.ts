import type { Submission, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureFact, failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { tooLargeMessage } from '../../../shared/messages/failures/service.ts';
import {
  partName,
  partsCount,
  partsSubmitted,
  partsThere,
  troubleWords,
} from '../../../shared/messages/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import type { OtherContent, PauseReason, SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { quoted, rowText, visibleName } from '../../../shared/text.ts';
import {
  formatBound,
  formatCount,
  formatDay,
  formatDuration,
  formatEstimate,
  formatMoment,
  type Place,
  percent,
} from '../../ui/format.ts';

/** How a state looks: `quiet` nothing happens, `active` something moves, then good, worth a look, and wrong. */
type Tone = 'quiet' | 'active' | 'good' | 'warn' | 'bad';

type StateWords = {
  readonly label: string;
  /** A sentence that says why, or what to do; null when the label says it all. */
  readonly hint: string | null;
  readonly tone: Tone;
};

/** What a state is told with, beside itself. `now` is epoch milliseconds. */
type WordContext = {
  readonly progress: SubmissionProgress | null;
  readonly now: number;
  readonly place?: Place;
  /** Whether the account can read the service's records; where it can't, no block is ever told. */
  readonly readsRecords?: boolean;
  /** Until when the whole queue waits after an answer of the service, in epoch milliseconds. */
  readonly pausedUntil?: number;
  /** Why the keychain does not give the account's credentials. */
  readonly keychain?: Failure | null;
  /** Of what goes in parts. */
  readonly parts?: PartsProgress | null;
};

export function stateWords(state: SubmissionState, context: WordContext): StateWords {
  const { parts = null } = context;
  const words = ownWords(state, context);
  // What keeps a row from going on comes before what it is made of.
  if (parts === null || (words.hint !== null && state.kind !== 'rejected')) return words;
  const hint = [words.hint, partsHint(state, parts)].filter((part) => part !== null).join(' ');
  return { ...words, hint: hint === '' ? null : hint };
}

function ownWords(state: SubmissionState, context: WordContext): StateWords {
  const { progress, now, place = {}, readsRecords = true, pausedUntil = 0, keychain = null } = context;
  switch (state.kind) {
    case 'waiting':
      return { label: 'Waiting', hint: state.awaits === undefined ? null : awaitsHints[state.awaits], tone: 'quiet' };
    case 'preparing':
      return { label: progress ? `Reading ${share(progress)} %` : 'Getting ready', hint: null, tone: 'active' };
    case 'sending':
      if (keychain !== null && (progress?.done ?? 0) === 0)
        return { label: 'Waiting for your keychain', hint: failureFact(keychain), tone: 'warn' };
      return { label: sendingLabel(state.attempt, progress), hint: null, tone: 'active' };
    case 'retrying':
      // Said once above the list, with what can be done about it.
      if (state.reason.code === 'unreachable')
        return { label: 'Waiting for the connection', hint: null, tone: 'quiet' };
      return {
        label: retryLabel(Math.max(Date.parse(state.until), pausedUntil), now),
        hint: failureFact(state.reason),
        tone: 'warn',
      };
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
    case 'delayed':
      return { label: 'Delayed', hint: delayedHint(state.reason), tone: 'warn' };
    case 'in-parts':
      return sendingWords(context.parts ?? null);
    case 'incomplete':
      return incompleteWords(state.reason, context.parts ?? null, reasonWords(state.reason));
  }
}

const LONGEST_SAID = 80;

/** The service's own words, where Dropslip has none for them. */
function delayedHint(reason: Failure): string {
  const said = reason.code === 'failed-in-service' ? reason.detail : undefined;
  return said === undefined
    ? failureMessage(reason)
    : `The service says ${quoted(rowText(said, LONGEST_SAID))} and tries again automatically.`;
}

function reasonWords(reason: Failure): string {
  return reason.code === 'too-large' && reason.inWords === undefined && reason.after === undefined
    ? tooLargeMessage(reason.values, formatBound)
    : failureMessage(reason);
}

const awaitsHints = {
  records: 'Reading the service’s records first, because Dropslip’s data was restored from a copy.',
  'next-try': 'Tried a moment ago. Waits a few seconds before the next try.',
} as const;

/** A service that encrypts does so with every file: that is worth reading once, and no warning in every row. */
function otherWords({ of, unlikeOthers, part }: OtherContent): Pick<StateWords, 'hint' | 'tone'> {
  const record = `The service’s record${part === undefined ? '' : ` of ${partName(part, null, formatCount)}`}`;
  if (of === 'known-file') return { hint: `${record} names another of your files.`, tone: 'warn' };
  const hint = `${record} has a different hash. The service may have encrypted ${part === undefined ? 'this file' : 'it'}.`;
  return unlikeOthers === true
    ? { hint: `${hint} The records of your other files match.`, tone: 'warn' }
    : { hint, tone: 'good' };
}

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
      return { label: 'Waiting for your approval', hint: null, tone: 'quiet' };
    case 'duplicate': {
      const name = visibleName(why.of.name);
      if (why.of.submissionId === null) {
        return { label: 'Twice in the list', hint: `“${name}” has the same contents.`, tone: 'warn' };
      }
      const day = formatDay(why.of.at, now, place);
      return {
        label: 'Submitted before',
        hint: `The same contents were submitted ${day}, as “${name}”.`,
        tone: 'warn',
      };
    }
    case 'beyond-spending-limit':
      return { label: 'Waiting for your decision', hint: 'It waits because of your spending limit.', tone: 'warn' };
    case 'since-copy':
      return {
        label: 'Waiting for your decision',
        hint: 'It may have been submitted since the copy of Dropslip’s data was made.',
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

function uncertainHint({ code }: Failure): string {
  if (code === 'perhaps-taken') return 'The service refused it, but its records may show it.';
  return failures.has(code)
    ? 'The service failed. You may have paid for it.'
    : 'No clear answer. You may have paid for it.';
}

/** When its time has come it still waits for its turn: from then on it is no longer tried again, but sent. */
function retryLabel(until: number, now: number): string {
  const left = timeLeft(until, now);
  return left === null ? 'Waiting to retry' : `Retrying in ${left}`;
}

/** Both are epoch milliseconds; null once there is none. */
export function timeLeft(until: number, now: number): string | null {
  const seconds = (until - now) / 1000;
  return seconds >= 1 ? formatDuration(seconds) : null;
}

type PartsWords = { readonly label: string; readonly hint: string | null; readonly tone: 'active' | 'warn' | 'bad' };

function sendingWords(parts: PartsProgress | null): PartsWords {
  if (parts === null) return { label: 'Sending in parts', hint: null, tone: 'active' };
  const { counts, total, trouble } = parts;
  if (counts.sending === 0 && counts.toGo === 0 && trouble?.status === 'checking') {
    return { label: `Checking ${partName(trouble, null, formatCount)}`, hint: checkedHint, tone: 'active' };
  }
  const hint = trouble === null ? null : `${troubleWords(trouble, formatCount)}.`;
  const next = Math.min(total, withReceipt(counts) + 1);
  const label =
    counts.sending === 0
      ? partsSubmitted(parts, formatCount)
      : `Sending part ${formatCount(next)} of ${formatCount(total)}`;
  return { label, hint, tone: 'active' };
}

const checkedHint = 'The answer was lost. Nothing is sent again until the result is known.';

/** What a row says that is incomplete. `why`: of the part, in words. */
function incompleteWords(reason: Failure, parts: PartsProgress | null, why: string): PartsWords {
  const there = parts === null ? null : partsThere(parts, formatCount);
  const label = parts === null ? 'Incomplete' : `Incomplete: ${submittedOf(parts)}`;
  if (changed.has(reason.code)) {
    return { label, hint: `${why}${there === null ? '' : ` ${there}.`}`, tone: 'bad' };
  }
  const trouble = parts?.trouble ?? null;
  if (trouble === null || reason.code === 'parts-elsewhere') return { label, hint: why, tone: 'bad' };
  const isOpen = trouble.status === 'notKnown';
  const what = troubleWords(trouble, formatCount);
  return { label, hint: isOpen ? `${what}.` : `${what}: ${lowered(why)}`, tone: isOpen ? 'warn' : 'bad' };
}

/** What is wrong with the file, and not with a part of it. */
const changed: ReadonlySet<string> = new Set(['file-changed', 'file-missing', 'file-forbidden', 'link-since']);

const submittedOf = ({ counts, total }: PartsProgress): string =>
  `${formatCount(withReceipt(counts))} of ${partsCount(total, formatCount)} submitted`;

/** After a colon; names keep their letters. */
function lowered(sentence: string): string {
  return /^(?:The|This|It|You|A|No|Its) /.test(sentence)
    ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
}

/** What a state leaves open about the parts of a row; null where it says all. */
function partsHint({ kind }: SubmissionState, parts: PartsProgress): string | null {
  const there = partsThere(parts, formatCount);
  switch (kind) {
    case 'waiting':
    case 'preparing':
    case 'retrying':
      return there === null ? planned(parts) : `${there}.`;
    case 'paused':
      return there === null ? planned(parts) : `${there}. The rest waits.`;
    case 'cancelled':
    case 'rejected':
      return there === null ? null : `${there}, and paid for.`;
    default:
      return null;
  }
}

function planned({ total, estimate }: PartsProgress): string {
  const cost = estimate === null ? '' : `, ${formatEstimate(estimate)} in all`;
  return `Sent in ${partsCount(total, formatCount)}${cost}.`;
}

/** The time that a row shows: the latest that happened to the file, which for most is its receipt. */
export function timeOf({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  return 'at' in state ? state.at : addedAt;
}

export function timeWords({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  const added = `Added ${formatMoment(addedAt)}`;
  if (state.kind === 'submitted' || state.kind === 'delayed') return `${added}\nSubmitted ${formatMoment(state.at)}`;
  return state.kind === 'confirmed' ? `${added}\nSeen confirmed ${formatMoment(state.at)}` : added;
}
