import type { CarriedOver, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import {
  type BatchFact,
  type BatchTone,
  batchFacts,
  batchHeadline,
  batchTone,
} from '../../../../shared/messages/submissions/batch.ts';
import { waitingWords } from '../../../../shared/messages/submissions/waiting.ts';
import { allOf, type BatchCounts, goingOn, withReceipt } from '../../../../shared/submissions/batch-status.ts';
import type { WaitingFor } from '../../../../shared/submissions/waiting.ts';
import { formatCount, formatDuration, formatEnd, formatSize, type Place } from '../../../ui/format.ts';

export type SummaryWords = {
  readonly headline: string;
  /** What the headline leaves open, bytes, rate and time left; each stands for itself. */
  readonly facts: readonly BatchFact[];
  /** Null where there is nothing to draw a bar of. */
  readonly bar: BarParts | null;
  readonly tone: BatchTone;
};

/** The parts of the bar, side by side, in percent of it: what went well, what did not, and what waits for a decision. */
type BarParts = { readonly good: number; readonly bad: number; readonly open: number };

/** From this long on, a person plans with the time of day and not with a countdown. */
const LONG_SECONDS = 600;
const FULLEST_UNDER_WAY = 99;

type Context = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly readsRecords: boolean;
  readonly place?: Place;
};

export function summaryWords(summary: QueueSummary, { now, readsRecords, place = {} }: Context): SummaryWords {
  const { counts, folders } = summary;
  const figures = isMoving(summary) ? movingFacts(summary, now, place) : restingFacts(summary);
  return {
    headline: batchHeadline(counts, folders, formatCount),
    facts: [
      ...batchFacts(counts, formatCount, readsRecords),
      ...figures.map((text) => ({ text, tone: 'plain' }) as const),
    ],
    bar: barOf(summary),
    tone: batchTone(counts),
  };
}

function movingFacts({ bytes, bytesPerSecond, secondsLeft }: QueueSummary, now: number, place: Place): string[] {
  const facts = [`${formatSize(bytes.gone)} of ${formatSize(bytes.all)}`];
  if (bytesPerSecond !== null) facts.push(`${formatSize(Math.round(bytesPerSecond))}/s`);
  if (secondsLeft !== null && secondsLeft < LONG_SECONDS) facts.push(`about ${formatDuration(secondsLeft)} left`);
  else if (secondsLeft !== null) facts.push(`done at about ${formatEnd(now + secondsLeft * 1000, now, place)}`);
  return facts;
}

function restingFacts({ counts, bytes }: QueueSummary): string[] {
  if (withReceipt(counts) === 0) return [];
  const size = formatSize(bytes.submitted);
  return [withReceipt(counts) === allOf(counts) ? size : `${size} submitted`];
}

export function isMoving({ counts, waitingFor }: QueueSummary): boolean {
  return counts.sending > 0 || (counts.toGo > 0 && waitingFor === null);
}

/**
 * As the words beside it: of files while nothing moves, and while something does of the bytes of all that was not cancelled.
 * Where nobody waits any more for a file, its part has its colour.
 */
function barOf(summary: QueueSummary): BarParts | null {
  const { counts, bytes } = summary;
  if (counts.cancelled === allOf(counts)) return null;
  const all = bytes.all + bytes.byStatus.rejected + bytes.byStatus.incomplete;
  if (!isMoving(summary) || all === 0) return partsOf(counts, withReceipt(counts) - counts.delayed, allOf(counts));
  return partsOf(
    bytes.byStatus,
    bytes.gone - bytes.byStatus.delayed - bytes.byStatus.notKnown,
    all,
    goingOn(counts) > 0,
  );
}

/** Never full while something may still come: bytes may all be out while answers are not there. */
function partsOf(of: BatchCounts, good: number, all: number, isUnderWay = false): BarParts {
  const share = (part: number): number => (part * 100) / all;
  return {
    good: isUnderWay ? Math.min(share(good), FULLEST_UNDER_WAY) : share(good),
    bad: share(of.rejected + of.incomplete),
    open: share(of.undecided + of.notKnown + of.delayed),
  };
}

/**
 * What the queue waits for. What waits for a decision alone is counted already, and its answers stand beside the strip; what
 * is wrong with the account is said above every screen, with the way to mend it.
 */
export function waitingText(waitingFor: WaitingFor | null, now: number): string {
  if (waitingFor === null || (waitingFor.kind === 'person' && waitingFor.paused === 0)) return '';
  if (waitingFor.kind === 'account' && waitingFor.trouble !== null) return '';
  return waitingWords(waitingFor, now);
}

/**
 * What the last run left open, by the names that the strip has for it. Whether anything of it goes on now is not said here: a
 * key may be missing, or the connection.
 */
export function carriedOverWords({ toSend, checking, notKnown, paused, undecided }: CarriedOver): string {
  const others = [
    { files: checking, what: 'to check with the service' },
    { files: undecided, what: 'waiting for your decision' },
    { files: notKnown, what: 'uncertain' },
    { files: paused, what: 'paused' },
  ].filter(({ files }) => files > 0);
  const listed = others.map(({ files, what }, index) => {
    const noun = index > 0 || toSend > 0 ? '' : files === 1 ? ' file' : ' files';
    return `${formatCount(files)}${noun} ${what}`;
  });
  if (toSend === 0) return `Left from last time: ${listed.join(', ')}.`;
  const continued = `Continuing: ${toSend === 1 ? '1 file' : `${formatCount(toSend)} files`} left from last time`;
  return `${[continued, ...listed].join(', ')}.`;
}
