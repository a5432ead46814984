import type { Failure } from '../../failures/failure.ts';
import type { FailureCode, FailureValues } from '../../failures/failure-codes.ts';
import type { WaitingFor } from '../../submissions/batch-status.ts';
import { timeInWords } from '../../time.ts';
import { accountProblemWords } from '../accounts/account-problem.ts';
import { failureMessage } from '../failures/failure-message.ts';

export function waitingWords(waiting: WaitingFor, now: number): string {
  switch (waiting.kind) {
    case 'person':
      return personWords(waiting.paused, waiting.undecided);
    case 'disk':
      return 'The disk is full or cannot be written to. Free some space to continue.';
    case 'account':
      return waiting.trouble === null
        ? 'The account is not ready yet. Sending starts as soon as it is.'
        : accountProblemWords(waiting.trouble);
    case 'next-try':
      return nextTryWords(waiting.code, timeInWords(waiting.until, now));
    case 'unreachable':
      return `${unreachableWords(waiting.failure)} Dropslip keeps trying.`;
    case 'records':
      return waiting.until === null
        ? 'Dropslip’s data was restored from a copy. Dropslip reads the service’s records before it sends anything, so that nothing is paid for twice.'
        : `Dropslip’s data was restored from a copy. The service may list new submissions some minutes late, so nothing is sent until ${timeInWords(waiting.until, now)}, so that nothing is paid for twice.`;
    case 'price':
      return 'Because of your spending limit, nothing more is sent until the cost of an earlier file is known.';
  }
}

function personWords(paused: number, undecided: number): string {
  if (undecided === 0) return 'The rest is paused until you resume it.';
  return paused === 0 ? 'The rest waits for your decision.' : 'The rest is paused or waits for your decision.';
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
      return `The service asks for a pause. Sending continues at ${time}.`;
    case 'unavailable':
    case 'server-error':
      return `The service cannot accept files right now. Dropslip tries again at ${time}.`;
    default:
      return `The service did not accept the last file. Dropslip tries again at ${time}.`;
  }
}
