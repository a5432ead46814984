import type { Separators } from '../../amounts.ts';
import type { Question } from '../../bridge/ipc.ts';
import {
  type AskedFiles,
  type AskedLimit,
  about,
  amountWords,
  baseUnitLines,
  detailsOf,
  estimateLines,
  filesOf,
  payingLines,
  subjectOf,
} from './payment-questions.ts';

/** Of the files that are tried again, how many there are of each kind that is asked about. */
export type Retried = {
  readonly cancelled: number;
  /** No longer what was given. */
  readonly changed: number;
  /** Perhaps not what was given. */
  readonly unknown: number;
  /** Parts of them are with a service that the account has left. */
  readonly elsewhere: number;
  /** Parts of them were cut from an encrypted copy that is gone. */
  readonly copyGone: number;
  /** Their parts leave some of them out, or have some twice. */
  readonly notWhole: number;
  /** You may have paid for them. */
  readonly charged: number;
  /** The service has them, and their records have an error; of `unread` the records could not be read now. */
  readonly delayed: number;
  readonly unread: number;
  /** Encrypted before they are sent. */
  readonly encrypted: number;
};

/** All reasons to ask about what is tried again are one question. */
export function aboutRetry(
  files: AskedFiles,
  retried: Retried,
  limit: AskedLimit | null,
  separators: Separators,
): Question {
  const held = retried.cancelled === 0 || limit === null ? [] : [heldAnew(files, amountWords(limit.limit, separators))];
  return {
    ...retryTitle(files, retried, separators),
    text: [retryText(files, retried, separators), ...held].join(' '),
    subject: [subjectOf(files, separators), ...(held.length === 0 ? [] : payingLines(files.account))].join('\n'),
    ...detailsOf(
      ...estimateLines(files.price, separators),
      ...(held.length === 0 || limit === null ? [] : baseUnitLines('Spending limit', limit.limit, separators)),
    ),
    tone: 'warning',
  };
}

/** A cancelled row does not say whether the spending limit held it, and the limit of its drop may be over. */
function heldAnew({ list }: AskedFiles, limit: string): string {
  const held =
    list.length === 1
      ? `If your spending limit of ${limit} stopped it before, it may be sent now`
      : `Files that your spending limit of ${limit} stopped before may be sent now`;
  return `${held}: the limit starts again with each drop.`;
}

function retryTitle(
  files: AskedFiles,
  { cancelled, changed, unknown, elsewhere, copyGone, notWhole, charged, delayed }: Retried,
  separators: Separators,
): Pick<Question, 'title' | 'confirm'> {
  const count = files.list.length;
  const one = count === 1;
  if (changed + unknown > 0) {
    return {
      title: one ? 'Send this file as it is now?' : `Send ${filesOf(files, separators)} as they are now?`,
      confirm: one ? 'Send it as it is now' : 'Send them as they are now',
    };
  }
  if (elsewhere + copyGone + notWhole === count) {
    return {
      title: one ? 'Start this file over?' : `Start ${filesOf(files, separators)} over?`,
      confirm: 'Start over',
    };
  }
  if (charged + delayed === count) {
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
  { cancelled, changed, unknown, elsewhere, copyGone, notWhole, charged, delayed, unread, encrypted }: Retried,
  separators: Separators,
): string {
  const count = files.list.length;
  const one = count === 1;
  const partOf = (part: number): string => `${separators.whole(BigInt(part))} of them`;
  const who = (part: number): string => (one ? 'It' : part === count ? 'They' : partOf(part));
  const has = (part: number): string => (part === 1 ? 'has' : 'have');
  const sinceAdded = (part: number): string => `since you added ${part === 1 ? 'it' : 'them'}`;
  const price = about(files.price, separators);
  const sentences: string[] = [];
  if (cancelled > 0) sentences.push(`${who(cancelled)} ${cancelled === 1 ? 'was' : 'were'} cancelled.`);
  if (changed > 0) sentences.push(`${who(changed)} ${has(changed)} changed ${sinceAdded(changed)}.`);
  if (unknown > 0) {
    const which = who(unknown).toLowerCase();
    sentences.push(`Dropslip cannot tell if ${which} ${has(unknown)} changed ${sinceAdded(unknown)}.`);
  }
  if (changed + unknown > 0) {
    sentences.push(
      one
        ? `Its current contents are submitted and paid for${price}.`
        : 'Their current contents are submitted, and each is paid for.',
    );
  } else if (elsewhere + copyGone + notWhole > 0) {
    const all = one ? 'all of it' : 'all of each';
    if (copyGone > 0) {
      const which = one ? 'this file' : partOf(copyGone);
      sentences.push(
        `Parts of ${which} were sent from an encrypted copy on this computer, which is gone. If you approve, a new one is made and ${all} is paid for${one ? price : ''}. What you paid for those parts is not refunded.`,
      );
    }
    if (notWhole > 0) {
      const which = one ? 'this file' : partOf(notWhole);
      const it = notWhole === 1 ? 'it' : 'them';
      sentences.push(
        `The parts of ${which} do not add up to all of ${it}. If you approve, ${notWhole === 1 ? 'it is' : 'they are'} divided again, and at most ${all} is paid for${one ? price : ''}. Parts already there with the same contents are used again.`,
      );
    }
    const which = one ? 'this file' : partOf(elsewhere);
    if (elsewhere > 0)
      sentences.push(
        `Parts of ${which} are with this account’s previous service, and a file can’t be split between two services. If you approve, ${all} goes to the address below and is paid for${one ? price : ''}. What you paid for those parts is not refunded. To pay only for the rest, restore the old address under Accounts.`,
      );
  } else if (cancelled > 0) {
    sentences.push(
      one ? `If you approve, it is sent and paid for${price}.` : 'If you approve, each of them is sent and paid for.',
    );
  }
  if (charged > 0) {
    const which = one ? 'it' : charged === count ? 'them' : partOf(charged);
    const again = charged === 1 ? 'it' : charged === count ? 'each of them' : 'these';
    const cost = sentences.length === 0 ? price : '';
    sentences.push(`You may already have paid for ${which}. You pay again for ${again}${cost}.`);
  }
  if (delayed > 0) {
    const which = one ? 'this file' : delayed === count ? 'these files' : partOf(delayed);
    const record = unread > 0 ? 'could not be read right now' : 'still has an error';
    const cost = sentences.length === 0 ? price : '';
    sentences.push(
      `The service has ${which}, and its record ${record}. The service tries again automatically. If you submit again, you may pay twice${cost}.`,
    );
  }
  if (encrypted > 0) {
    sentences.push(
      `${who(encrypted)} ${encrypted === 1 ? 'is' : 'are'} encrypted before anything leaves this computer.`,
    );
  }
  return sentences.join(' ');
}
