import type { Submission, SubmissionProgress } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { tooLargeMessage } from '../../../shared/messages/failures/service.ts';
import {
  partName,
  partsCount,
  partsSubmitted,
  partsThere,
  troubleWords,
  unreachableWords,
} from '../../../shared/messages/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import type {
  CannotTell,
  OtherContent,
  PauseReason,
  SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import { quoted, rowText, visibleName } from '../../../shared/text.ts';
import { formatBound, formatCount, formatDay, formatDuration, formatMoment, percent } from '../../ui/format.ts';

/** The look of a state: `quiet` for nothing happening, `active` for progress, then good, attention, and wrong. */
type Tone = 'quiet' | 'active' | 'good' | 'warn' | 'bad';

type StateWords = {
  readonly label: string;
  /**
   * The reason, the consequence or the next step. A row shows it only if the tone is `warn` or `bad`; the details
   * always do.
   */
  readonly sentence: string;
  readonly tone: Tone;
  /** The state of the parts, if the label leaves it open. */
  readonly parts: string | null;
};

/** `now` is in epoch milliseconds. */
type WordContext = {
  readonly progress: SubmissionProgress | null;
  readonly now: number;
  /** True if the account can read the service's records. Without them no block is ever reported. */
  readonly readsRecords: boolean;
};

type Told = Pick<Submission, 'state' | 'parts'>;

export function stateWords(told: Told, context: WordContext): StateWords {
  return { parts: told.parts === null ? null : partsSentence(told.state, told.parts), ...ownWords(told, context) };
}

/** The sentence that fits into a row; null if the label is enough. */
export function rowSentence({ sentence, tone, parts }: StateWords): string | null {
  const own = tone === 'warn' || tone === 'bad' ? sentence : null;
  return own === null || parts === null ? (own ?? parts) : `${own} ${parts}`;
}

function ownWords({ state, parts }: Told, context: WordContext): Omit<StateWords, 'parts'> {
  const { progress, now, readsRecords } = context;
  switch (state.kind) {
    case 'waiting':
      return {
        label: 'Waiting',
        sentence: 'It is sent as soon as it is its turn.',
        tone: 'quiet',
      };
    case 'preparing':
      return {
        label: progress ? `Reading ${share(progress)} %` : 'Getting ready',
        sentence: 'Dropslip is reading the file. Nothing has left your computer yet.',
        tone: 'active',
      };
    case 'sending':
      return {
        label: sendingLabel(state.attempt, progress),
        sentence: 'You get a receipt as soon as the service has all of it.',
        tone: 'active',
      };
    case 'retrying': {
      // The strip above the list reports it once for all files.
      if (state.reason.code === 'unreachable') {
        const sentence = `${unreachableWords(state.reason)} This file is sent automatically when there is a connection.`;
        return { label: 'Waiting for the connection', sentence, tone: 'quiet' };
      }
      const left = timeLeft(Date.parse(state.until), now);
      const label = left === null ? 'Waiting to retry' : `Retrying in ${left}`;
      return { label, sentence: failureMessage(state.reason), tone: 'warn' };
    }
    case 'paused':
      return pauseWords(state.why, now);
    case 'cancelled':
      return { label: 'Cancelled', sentence: 'You stopped this file before all of it was sent.', tone: 'quiet' };
    case 'rejected':
      return { label: 'Not submitted', sentence: reasonWords(state.reason), tone: 'bad' };
    case 'unsettled': {
      if (state.check.kind === 'cannot-tell') {
        const sentence = `You may have paid for it. ${failureMessage(state.reason)}`;
        return { label: 'We don’t know yet', sentence, tone: 'warn' };
      }
      const left = timeLeft(Date.parse(state.check.until), now);
      return {
        label: left === null ? 'Checking with the service' : `Checking with the service — ${left}`,
        sentence:
          'Dropslip is looking for it in the service’s records. Nothing is sent again until the result is known.',
        tone: 'active',
      };
    }
    case 'submitted': {
      const more = readsRecords
        ? 'It will be confirmed in a block soon.'
        : 'Add an access token to see when it is in a block and what it cost.';
      return {
        label: readsRecords ? 'Submitted — waiting for a block' : 'Submitted',
        sentence: `The service accepted it, and this is its receipt. ${more}`,
        tone: 'good',
      };
    }
    case 'confirmed':
      return { label: 'Confirmed in a block', ...confirmedWords(state.other, parts) };
    case 'delayed':
      return {
        label: 'Delayed',
        sentence: `${delayedSentence(state.reason)} If you submit the file again, you may pay twice.`,
        tone: 'warn',
      };
    case 'in-parts':
      return {
        label: partsLabel(parts),
        sentence: 'Each part has its own receipt and is never sent twice.',
        tone: 'active',
      };
    case 'incomplete':
      return incompleteWords(state.reason, parts);
  }
}

const LONGEST_SAID = 80;

function delayedSentence(reason: Failure): string {
  const said = reason.code === 'failed-in-service' ? reason.detail : undefined;
  return said === undefined
    ? failureMessage(reason)
    : `The service says ${quoted(rowText(said, LONGEST_SAID))} and tries again automatically.`;
}

function reasonWords(reason: Failure): string {
  return reason.code === 'too-large' && reason.after === undefined
    ? tooLargeMessage(reason.values, formatBound)
    : failureMessage(reason);
}

/** A service that encrypts does so with every file, so this is not a warning. */
function confirmedWords(
  other: OtherContent | undefined,
  parts: PartsProgress | null,
): Pick<StateWords, 'sentence' | 'tone'> {
  if (other === undefined) {
    const sentence =
      parts === null
        ? 'This is its full record.'
        : 'All parts and the manifest, which lists them, are in blocks. Use the manifest’s submission id to download the whole.';
    return { sentence, tone: 'good' };
  }
  const record = `The service’s record${other.part === undefined ? '' : ` of ${partName(other.part, null, formatCount)}`}`;
  const ask = 'Keep the receipt, and ask the service’s operator.';
  if (other.of === 'known-file')
    return { sentence: `${record} has the hash of another of your files. ${ask}`, tone: 'warn' };
  return {
    sentence: `${record} has a different hash: the service may have encrypted it. If it does not encrypt, ask its operator.`,
    tone: 'good',
  };
}

function share({ done, total }: SubmissionProgress): number {
  return percent(done, total);
}

function sendingLabel(attempt: number, progress: SubmissionProgress | null): string {
  const again = attempt > 1 ? ` (try ${attempt})` : '';
  if (!progress) return `Sending${again}`;
  if (share(progress) === 100) return `Sent — waiting for the receipt${again}`;
  return `Sending ${share(progress)} %${again}`;
}

function pauseWords(why: PauseReason, now: number): Omit<StateWords, 'parts'> {
  switch (why.kind) {
    case 'by-user':
      return { label: 'Paused', sentence: 'It waits until you resume it. Waiting costs nothing.', tone: 'quiet' };
    case 'unapproved':
      return {
        label: 'Waiting for your approval',
        sentence: 'Nothing is sent until you approve it above the list.',
        tone: 'quiet',
      };
    case 'duplicate': {
      const { at, name, submissionId, desk = '' } = why.of;
      if (desk !== '') return deskWords(rowText(desk), submissionId !== null, formatDay(at, now));
      return submissionId === null
        ? { label: 'Twice in the list', sentence: `“${visibleName(name)}” has the same contents.`, tone: 'warn' }
        : {
            label: 'Submitted before',
            sentence: `The same contents were submitted ${formatDay(at, now)}, as “${visibleName(name)}”.`,
            tone: 'warn',
          };
    }
    case 'beyond-spending-limit':
      return {
        label: 'Waiting for your decision',
        sentence: 'With it, the drop would cost more than your spending limit.',
        tone: 'warn',
      };
    case 'since-copy':
      return {
        label: 'Waiting for your decision',
        sentence: 'It may have been submitted since the copy of Dropslip’s data was made. Then you pay twice.',
        tone: 'warn',
      };
  }
}

/** The words for contents that another desk of the team has submitted, or has only claimed. */
function deskWords(desk: string, isSubmitted: boolean, day: string): Omit<StateWords, 'parts'> {
  return isSubmitted
    ? {
        label: 'Submitted before',
        sentence: `The desk ${quoted(desk)} submitted the same contents ${day}.`,
        tone: 'warn',
      }
    : {
        label: `Waits for ${desk}`,
        sentence: `The desk ${quoted(desk)} claimed the same contents ${day} and may be submitting them now. This file continues once that desk is done.`,
        tone: 'quiet',
      };
}

/** Both are in epoch milliseconds. Returns null once no time is left. */
function timeLeft(until: number, now: number): string | null {
  const seconds = (until - now) / 1000;
  return seconds >= 1 ? formatDuration(seconds) : null;
}

function partsLabel(parts: PartsProgress | null): string {
  if (parts === null) return 'Sending in parts';
  const { counts, total, trouble } = parts;
  if (counts.sending === 0 && counts.toGo === 0 && trouble?.status === 'checking') {
    return `Checking ${partName(trouble, null, formatCount)}`;
  }
  if (counts.sending === 0) return partsSubmitted(parts, formatCount);
  return `Sending part ${formatCount(Math.min(total, withReceipt(counts) + 1))} of ${formatCount(total)}`;
}

/** These failures concern the whole file rather than one of its parts. */
const ofWhole: ReadonlySet<string> = new Set(['file-changed', 'file-missing', 'file-forbidden', 'link-since']);

function incompleteWords(reason: Failure, parts: PartsProgress | null): Omit<StateWords, 'parts'> {
  const why = reasonWords(reason);
  if (parts === null) return { label: 'Incomplete', sentence: why, tone: 'bad' };
  const { counts, total, trouble } = parts;
  const label = `Incomplete: ${formatCount(withReceipt(counts))} of ${partsCount(total, formatCount)} submitted`;
  if (trouble === null || ofWhole.has(reason.code)) return { label, sentence: why, tone: 'bad' };
  const part = troubleWords(trouble, formatCount);
  return trouble.status === 'notKnown'
    ? { label, sentence: `${part}, so it is not sent again automatically.`, tone: 'warn' }
    : { label, sentence: `${part}. ${why}`, tone: 'bad' };
}

function partsSentence({ kind }: SubmissionState, parts: PartsProgress): string | null {
  switch (kind) {
    case 'in-parts':
      return parts.trouble === null ? null : `${troubleWords(parts.trouble, formatCount)}.`;
    case 'waiting':
    case 'preparing':
    case 'retrying':
    case 'paused':
    case 'cancelled':
    case 'rejected': {
      const there = partsThere(parts, formatCount);
      return there === null ? null : `${there}, and paid for.`;
    }
    default:
      return null;
  }
}

/** The reason why the records do not settle a file, and the user's next step. */
export function cannotTellWords(why: CannotTell, readsRecords: boolean): string {
  const reason = readsRecords
    ? cannotTellReasons[why]
    : 'The service’s records show if it arrived. Dropslip needs an access token to read them, and this account has none.';
  return `${reason} If you know what happened to it, choose it here.`;
}

const cannotTellReasons: { readonly [Why in CannotTell]: string } = {
  'no-records':
    'The service shows this account no records, so Dropslip can’t look it up. Ask its operator for the submission id.',
  'records-unreadable': 'The service’s records can’t be read with this account. The service’s operator can look it up.',
  'list-incomplete': 'The service’s list is not complete, so a file that is missing from it may still have arrived.',
  'hash-unknown': 'A record that may be this file has a kind of hash that can’t be checked here.',
  'hash-missing': 'A record that may be this file still has no hash to compare.',
  indistinguishable: 'Another file with the same contents is being sent.',
  'same-bytes-before': 'The only matching record is older than this file.',
  'listing-unproven':
    'None of this account’s receipts has been seen in the service’s list yet, so a file that is missing from it may still have arrived.',
};

export function timeOf({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  return 'at' in state ? state.at : addedAt;
}

export function timeWords({ state, addedAt }: Pick<Submission, 'state' | 'addedAt'>): string {
  const added = `Added ${formatMoment(addedAt)}`;
  if (state.kind === 'submitted' || state.kind === 'delayed') return `${added}\nSubmitted ${formatMoment(state.at)}`;
  return state.kind === 'confirmed' ? `${added}\nSeen confirmed ${formatMoment(state.at)}` : added;
}
