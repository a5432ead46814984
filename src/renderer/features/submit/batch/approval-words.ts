import { readsRecords } from '../../../../shared/accounts/account.ts';
import { roundedUp } from '../../../../shared/amounts/estimates.ts';
import type { Account } from '../../../../shared/bridge/accounts.ts';
import type { CostEstimate, HeldCost, HeldCosts } from '../../../../shared/bridge/submissions.ts';
import { rowText } from '../../../../shared/text.ts';
import { formatCost, formatCount, formatSize } from '../../../ui/format.ts';

/** Who pays, as the window knows it. */
export type Payer = Pick<Account, 'credentials' | 'kind' | 'name' | 'submitBy'>;

type Note = { readonly text: string; readonly tone: 'plain' | 'warn' };

export type ApprovalWords = {
  /** How many files, what they cost, who pays; each stands for itself. */
  readonly facts: readonly string[];
  /** What else is to be known before one says yes. */
  readonly notes: readonly Note[];
  readonly submit: string;
  /** Offers to send one alone, whose record tells what the others will cost; null where that tells nothing. */
  readonly submitOne: string | null;
};

/** What waits for a yes before anything of it is sent. */
export function approvalWords(
  unapproved: NonNullable<HeldCosts['unapproved']>,
  limit: HeldCosts['limit'],
  payer: Payer,
): ApprovalWords {
  const { adding, ahead, bytes, estimate, isBeyondLimit, rows } = unapproved;
  const notes: Note[] = [{ text: `${formatSize(bytes)}, ${payingWords(payer)}.`, tone: 'plain' }];
  const mayLearn = estimate === null && readsRecords(payer);
  if (estimate === null && !mayLearn) {
    notes.push({ text: 'This account can’t see costs: an access token shows them.', tone: 'plain' });
  }
  if (mayLearn && ahead > 0) {
    notes.push({
      text: `${filesWords(ahead)} went ahead: as soon as a block has ${ahead === 1 ? 'it' : 'one of them'}, the cost shows here.`,
      tone: 'plain',
    });
  }
  if (estimate?.atMost === true) {
    notes.push({ text: 'It may be far less: the cost of files of one size alone is known so far.', tone: 'plain' });
  }
  if (payer.kind === 'practice') notes.push({ text: 'Nothing real is spent.', tone: 'plain' });
  if (estimate?.covered === true) notes.push({ text: 'The balance covers it.', tone: 'plain' });
  if (estimate?.covered === false) {
    notes.push({ text: 'The balance does not cover it: make a deposit, or submit fewer files.', tone: 'warn' });
  }
  if (isBeyondLimit && limit !== null) notes.push({ text: beyondWords(limit, estimate), tone: 'warn' });
  return {
    facts: [
      adding ? `${heldWords(unapproved)} so far` : heldWords(unapproved),
      estimate === null ? 'cost unknown' : estimateWords(estimate),
      `paid by ${rowText(payer.name)}`,
    ],
    notes,
    // Main asks once more, in a window of its own.
    submit: isBeyondLimit
      ? `Submit${estimate === null ? '' : ` for ${estimateWords(estimate)}`}…`
      : mayLearn && rows > 1
        ? 'Submit all'
        : 'Submit',
    submitOne: mayLearn && rows > 1 && ahead === 0 ? 'Submit one to learn the cost' : null,
  };
}

/** For who hears it: how it is answered stands in the buttons. */
export function approvalSpoken({ facts, notes }: ApprovalWords): string {
  return `Waiting for your approval: ${facts.join(', ')}. ${notes.map(({ text }) => text).join(' ')}`;
}

/** What the spending limit holds: what these files cost, what the limit is, and what was spent. */
export function beyondLimitWords(
  held: NonNullable<HeldCosts['beyondLimit']>,
  limit: HeldCosts['limit'],
): { readonly text: string; readonly submit: string } {
  const { estimate, files } = held;
  const cost = estimate === null ? null : estimateWords(estimate);
  const wait = `${heldWords(held)} ${files === 1 ? 'waits' : 'wait'}`;
  const costs =
    cost === null ? 'Nobody knows yet what that costs.' : `${files === 1 ? 'It costs' : 'They cost'} ${cost}.`;
  return {
    text: `${wait}${whyHeld(cost !== null, limit)} ${costs}`,
    submit: `Submit ${filesWords(files)}${cost === null ? '' : ` for ${cost}`}…`,
  };
}

function whyHeld(isPriced: boolean, limit: HeldCosts['limit']): string {
  if (limit?.isOtherToken === true) return ` for your approval. ${otherTokenWords(limit)}`;
  const words = limit === null ? 'your spending limit' : limitWords(limit);
  return isPriced ? `: more would go beyond ${words}.` : ` because of ${words}.`;
}

function payingWords({ submitBy }: Payer): string {
  return submitBy.variant === 'api-key' ? 'paid with the API key' : `paid with ${rowText(submitBy.token, 60)}`;
}

function beyondWords(limit: NonNullable<HeldCosts['limit']>, estimate: CostEstimate | null): string {
  if (limit.isOtherToken) return otherTokenWords(limit);
  // Without a price it is known all the same that nothing of the limit is left.
  if (estimate === null) return `Nothing is left of ${limitWords(limit)}.`;
  return `That ${estimate.atMost === true ? 'may be' : 'is'} more than ${limitWords(limit)}.`;
}

function otherTokenWords({ limit }: NonNullable<HeldCosts['limit']>): string {
  return `Another token pays than the one of your spending limit of ${formatCost(limit)}.`;
}

function limitWords({ limit, spent }: NonNullable<HeldCosts['limit']>): string {
  const used = /^0*$/.test(spent.amount) ? 'nothing of it is spent yet' : `${formatCost(spent)} of it is spent`;
  return `your spending limit of ${formatCost(limit)} for each batch (${used})`;
}

function estimateWords({ atMost, cost }: CostEstimate): string {
  return `${atMost === true ? 'at most' : 'about'} ${formatCost({ ...cost, amount: roundedUp(cost.amount) })}`;
}

/** How many submissions they take is said where each file is not one: every submission is paid for. */
function heldWords({ files, submissions }: Pick<HeldCost, 'files' | 'submissions'>): string {
  if (submissions === files) return filesWords(files);
  return `${filesWords(files)} in ${submissions === 1 ? '1 submission' : `${formatCount(submissions)} submissions`}`;
}

function filesWords(files: number): string {
  return files === 1 ? '1 file' : `${formatCount(files)} files`;
}
