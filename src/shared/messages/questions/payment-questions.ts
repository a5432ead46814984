import type { Separators } from '../../amounts.ts';
import type { SubmitBy } from '../../bridge/accounts.ts';
import type { Question } from '../../bridge/ipc.ts';
import type { CostEstimate, HeldCosts } from '../../bridge/submissions.ts';
import type { Cost, EstimatedCost } from '../../submissions/cost.ts';
import { isClaimedElsewhere, type SubmissionState } from '../../submissions/submission-state.ts';
import { askedName, askedToken, quoted, rowText, visibleName } from '../../text.ts';
import { costWords, estimateWords } from '../submissions.ts';
import { type AskedAccount, accountLines, publicWords } from './account-questions.ts';

/** `submitBy`: null if it is not known. */
export type PayingAccount = AskedAccount & { readonly submitBy: SubmitBy | null };

/** A file name and the path of its folder; null if unknown. */
type AskedFile = { readonly name: string; readonly folder: string | null };

/** The files of a question. */
export type AskedFiles = {
  /** In the chosen order; at least one. Folders distinguish files with the same name. */
  readonly list: readonly AskedFile[];
  /** The estimate for one file; null if unknown, and for several files. */
  readonly price: EstimatedCost | null;
  /**
   * The paying account. The question names it, because the same submission may be free in one account and paid in
   * another.
   */
  readonly account: PayingAccount;
};

/** The spending limit of a batch, and the amount spent. */
export type AskedLimit = NonNullable<HeldCosts['limit']>;

/** Why files are asked about before they are sent. */
const sendingReasons = {
  uncertain: 'An earlier attempt may have arrived. Confirm only if you are sure that it did not.',
  duplicate: 'The same contents were submitted or added before.',
  'submitted-elsewhere': 'Another desk of your team has submitted the same contents.',
  'claimed-elsewhere': 'Another desk of your team has claimed the same contents, and may be submitting them right now.',
  'since-copy':
    'Dropslip’s data was restored from a copy, which does not know what was submitted since. Dropslip does not ask this again for the account.',
  'may-be-paid': 'The service may have this already, or may still submit it.',
  /** They changed since they were added, or Dropslip cannot tell. */
  changed: 'Contents may have changed since you added them. The current contents are submitted.',
} as const;
export type SendingReason = keyof typeof sendingReasons;

/** The reasons to ask about duplicates in these states, each once. */
export function duplicateReasons(states: readonly SubmissionState[]): readonly SendingReason[] {
  return [...new Set(states.map(duplicateReason))];
}

function duplicateReason(state: SubmissionState): SendingReason {
  if (isClaimedElsewhere(state)) return 'claimed-elsewhere';
  const desk = state.kind === 'paused' && state.why.kind === 'duplicate' ? (state.why.of.desk ?? '') : '';
  return desk === '' ? 'duplicate' : 'submitted-elsewhere';
}

/** More names would need scrolling. */
const NAMED = 3;
/** Characters. Paths that contain clients and years differ in the middle. */
const LONGEST_FOLDER = 400;

/** Asks before files are sent that may be paid for twice, or that the user did not see as they are now. */
export function aboutSending(files: AskedFiles, reasons: readonly SendingReason[], separators: Separators): Question {
  const one = files.list.length === 1;
  const mayBeTwice = reasons.some((reason) => reason !== 'changed');
  const price = files.price === null ? '' : `, ${estimateWords(files.price, separators)} more`;
  const payment = mayBeTwice
    ? `If the service already has ${one ? 'it' : 'one of them'}, you pay twice${price}, and that can’t be undone.`
    : `If you approve, ${one ? 'it is' : 'each of them is'} paid for${price}.`;
  return {
    title: `Submit ${one ? 'this file' : filesOf(files, separators)}${mayBeTwice ? ' again' : ''}?`,
    text: [...reasons.map((reason) => sendingReasons[reason]), payment].join(' '),
    subject: subjectOf(files, separators),
    confirm: 'Submit and pay',
    tone: 'warning',
  };
}

/** `estimate`: of all files together; null if unknown. `limit`: null if it was removed. */
export function aboutBeyondLimit(
  files: AskedFiles,
  estimate: CostEstimate | null,
  limit: AskedLimit | null,
  separators: Separators,
): Question {
  const one = files.list.length === 1;
  const figures =
    estimate === null
      ? `The cost of ${one ? 'this file' : 'these files'} is unknown.`
      : `${one ? 'This file costs' : 'These files cost'} ${estimateWords(estimate, separators)}${coveredWords(estimate)}.`;
  return {
    title: `Submit ${one ? 'this file' : filesOf(files, separators)} ${estimate === null ? 'at an unknown cost' : 'beyond your spending limit'}?`,
    text: [
      figures,
      ...(limit === null ? [] : [limitFigures(limit, separators)]),
      `If you approve, ${one ? 'it is' : 'all of them are'} sent and paid for anyway.`,
    ].join(' '),
    subject: [subjectOf(files, separators), ...payingLines(files.account)].join('\n'),
    confirm: 'Submit and pay',
    tone: 'plain',
  };
}

function coveredWords({ covered }: CostEstimate): string {
  if (covered === null) return '';
  return covered ? ', covered by the balance' : ', more than the balance covers';
}

function limitFigures({ isOtherToken, limit, spent }: AskedLimit, separators: Separators): string {
  const limitWords = amountWords(limit, separators);
  if (isOtherToken) return `Your spending limit is ${limitWords} for each drop, and another token pays now.`;
  const spentWords = /^0*$/.test(spent.amount) ? 'nothing' : amountWords(spent, separators);
  return `Your spending limit for this drop is ${limitWords}, and ${spentWords} of it is spent.`;
}

/** `to`: null for no limit. */
export function aboutHigherLimit(
  { from, to }: { readonly from: Cost; readonly to: Cost | null },
  account: PayingAccount,
  separators: Separators,
): Question {
  const title =
    to === null
      ? 'Remove your spending limit?'
      : to.token === from.token
        ? 'Set a higher spending limit?'
        : 'Use another spending limit?';
  const what =
    to === null
      ? 'No drop will wait for your approval because of its cost.'
      : 'Drops up to this limit will not wait for your approval because of their cost.';
  return {
    title,
    text: `${what} “Ask me first” still asks you about large numbers of files. Confirm only if you want that.`,
    subject: [
      `Spending limit: ${to === null ? 'none' : amountWords(to, separators)}`,
      `Until now: ${amountWords(from, separators)}`,
      ...accountLines(account),
      ...payingLines(account),
    ].join('\n'),
    confirm: to === null ? 'Remove it' : 'Use this limit',
    tone: 'plain',
  };
}

function payingLines({ submitBy }: PayingAccount): readonly string[] {
  if (submitBy === null) return [];
  return [`Pays with ${submitBy.variant === 'api-key' ? 'the API key' : askedToken(submitBy.token)}`];
}

function amountWords({ amount, token, decimals }: Cost, separators: Separators): string {
  return costWords({ amount, token: token === null ? null : rowText(token, 60), decimals }, separators);
}

function filesOf({ list }: AskedFiles, separators: Separators): string {
  return `${separators.whole(BigInt(list.length))} files`;
}

function subjectOf({ list, account }: AskedFiles, separators: Separators): string {
  return [named(list, separators), ...accountLines(account)].join('\n');
}

/** The first names, one per line, cleaned so that none resembles another line or changes the reading direction. */
function named(files: readonly AskedFile[], separators: Separators): string {
  const shown = files.length === NAMED + 1 ? files : files.slice(0, NAMED);
  const others = files.length - shown.length;
  const [first] = files;
  const together = files.length > 1 && files.every(({ folder }) => folder === first?.folder);
  return [
    ...shown.map((file) => `File ${quoted(visibleName(file.name))}${together ? '' : whereIs(file, ', in ')}`),
    ...(others === 0 ? [] : [`and ${separators.whole(BigInt(others))} more`]),
    ...(together && first !== undefined ? [whereIs(first, 'In ')] : []),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function whereIs({ folder }: AskedFile, before: string): string {
  return folder === null ? '' : `${before}${quoted(visibleName(folder, LONGEST_FOLDER))}`;
}

export function aboutForgetting(kind: 'passphrase' | 'identity', accountName: string): Question {
  const isKey = kind === 'identity';
  const newFiles = ' New files are still encrypted for it: without a copy, also remove it from the list of people.';
  return {
    title: isKey ? 'Forget your secret key?' : 'Forget the saved passphrase?',
    text: `Continue only if you have a copy. Nobody, not even the service, can then read the files that only it opens.${isKey ? newFiles : ''}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

/**
 * Asked once for an account whose user did not see this warning when adding it, and each time that private files are
 * to be sent publicly. `privateNames`: the names of these files.
 */
export function aboutPublication(account: AskedAccount, privateNames: readonly string[]): Question {
  const [first, ...others] = privateNames;
  const isPrivate = first !== undefined;
  return {
    title: 'Submit for anybody to read?',
    text: isPrivate
      ? `You chose to keep this private. It is not encrypted if you submit it for anybody. ${publicWords} This cannot be undone.`
      : `${publicWords} This cannot be undone, not even by the service. You are asked once for each account.`,
    subject: [
      ...(isPrivate ? [askedName(first)] : []),
      ...(others.length === 0 ? [] : [`and ${others.length} more`]),
      ...accountLines(account),
    ].join('\n'),
    confirm: 'Submit for anybody',
    tone: isPrivate ? 'warning' : 'plain',
  };
}
