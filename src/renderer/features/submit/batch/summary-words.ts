import type { Cost, CostEstimate, QueueSummary } from '../../../../shared/bridge/submissions.ts';
import type { Place } from '../../../ui/format.ts';
import { formatCost, formatCount, formatDuration, formatEnd, formatSize, percent } from '../../../ui/format.ts';

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
  const finished = summary.filesDone >= summary.files;
  const share =
    summary.bytes > 0 ? percent(summary.bytesDone, summary.bytes) : percent(summary.filesDone, summary.files);
  if (finished) {
    const one = summary.files === 1;
    // What nobody knows, or what was refused, is not done in the eyes of the person.
    const none = summary.files > 0 && summary.filesNeedingYou === summary.files;
    const headline = none
      ? `${one ? 'Your file needs' : `All ${count(summary.files)} files need`} you`
      : one
        ? 'Your file is done'
        : `All ${count(summary.files)} files are done`;
    const told = needsYou === 0 || (none && needsYou === summary.files);
    const open = told ? [] : [needsYou === 1 ? '1 needs you' : `${count(needsYou)} need you`];
    return { headline, facts: [formatSize(summary.bytes), ...open], percent: 100, finished };
  }
  const facts = [`${formatSize(summary.bytesDone)} of ${formatSize(summary.bytes)}`];
  if (summary.bytesPerSecond !== null) facts.push(`${formatSize(Math.round(summary.bytesPerSecond))}/s`);
  const left = summary.secondsLeft;
  if (left !== null && left < LONG_SECONDS) facts.push(`about ${formatDuration(left)} left`);
  else if (left !== null) facts.push(`done at about ${formatEnd(now + left * 1000, now, place)}`);
  return {
    headline: `${count(summary.filesDone)} of ${count(summary.files)} ${summary.files === 1 ? 'file' : 'files'} done`,
    facts,
    // Bytes may all be out while answers are still to come.
    percent: Math.min(share, 99),
    finished,
  };
}

function count(files: number): string {
  return formatCount(files);
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
