import type { Failure } from '../../failures/failure.ts';
import type { FailureCode, FailureValues } from '../../failures/failure-codes.ts';
import type { WaitingFor } from '../../submissions/waiting.ts';
import { timeInWords } from '../../time.ts';
import { accountProblemWords } from '../accounts/account-problem.ts';
import { failureMessage } from '../failures/failure-message.ts';

/** What the queue waits for, and what a person may do about it. */
export function waitingWords(waiting: WaitingFor, now: number): string {
  switch (waiting.kind) {
    case 'person':
      return personWords(waiting.paused, waiting.undecided);
    case 'disk':
      return 'The disk is full or cannot be written. Free some space: it goes on by itself then.';
    case 'account':
      return waiting.trouble === null
        ? 'The account is not ready yet. It goes on by itself as soon as it is.'
        : accountProblemWords(waiting.trouble);
    case 'next-try':
      return nextTryWords(waiting.code, timeInWords(waiting.until, now));
    case 'unreachable':
      return `${unreachableWords(waiting.failure)} Your files wait and go out by themselves.`;
    case 'records':
      return waiting.until === null
        ? 'Dropslip goes on from a copy of its data. It reads the service’s records before it sends anything, so that nothing is paid for twice that was submitted since.'
        : `Dropslip goes on from a copy of its data. The service may list what was submitted last some minutes late, so nothing is sent until ${timeInWords(waiting.until, now)}: what was paid for since the copy is not paid for twice. It goes on by itself then.`;
    case 'price':
      return 'What this costs is being learned from a file that went before. Because of your spending limit nothing more is sent until it is known.';
  }
}

function personWords(paused: number, undecided: number): string {
  if (undecided === 0) return 'What is left is paused until you resume it.';
  return paused === 0
    ? 'What is left waits for your decision. Nothing of it is sent before.'
    : 'What is left is paused until you resume it, or waits for your decision. Nothing of it is sent before.';
}

/** What a person can see to is named; with everything else, waiting is all there is to do. */
export function unreachableWords(failure: Failure | null): string {
  const why = failure?.code === 'unreachable' ? failure.values?.why : undefined;
  const isNamed = failure !== null && why !== undefined && namedReasons.has(why);
  return isNamed ? failureMessage(failure) : 'The service can’t be reached.';
}

const namedReasons: ReadonlySet<FailureValues['unreachable']['why']> = new Set([
  'broke-off-sending',
  'address-not-valid',
  'untrusted',
  'insecure',
  'proxy-silent',
  'proxy-socks',
  'proxy-unreadable',
  'proxy-refuses',
]);

function nextTryWords(code: FailureCode, time: string): string {
  switch (code) {
    case 'rate-limited':
      return `The service asks for a pause until ${time}. It goes on by itself then.`;
    case 'unavailable':
    case 'server-error':
      return `The service cannot take files at the moment. Dropslip tries again at ${time}.`;
    default:
      return `The service did not take the last file. Dropslip tries again at ${time}.`;
  }
}
