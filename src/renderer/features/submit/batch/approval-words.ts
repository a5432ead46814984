import { readsRecords } from '../../../../shared/accounts/account.ts';
import type { Account } from '../../../../shared/bridge/accounts.ts';
import type { CostEstimate, HeldCost, HeldCosts } from '../../../../shared/bridge/submissions.ts';
import { publicWords } from '../../../../shared/messages/questions/privacy-questions.ts';
import { rowText } from '../../../../shared/text.ts';
import { formatCost, formatCount, formatEstimate, formatSize } from '../../../ui/format.ts';

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
  if (estimate?.atMost === true) {
    notes.push({ text: 'It may be much less: so far, the cost is known for one file size only.', tone: 'plain' });
  }
  if (payer.kind === 'practice') notes.push({ text: 'Nothing real is spent.', tone: 'plain' });
  else if (isPublic) notes.push({ text: publicWords, tone: 'plain' });
  if (estimate?.covered === true) notes.push({ text: 'The balance covers it.', tone: 'plain' });
  if (estimate?.covered === false) {
    notes.push({ text: 'The balance does not cover it: make a deposit, or submit fewer files.', tone: 'warn' });
  }
  if (isBeyondLimit && limit !== null) notes.push({ text: beyondWords(limit, estimate, rows === 1), tone: 'warn' });
  return {
    facts: [
      adding ? `${heldWords(unapproved)} so far` : heldWords(unapproved),
      estimate === null ? 'cost unknown' : formatEstimate(estimate),
      `paid by ${rowText(payer.name)}`,
    ],
    notes,
    // Main asks once more, in a window of its own.
    submit: isBeyondLimit ? 'Submit…' : mayLearn && rows > 1 ? 'Submit all' : 'Submit',
    submitOne: mayLearn && rows > 1 && ahead === 0 ? 'Submit one to learn the cost' : null,
  };
}

/** For who hears it: how it is answered stands in the buttons. */
export function approvalSpoken({ facts, notes }: ApprovalWords): string {
  return `Waiting for your approval: ${facts.join(', ')}. ${notes.map(({ text }) => text).join(' ')}`;
}

/** Files that the spending limit holds back. Their cost stands in the button alone. */
export function beyondLimitWords(
  held: NonNullable<HeldCosts['beyondLimit']>,
  limit: HeldCosts['limit'],
): { readonly text: string; readonly submit: string } {
  const { estimate, files } = held;
  const wait = `${heldWords(held)} ${files === 1 ? 'waits' : 'wait'} for your approval`;
  const isUnknown = estimate === null && limit?.isOtherToken === false;
  const why = isUnknown
    ? `The cost is unknown, and this drop has a limit of ${formatCost(limit.limit)}.`
    : limit && beyondWords(limit, estimate, files === 1);
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
  // Without a price it is known all the same that nothing of the limit is left.
  if (estimate === null) return `Nothing is left of this drop’s limit of ${words}.`;
  const costs = estimate.atMost === true ? 'may cost' : 'costs';
  return `With ${isOne ? 'it' : 'them'} this drop ${costs} more than its limit of ${words}.`;
}

/** How many submissions they take is said where each file is not one: every submission is paid for. */
function heldWords({ files, submissions }: Pick<HeldCost, 'files' | 'submissions'>): string {
  if (submissions === files) return filesWords(files);
  return `${filesWords(files)} in ${submissions === 1 ? '1 submission' : `${formatCount(submissions)} submissions`}`;
}

function filesWords(files: number): string {
  return files === 1 ? '1 file' : `${formatCount(files)} files`;
}
