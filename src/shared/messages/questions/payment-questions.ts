import { roundedUp, type Separators } from '../../amounts.ts';
import type { SubmitBy } from '../../bridge/accounts.ts';
import type { Question } from '../../bridge/ipc.ts';
import type { CostEstimate, HeldCosts } from '../../bridge/submissions.ts';
import type { Cost, EstimatedCost } from '../../submissions/cost.ts';
import { askedName, askedToken, quoted, rowText, visibleName } from '../../text.ts';
import { costWords, estimateWords } from '../submissions.ts';
import { type AskedAccount, accountLines, publicWords } from './account-questions.ts';

/** `submitBy`: null where nobody knows. */
export type PayingAccount = AskedAccount & { readonly submitBy: SubmitBy | null };

/** A file by its name and the path of its folder; null where that is not known. */
type AskedFile = { readonly name: string; readonly folder: string | null };

/** What is known of files that a question is about. */
export type AskedFiles = {
  /** In the order in which they were chosen; at least one. Two of one name are told apart by where they lie. */
  readonly list: readonly AskedFile[];
  /** The estimate for one file; null while it is unknown, and for several files. */
  readonly price: EstimatedCost | null;
  /** Whose all of them are: a page shows what it likes, and what costs nothing in one account costs money in another. */
  readonly account: PayingAccount;
};

/** The spending limit of a drop, and the part of it that is spent. */
export type AskedLimit = NonNullable<HeldCosts['limit']>;

/** More would have to be scrolled to. */
const NAMED = 3;
/** Signs. Folders of clients and years differ in the middle. */
const LONGEST_FOLDER = 400;

export function aboutUncertain(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Submit this file again?' : `Submit ${filesOf(files, separators)} again?`,
    text: `If the service already has ${one ? 'it' : 'one of them'}, you pay twice${about(files.price, separators)}, and that can’t be undone. Confirm only if you are sure that ${one ? 'it did not arrive' : 'none of them arrived'}.`,
    subject: subjectOf(files, separators),
    ...detailsOf(...estimateLines(files.price, separators)),
    confirm: 'Submit again',
    tone: 'warning',
  };
}

export function aboutDuplicates(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Submit this file again?' : `Submit ${filesOf(files, separators)} again?`,
    text: one
      ? `A file with the same contents was submitted or added before. If you submit it again, you pay again${about(files.price, separators)}.`
      : 'Files with the same contents were submitted or added before. If you submit them again, you pay again for each.',
    subject: subjectOf(files, separators),
    ...detailsOf(...estimateLines(files.price, separators)),
    confirm: 'Submit and pay again',
    tone: 'warning',
  };
}

export function aboutSinceCopy(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Submit this file?' : `Submit ${filesOf(files, separators)}?`,
    text: one
      ? `Dropslip’s data was restored from a copy, and the service’s records do not prove what was submitted since. If this file was, you pay for it twice${about(files.price, separators)}. Dropslip does not ask this again for the account.`
      : 'Dropslip’s data was restored from a copy, and the service’s records do not prove what was submitted since. You pay twice for each file that was. Dropslip does not ask this again for the account.',
    subject: subjectOf(files, separators),
    ...detailsOf(...estimateLines(files.price, separators)),
    confirm: 'Submit',
    tone: 'warning',
  };
}

/** `estimate`: of all of them together; null while nobody knows. `limit`: null where there is none any more. */
export function aboutBeyondLimit(
  files: AskedFiles,
  estimate: CostEstimate | null,
  limit: AskedLimit | null,
  separators: Separators,
): Question {
  const one = files.list.length === 1;
  const these = one ? 'this file' : 'these files';
  const figures =
    estimate === null
      ? `The cost of ${these} is unknown.`
      : `${one ? 'This file costs' : 'These files cost'} ${estimateWords(estimate, separators)}${coveredWords(estimate)}.`;
  return {
    title: one
      ? 'Submit this file beyond your spending limit?'
      : `Submit ${filesOf(files, separators)} beyond your spending limit?`,
    text: [
      figures,
      ...(limit === null ? [] : [limitFigures(limit, separators)]),
      `If you approve, ${one ? 'it is' : 'all of them are'} sent and paid for anyway.`,
    ].join(' '),
    subject: [subjectOf(files, separators), ...payingLines(files.account)].join('\n'),
    ...detailsOf(...estimateLines(estimate, separators)),
    confirm: one ? 'Submit it' : 'Submit them',
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

const askedByCount = '“Ask me first” still asks you about large numbers of files.';

/** `to`: null for no limit. */
export function aboutHigherLimit(
  { from, to }: { readonly from: Cost; readonly to: Cost | null },
  account: PayingAccount,
  separators: Separators,
): Question {
  const words = (limit: Cost): string => amountWords(limit, separators);
  return {
    title:
      to === null
        ? 'Remove your spending limit?'
        : to.token === from.token
          ? 'Set a higher spending limit?'
          : 'Use another spending limit?',
    text:
      to === null
        ? `No drop will wait for your approval because of its cost. ${askedByCount} Confirm only if you want that.`
        : `Drops up to this limit will not wait for your approval because of their cost. ${askedByCount} Confirm only if you typed it.`,
    subject: [
      `Spending limit: ${to === null ? 'none' : words(to)}`,
      `Until now: ${words(from)}`,
      ...accountLines(account),
      ...payingLines(account),
    ].join('\n'),
    ...detailsOf(
      ...(to === null ? [] : baseUnitLines('Spending limit', to, separators)),
      ...baseUnitLines('Until now', from, separators),
    ),
    confirm: to === null ? 'Remove it' : 'Use this limit',
    tone: 'plain',
  };
}

/** A limit is so many units of what pays, and its base units alone do not tell which those are. */
function payingLines({ submitBy }: PayingAccount): readonly string[] {
  if (submitBy === null) return [];
  return [`Pays with ${submitBy.variant === 'api-key' ? 'the API key' : askedToken(submitBy.token)}`];
}

function amountWords({ amount, token, decimals }: Cost, separators: Separators): string {
  return costWords({ amount, token: token === null ? null : rowText(token, 60), decimals }, separators);
}

/** Below what is asked: what the decimals are may be a page's word, base units are what is charged. */
function baseUnitLines(label: string, cost: Cost | null, separators: Separators): readonly string[] {
  if (cost === null || cost.decimals === null) return [];
  return [`${label}: ${costWords({ amount: cost.amount, token: null, decimals: null }, separators)}`];
}

/** An estimate in base units, rounded as in the text above it. */
export function estimateLines(estimate: EstimatedCost | null, separators: Separators): readonly string[] {
  if (estimate === null) return [];
  const { atMost, cost } = estimate;
  const label = atMost === true ? 'Cost, at most' : 'Cost, about';
  return baseUnitLines(label, { ...cost, amount: roundedUp(cost.amount) }, separators);
}

export function detailsOf(...lines: readonly string[]): Pick<Question, 'details'> {
  return lines.length === 0 ? {} : { details: lines.join('\n') };
}

export function about(price: EstimatedCost | null, separators: Separators): string {
  return price === null ? '' : `, ${estimateWords(price, separators)} more`;
}

export function filesOf({ list }: AskedFiles, separators: Separators): string {
  return `${separators.whole(BigInt(list.length))} files`;
}

export function subjectOf({ list, account }: AskedFiles, separators: Separators): string {
  return [named(list, separators), ...accountLines(account)].join('\n');
}

/** The first ones, one a line: none may look like another line, or be read in another direction. */
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

const noOther = 'Nobody, not even the service, can then read the files that only it opens.';

export function aboutForgettingPassphrase(accountName: string): Question {
  return {
    title: 'Forget the saved passphrase?',
    text: `Continue only if you know it or have a copy. ${noOther}`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

export function aboutForgettingKey(accountName: string): Question {
  return {
    title: 'Forget your secret key?',
    text: `Continue only if you have a copy, or no longer need the files encrypted for it. ${noOther} New files are still encrypted for it: if you have no copy, also remove it from the list of people.`,
    subject: `Account ${askedName(accountName)}`,
    confirm: 'Forget it',
    tone: 'warning',
  };
}

/** Asked once for an account, of those who have not read it when they added it. */
export function aboutPublication(account: AskedAccount): Question {
  return {
    title: 'Submit for anybody to read?',
    text: `${publicWords} This cannot be undone, not even by the service. You are asked once for each account.`,
    subject: accountLines(account).join('\n'),
    confirm: 'Submit for anybody',
    tone: 'plain',
  };
}

/** Asked each time that what was to be kept private is to go out for anybody. `names`: of what was dropped, at least one. */
export function aboutPublishingPrivate(account: AskedAccount, names: readonly string[]): Question {
  const [first = '', ...others] = names;
  const more = others.length === 0 ? [] : [`and ${others.length} more`];
  return {
    title: 'Submit this for anybody to read?',
    text: 'You chose to keep this private. If you submit it for anybody, it is not encrypted: anybody can read it permanently, and this cannot be undone.',
    subject: [askedName(first), ...more, ...accountLines(account)].join('\n'),
    confirm: 'Submit for anybody',
    tone: 'warning',
  };
}
