import type { BatchBytes, CarriedOver, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import {
  type BatchFact,
  type BatchTone,
  batchFacts,
  batchHeadline,
  batchTone,
} from '../../../../shared/messages/submissions/batch.ts';
import { allOf, goingOn, isBatchOver, withReceipt } from '../../../../shared/submissions/batch-status.ts';
import { formatCount, formatDuration, formatEnd, formatSize, type Place, percent } from '../../../ui/format.ts';

/** The strip above the list, in words. */
export type SummaryWords = {
  readonly headline: string;
  /** What the headline leaves open, bytes, rate and time left; each stands for itself. */
  readonly facts: readonly BatchFact[];
  /** Null where there is nothing to draw a bar of. */
  readonly percent: number | null;
  readonly tone: BatchTone;
};

/** From this long on, a person plans with the time of day and not with a countdown. */
const LONG_SECONDS = 600;

type Context = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly readsRecords: boolean;
  readonly place?: Place;
};

export function summaryWords(summary: QueueSummary, { now, readsRecords, place = {} }: Context): SummaryWords {
  const { counts } = summary;
  const figures = goingOn(counts) > 0 ? movingFacts(summary, now, place) : restingFacts(summary);
  return {
    headline: batchHeadline(counts, formatCount),
    facts: [
      ...batchFacts(counts, formatCount, readsRecords),
      ...figures.map((text) => ({ text, tone: 'plain' }) as const),
    ],
    percent: percentOf(summary),
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

/** Never full while something may still come: bytes may all be out while answers are not there. */
function percentOf({ counts, bytes }: { readonly counts: QueueSummary['counts']; readonly bytes: BatchBytes }) {
  const all = allOf(counts);
  const stopped = counts.cancelled + counts.rejected;
  if (counts.cancelled === all) return null;
  if (isBatchOver(counts)) return 100;
  const files = withReceipt(counts) + counts.failed + counts.checking + counts.notKnown;
  return Math.min(bytes.all > 0 ? percent(bytes.gone, bytes.all) : percent(files, all - stopped), 99);
}

/** What the last run left open: what goes on now, what is looked for, and what waits. */
export function carriedOverWords({ toSend, checking, needYou, paused }: CarriedOver): string {
  const parts = [
    { files: toSend, what: 'to be sent' },
    { files: checking, what: 'being checked with the service' },
    { files: needYou, what: 'waiting for you' },
    { files: paused, what: 'paused' },
  ].filter(({ files }) => files > 0);
  const told = parts.map(({ files, what }, index) => {
    const noun = index > 0 ? '' : files === 1 ? ' file' : ' files';
    return `${formatCount(files)}${noun} ${what}`;
  });
  return `Dropslip goes on where it stopped: ${told.join(', ')}.`;
}
