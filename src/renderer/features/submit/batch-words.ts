import { readsRecords } from '../../../shared/account.ts';
import { formatUnits, maxDecimals, parseUnits } from '../../../shared/amounts.ts';
import type { Account } from '../../../shared/bridge/accounts.ts';
import type { BatchCost, CostEstimate, HeldCost, HeldCosts, QueueSummary } from '../../../shared/bridge/submissions.ts';
import { publicWords } from '../../../shared/messages/questions/account-questions.ts';
import { type BatchFact, batchFacts, batchHeadline, waitingWords } from '../../../shared/messages/submissions.ts';
import { allOf, goingOn, type WaitingFor, withReceipt } from '../../../shared/submissions/batch-status.ts';
import { CREDITS } from '../../../shared/submissions/cost.ts';
import { rowText } from '../../../shared/text.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatEnd,
  formatEstimate,
  formatSize,
  percent,
} from '../../ui/format.ts';
import { filesWords } from './bulk.ts';

type SummaryWords = {
  readonly headline: string;
  /** The details that the headline leaves out: bytes, rate and time left. Each is complete without the others. */
  readonly facts: readonly BatchFact[];
  /** In percent; null if there is no progress to show. */
  readonly bar: number | null;
};

/** The time in seconds from which the user gets a time of day instead of a countdown. */
const LONG_SECONDS = 600;

type Context = {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly readsRecords: boolean;
};

export function summaryWords(summary: QueueSummary, { now, readsRecords }: Context): SummaryWords {
  const { counts } = summary;
  const figures = isMoving(summary) ? movingFacts(summary, now) : restingFacts(summary);
  return {
    headline: batchHeadline(counts, formatCount),
    facts: [
      ...batchFacts(counts, formatCount, readsRecords),
      ...figures.map((text) => ({ text, tone: 'plain' }) as const),
    ],
    bar: barOf(summary),
  };
}

function movingFacts({ bytes, bytesPerSecond, secondsLeft }: QueueSummary, now: number): string[] {
  const facts = [`${formatSize(bytes.gone)} of ${formatSize(bytes.all)}`];
  if (bytesPerSecond !== null) facts.push(`${formatSize(Math.round(bytesPerSecond))}/s`);
  if (secondsLeft !== null && secondsLeft < LONG_SECONDS) facts.push(`about ${formatDuration(secondsLeft)} left`);
  else if (secondsLeft !== null) facts.push(`done at about ${formatEnd(now + secondsLeft * 1000, now)}`);
  return facts;
}

function restingFacts({ counts, bytes }: QueueSummary): string[] {
  if (withReceipt(counts) === 0) return [];
  const size = formatSize(bytes.submitted);
  return [withReceipt(counts) === allOf(counts) ? size : `${size} submitted`];
}

function isMoving({ counts, waitingFor }: QueueSummary): boolean {
  return counts.sending > 0 || (counts.toGo > 0 && waitingFor === null);
}

/** The progress in percent: of the bytes during an upload, otherwise of the files. Null if all are cancelled. */
function barOf(summary: QueueSummary): number | null {
  const { counts, bytes } = summary;
  if (counts.cancelled === allOf(counts)) return null;
  if (!isMoving(summary) || bytes.all === 0) return percent(withReceipt(counts) - counts.delayed, allOf(counts));
  // All bytes may be sent before the answers arrive.
  return Math.min(percent(bytes.gone, bytes.all), goingOn(counts) > 0 ? 99 : 100);
}

/**
 * The reason why the queue waits; empty if it is shown elsewhere. Decisions have their buttons beside the strip, and an
 * account's problem is shown above every screen.
 */
export function waitingText(waitingFor: WaitingFor | null, now: number): string {
  if (waitingFor === null || (waitingFor.kind === 'user' && waitingFor.paused === 0)) return '';
  if (waitingFor.kind === 'account' && waitingFor.trouble !== null) return '';
  return waitingWords(waitingFor, now);
}

type Costs = Pick<QueueSummary, 'counts' | 'costs' | 'estimate' | 'filesWithoutCost'>;

type CostWords = {
  /** One sentence for each token: the total, the part that is spent, and the comparison with the balance. */
  readonly totals: readonly string[];
  readonly notes: readonly { readonly text: string; readonly tone: 'plain' | 'warn' }[];
};

export function costWords({ counts, costs, estimate, filesWithoutCost }: Costs, readsRecords: boolean): CostWords {
  const notes: CostWords['notes'][number][] = [];
  const covered = estimate === null || isNothing(estimate.cost.amount) ? null : estimate.covered;
  if (covered === false) {
    notes.push({ text: 'The balance does not cover the rest: top it up, or cancel some.', tone: 'warn' });
  }
  if (filesWithoutCost > 0) {
    const files = filesWithoutCost === 1 ? '1 file' : `${formatCount(filesWithoutCost)} files`;
    notes.push({ text: `The service does not say what ${files} cost.`, tone: 'plain' });
  }
  // Shown from the beginning: adding the line with the first cost would move all rows under the pointer.
  const isToBeKnown = readsRecords && goingOn(counts) + counts.submitted + counts.paused > 0;
  if (isToBeKnown && costs.length === 0 && estimate === null && notes.length === 0) {
    notes.push({ text: 'The cost is not known yet.', tone: 'plain' });
  }
  return { totals: costs.filter((cost) => sumOf(cost) > 0n).map((cost) => totalOf(cost, covered === true)), notes };
}

function totalOf(cost: BatchCost, covered: boolean): string {
  const { token, decimals, known, estimated, ...accuracy } = cost;
  const sum = { amount: formatUnits(sumOf(cost), maxDecimals), token, decimals };
  if (isNothing(estimated)) return `Cost ${formatCost(sum)}`;
  const total = formatEstimate({ cost: sum, ...accuracy });
  return [
    `${total.charAt(0).toUpperCase()}${total.slice(1)} in all`,
    ...(isNothing(known) ? [] : [`${formatCost({ amount: known, token: null, decimals })} spent so far`]),
    ...(covered ? ['covered by the balance'] : []),
  ].join(', ');
}

function sumOf({ known, estimated }: BatchCost): bigint {
  return [known, estimated].reduce((sum, amount) => sum + (parseUnits(amount, maxDecimals) ?? 0n), 0n);
}

function isNothing(amount: string): boolean {
  return parseUnits(amount, maxDecimals) === 0n;
}

type Payer = Pick<Account, 'credentials' | 'kind' | 'name' | 'submitBy'>;

type Note = { readonly text: string; readonly tone: 'plain' | 'warn' };

type ApprovalWords = {
  /** The number of files, their cost and the account that pays. Each is complete without the others. */
  readonly facts: readonly string[];
  readonly notes: readonly Note[];
  readonly submit: string;
  /** The label for sending one file alone, whose record reveals the cost of the others; null if it would not. */
  readonly submitOne: string | null;
};

export function approvalWords(
  unapproved: NonNullable<HeldCosts['unapproved']>,
  limit: HeldCosts['limit'],
  payer: Payer,
  isPublic = false,
): ApprovalWords {
  const { adding, ahead, bytes, estimate, isBeyondLimit, rows } = unapproved;
  const notes: Note[] = [{ text: `${formatSize(bytes)}, ${payingWords(payer)}.`, tone: 'plain' }];
  const mayLearn = estimate === null && readsRecords(payer);
  if (estimate === null && !mayLearn) {
    notes.push({ text: 'This account can’t see costs. Add an access token to see them.', tone: 'plain' });
  }
  if (mayLearn && ahead > 0) {
    notes.push({
      text: `${filesWords(ahead)} submitted first: the cost is shown here once ${ahead === 1 ? 'it' : 'one of them'} is in a block.`,
      tone: 'plain',
    });
  }
  if (estimate?.accuracy === 'at-most' && estimate.cost.token !== CREDITS) {
    notes.push({ text: 'It may be much less: so far, the cost is known for one file size only.', tone: 'plain' });
  }
  if (payer.kind === 'practice') notes.push({ text: 'Nothing real is spent.', tone: 'plain' });
  else if (isPublic) notes.push({ text: publicWords, tone: 'plain' });
  if (estimate?.covered === true) notes.push({ text: 'The balance covers it.', tone: 'plain' });
  if (estimate?.covered === false) {
    notes.push({ text: 'The balance does not cover it: top it up, or submit fewer files.', tone: 'warn' });
  }
  if (isBeyondLimit && limit !== null) notes.push({ text: beyondWords(limit, estimate, rows === 1), tone: 'warn' });
  return {
    facts: [
      adding ? `${heldWords(unapproved)} so far` : heldWords(unapproved),
      estimate === null ? 'cost unknown' : formatEstimate(estimate),
      `paid by ${rowText(payer.name)}`,
    ],
    notes,
    // The question itself is in a window of main's own.
    submit: isBeyondLimit ? 'Submit…' : mayLearn && rows > 1 ? 'Submit all' : 'Submit',
    submitOne: mayLearn && rows > 1 && ahead === 0 ? 'Submit one to learn the cost' : null,
  };
}

/** The text for screen readers. The buttons explain how to answer. */
export function approvalSpoken({ facts, notes }: ApprovalWords): string {
  return `Waiting for your approval: ${facts.join(', ')}. ${notes.map(({ text }) => text).join(' ')}`;
}

/** Files that the spending limit holds back. Only the button shows their cost. */
export function beyondLimitWords(
  held: NonNullable<HeldCosts['beyondLimit']>,
  limit: HeldCosts['limit'],
): { readonly text: string; readonly submit: string } {
  const { estimate, files } = held;
  const wait = `${heldWords(held)} ${files === 1 ? 'waits' : 'wait'} for your approval`;
  const why = limit && beyondWords(limit, estimate, files === 1);
  return {
    text: why === null ? `${wait}.` : `${wait}. ${why}`,
    submit: `Submit ${filesWords(files)}${estimate === null ? '' : ` for ${formatEstimate(estimate)}`}…`,
  };
}

function payingWords({ submitBy }: Payer): string {
  return submitBy.variant === 'api-key' ? 'paid with the API key' : `paid with ${rowText(submitBy.token, 60)}`;
}

function beyondWords(limit: NonNullable<HeldCosts['limit']>, estimate: CostEstimate | null, isOne: boolean): string {
  const words = formatCost(limit.limit);
  if (limit.isOtherToken) return `A different token pays than the one of your spending limit of ${words}.`;
  if (estimate === null) return `The cost is unknown, and this drop has a limit of ${words}.`;
  const costs = estimate.accuracy === 'at-most' ? 'may cost' : 'costs';
  return `With ${isOne ? 'it' : 'them'} this drop ${costs} more than its limit of ${words}.`;
}

/** Adds the number of submissions if it differs from the number of files: each submission is paid for. */
function heldWords({ files, submissions }: Pick<HeldCost, 'files' | 'submissions'>): string {
  if (submissions === files) return filesWords(files);
  return `${filesWords(files)} in ${submissions === 1 ? '1 submission' : `${formatCount(submissions)} submissions`}`;
}
