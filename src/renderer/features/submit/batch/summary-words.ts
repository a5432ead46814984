import type { Cost, CostEstimate, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatEnd,
  formatSize,
  type Place,
  percent,
} from '../../../ui/format.ts';

/** The strip above the list, in words. */
export type SummaryWords = {
  readonly headline: string;
  /** Bytes, rate and time left; each stands for itself. */
  readonly facts: readonly string[];
  readonly percent: number;
  readonly finished: boolean;
};

/** From this long on, a person plans with the time of day and not with a countdown. */
const LONG_SECONDS = 600;

export type SummaryContext = {
  readonly now: number;
  /** Files that go no further without the person, of this batch or of an earlier one. */
  readonly needsYou: number;
  readonly place?: Place;
};

export function summaryWords(summary: QueueSummary, { now, needsYou, place = {} }: SummaryContext): SummaryWords {
  const { files, filesDone, bytes, bytesDone, bytesPerSecond, secondsLeft } = summary;
  if (filesDone >= files) return finishedWords(summary, needsYou);
  const facts = [`${formatSize(bytesDone)} of ${formatSize(bytes)}`];
  if (bytesPerSecond !== null) facts.push(`${formatSize(Math.round(bytesPerSecond))}/s`);
  if (secondsLeft !== null && secondsLeft < LONG_SECONDS) facts.push(`about ${formatDuration(secondsLeft)} left`);
  else if (secondsLeft !== null) facts.push(`done at about ${formatEnd(now + secondsLeft * 1000, now, place)}`);
  return {
    headline: `${formatCount(filesDone)} of ${formatCount(files)} ${files === 1 ? 'file' : 'files'} done`,
    facts,
    // Bytes may all be out while answers are still to come.
    percent: Math.min(bytes > 0 ? percent(bytesDone, bytes) : percent(filesDone, files), 99),
    finished: false,
  };
}

function finishedWords({ files, filesNeedingYou, bytes }: QueueSummary, needsYou: number): SummaryWords {
  const one = files === 1;
  // What nobody knows, or what was refused, is not done in the eyes of the person.
  const noneDone = files > 0 && filesNeedingYou === files;
  const headline = noneDone
    ? `${one ? 'Your file needs' : `All ${formatCount(files)} files need`} you`
    : `${one ? 'Your file is' : `All ${formatCount(files)} files are`} done`;
  const isSaid = needsYou === 0 || (noneDone && needsYou === files);
  const open = isSaid ? [] : [needsYou === 1 ? '1 needs you' : `${formatCount(needsYou)} need you`];
  return { headline, facts: [formatSize(bytes), ...open], percent: 100, finished: true };
}

export type EstimateWords = { readonly text: string; readonly tone: 'plain' | 'warn' };

/** What the rest will probably cost, and whether the balance is enough; null while nothing is left to pay for. */
export function estimateWords({ cost, covered }: CostEstimate): EstimateWords | null {
  if (/^0*$/.test(cost.amount)) return null;
  const about = `About ${formatCost(roundedUp(cost))} for the rest`;
  if (covered === null) return { text: `${about}.`, tone: 'plain' };
  if (covered) return { text: `${about} — the balance covers it.`, tone: 'plain' };
  return { text: `${about} — the balance does not cover it: add funds, or cancel some.`, tone: 'warn' };
}

const KEPT_DIGITS = 3n;

/** An estimate pretends to no more digits than it has, and never promises too little. */
function roundedUp(cost: Cost): Cost {
  if (!/^\d+$/.test(cost.amount)) return cost;
  const amount = BigInt(cost.amount);
  const digits = BigInt(amount.toString().length);
  if (digits <= KEPT_DIGITS) return cost;
  const step = 10n ** (digits - KEPT_DIGITS);
  return { ...cost, amount: String(((amount + step - 1n) / step) * step) };
}
