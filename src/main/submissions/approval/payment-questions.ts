import type { Separators } from '../../../shared/amounts.ts';
import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { Question } from '../../../shared/bridge/confirmation.ts';
import type { VouchedCheck } from '../../../shared/bridge/receipts.ts';
import type { Cost } from '../../../shared/bridge/submissions.ts';
import { costWords } from '../../../shared/messages/cost.ts';
import { askedToken, quoted, rowText, visibleName } from '../../../shared/text.ts';
import { type AskedAccount, accountLines } from '../../accounts/index.ts';

/** `submitBy`: null where nobody knows. */
export type PayingAccount = AskedAccount & { readonly submitBy: SubmitBy | null };

/** A file by its name and the path of its folder; null where that is not known. */
export type AskedFile = { readonly name: string; readonly folder: string | null };

/** What is known of files that a question is about. */
export type AskedFiles = {
  /** In the order in which they were chosen; at least one. Two of one name are told apart by where they lie. */
  readonly list: readonly AskedFile[];
  /** What one of them will probably cost; null while nobody knows, and for several. */
  readonly price: Cost | null;
  /** Whose all of them are: a page shows what it likes, and what costs nothing in one account costs money in another. */
  readonly account: PayingAccount;
};

/** Where a token's name is known, with its decimals: what a line is measured in. */
export type LineUnit = Pick<Cost, 'token' | 'decimals'>;

/** `line`: whole base units, null for none. */
export type SpendingLimit = { readonly line: string | null; readonly unit: LineUnit };

/** More would have to be scrolled to. */
const NAMED = 3;
/** Signs. Folders of clients and years differ in the middle. */
const LONGEST_FOLDER = 400;

export function aboutUncertain(files: AskedFiles, separators: Separators): Question {
  return {
    title: 'Submit this file again?',
    text: `If the service did take it the first time, you pay for it twice${about(files.price, separators)}, and nobody can undo that. Say yes only if you are sure that it did not arrive. If not, cancel: Dropslip goes on looking.`,
    subject: subjectOf(files, separators),
    confirm: 'Submit again',
    tone: 'warning',
  };
}

const checkWords: { readonly [Check in VouchedCheck]: string } = {
  unchecked: 'The service could not be asked about this id with your account.',
  'no-hash':
    'The service knows this id, but its record of it has no hash to compare your file by: it may be another one’s.',
  'hash-unknown':
    'The service knows this id, but the hash in its record can’t be compared with your file: it may be another one’s.',
};

export function aboutUncheckedId(
  files: AskedFiles,
  submissionId: string,
  check: VouchedCheck,
  separators: Separators,
): Question {
  return {
    title: 'Is this the id of your file?',
    text: `${checkWords[check]} With your yes the file counts as submitted, and Dropslip looks for it no more. Say yes only if the service gave you this id for it.`,
    subject: subjectOf(files, separators, [`Id: ${rowText(submissionId)}`]),
    confirm: 'Take this id',
    tone: 'warning',
  };
}

export function aboutRemovingOpen(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Remove this file from the list?' : `Remove ${filesOf(files, separators)} from the list?`,
    text: one
      ? 'The service may have taken it, and you may have paid for it: nobody knows yet. Without its row you will not see what became of it.'
      : 'The service may have taken them, and you may have paid for them: nobody knows yet. Without their rows you will not see what became of them.',
    subject: subjectOf(files, separators),
    confirm: 'Remove from list',
    tone: 'warning',
  };
}

export function aboutDuplicates(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Submit this file once more?' : `Submit ${filesOf(files, separators)} once more?`,
    text: one
      ? `The same bytes were submitted or added before. The service cannot tell a repeat from a new file: you pay for it again${about(files.price, separators)}.`
      : 'The same bytes were submitted or added before. The service cannot tell a repeat from a new file: you pay again for each of them.',
    subject: subjectOf(files, separators),
    confirm: 'Submit and pay again',
    tone: 'warning',
  };
}

export function aboutSinceCopy(files: AskedFiles, separators: Separators): Question {
  const one = files.list.length === 1;
  return {
    title: one ? 'Submit this file?' : `Submit ${filesOf(files, separators)}?`,
    text: one
      ? `Dropslip goes on from a copy of its data, and the service’s records do not tell for sure what was submitted since. If this file was submitted since the copy was made, you pay for it twice${about(files.price, separators)}. Dropslip does not ask this again for the account.`
      : 'Dropslip goes on from a copy of its data, and the service’s records do not tell for sure what was submitted since. You pay twice for each of them that was submitted since the copy was made. Dropslip does not ask this again for the account.',
    subject: subjectOf(files, separators),
    confirm: 'Submit',
    tone: 'warning',
  };
}

/** Of the files that are tried again, how many there are of each kind that is asked about. */
export type Retried = {
  readonly cancelled: number;
  /** No longer what was given. */
  readonly changed: number;
  /** Perhaps not what was given. */
  readonly unknown: number;
  /** The service may have charged for them. */
  readonly charged: number;
};

/** All reasons to ask about what is tried again are one question. */
export function aboutRetry(
  files: AskedFiles,
  retried: Retried,
  { line, unit }: SpendingLimit,
  separators: Separators,
): Question {
  const held = retried.cancelled === 0 || line === null ? [] : [heldAnew(files, lineWords(line, unit, separators))];
  return {
    ...retryTitle(files, retried, separators),
    text: [retryText(files, retried, separators), ...held].join(' '),
    subject: [subjectOf(files, separators), ...(held.length === 0 ? [] : payingLines(files.account))].join('\n'),
    tone: 'warning',
  };
}

/** What was cancelled does not tell whether it was held at the line, and the batch that it cost too much for may be over. */
function heldAnew({ list }: AskedFiles, line: string): string {
  const held =
    list.length === 1
      ? `If it was held at your line of ${line} before, it may go now`
      : `Those that were held at your line of ${line} before may go now`;
  return `${held}: the line counts for the current batch only.`;
}

function retryTitle(
  files: AskedFiles,
  { cancelled, changed, unknown, charged }: Retried,
  separators: Separators,
): Pick<Question, 'title' | 'confirm'> {
  const count = files.list.length;
  const one = count === 1;
  if (changed + unknown > 0) {
    return {
      title: one ? 'Send this file as it is now?' : `Send ${filesOf(files, separators)} as they are now?`,
      confirm: one ? 'Send it as it is' : 'Send them as they are',
    };
  }
  if (charged === count) {
    return {
      title: one ? 'Submit this file again?' : `Submit ${filesOf(files, separators)} again?`,
      confirm: 'Submit again',
    };
  }
  const which = cancelled === count ? 'cancelled files' : 'files';
  return {
    title: one ? 'Submit this cancelled file?' : `Submit ${separators.whole(BigInt(count))} ${which}?`,
    confirm: one ? 'Submit it' : 'Submit them',
  };
}

function retryText(
  files: AskedFiles,
  { cancelled, changed, unknown, charged }: Retried,
  separators: Separators,
): string {
  const count = files.list.length;
  const one = count === 1;
  const partOf = (part: number): string => `${separators.whole(BigInt(part))} of them`;
  const who = (part: number): string => (one ? 'It' : part === count ? 'They' : partOf(part));
  const has = (part: number): string => (part === 1 ? 'has' : 'have');
  const sinceGiven = (part: number): string => `since ${part === 1 ? 'it was' : 'they were'} given`;
  const price = about(files.price, separators);
  const sentences: string[] = [];
  if (cancelled > 0) sentences.push(`${who(cancelled)} ${cancelled === 1 ? 'was' : 'were'} cancelled.`);
  if (changed > 0) sentences.push(`${who(changed)} ${has(changed)} changed ${sinceGiven(changed)} to Dropslip.`);
  if (unknown > 0) {
    const which = who(unknown).toLowerCase();
    sentences.push(`Dropslip cannot tell whether ${which} ${has(unknown)} changed ${sinceGiven(unknown)}.`);
  }
  if (changed + unknown > 0) {
    sentences.push(
      one
        ? `What is in it now is submitted and paid for${price}.`
        : 'What is in them now is submitted and paid for, each of them.',
    );
  } else if (cancelled > 0) {
    sentences.push(
      one ? `With your yes it is sent and paid for${price}.` : 'With your yes each of them is sent and paid for.',
    );
  }
  if (charged > 0) {
    const which = one ? 'it' : charged === count ? 'them' : partOf(charged);
    const again = charged === 1 ? 'it' : charged === count ? 'each of them' : 'these';
    const cost = sentences.length === 0 ? price : '';
    sentences.push(`The service may have charged for ${which} already: you pay again for ${again}${cost}.`);
  }
  return sentences.join(' ');
}

export function aboutBeyondLine(files: AskedFiles, { line, unit }: SpendingLimit, separators: Separators): Question {
  const one = files.list.length === 1;
  const your = line === null ? 'your line' : `your line of ${lineWords(line, unit, separators)}`;
  return {
    title: one ? 'Go beyond your line?' : `Go beyond your line with ${filesOf(files, separators)}?`,
    text: one
      ? `With this file the batch costs more than ${your}. It is sent and paid for all the same${about(files.price, separators)}.`
      : `With these files the batch costs more than ${your}. All of them are sent and paid for all the same.`,
    subject: [subjectOf(files, separators), ...payingLines(files.account)].join('\n'),
    confirm: one ? 'Submit it' : 'Submit them',
    tone: 'plain',
  };
}

/** `from`, `to`: whole base units; null for no line. */
export function aboutHigherLine(
  from: string,
  to: string | null,
  unit: LineUnit,
  account: PayingAccount,
  separators: Separators,
): Question {
  const words = (line: string): string => lineWords(line, unit, separators);
  return {
    title: to === null ? 'Take your line away?' : 'Set a higher line?',
    text:
      to === null
        ? 'Files are then sent and paid for without asking you, whatever a batch costs. Say yes only if you wanted that.'
        : 'Files are then sent and paid for without asking you, up to this line for each batch. Say yes only if you typed it.',
    subject: [
      `Ask me beyond: ${to === null ? 'no line' : words(to)}`,
      `Until now: ${words(from)}`,
      ...accountLines(account),
      ...payingLines(account),
    ].join('\n'),
    confirm: to === null ? 'Take it away' : 'Use this line',
    tone: 'plain',
  };
}

/** A line is so many units of what pays, and its base units alone do not tell which those are. */
function payingLines({ submitBy }: PayingAccount): readonly string[] {
  if (submitBy === null) return [];
  return [`Pays with ${submitBy.variant === 'api-key' ? 'the API key' : askedToken(submitBy.token)}`];
}

/** With the base units beside: what the decimals are may be a page's word, base units are what is charged. */
function lineWords(line: string, { token, decimals }: LineUnit, separators: Separators): string {
  const words = costWords({ amount: line, token: token === null ? null : rowText(token, 60), decimals }, separators);
  if (decimals === null) return words;
  return `${words} (${costWords({ amount: line, token: null, decimals: null }, separators)})`;
}

function about(price: Cost | null, separators: Separators): string {
  return price === null ? '' : `, about ${lineWords(price.amount, price, separators)} more`;
}

function filesOf({ list }: AskedFiles, separators: Separators): string {
  return `${separators.whole(BigInt(list.length))} files`;
}

function subjectOf({ list, account }: AskedFiles, separators: Separators, more: readonly string[] = []): string {
  return [named(list, separators), ...more, ...accountLines(account)].join('\n');
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
