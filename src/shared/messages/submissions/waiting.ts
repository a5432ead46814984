import type { FailureCode } from '../../failures/failure-codes.ts';
import type { WaitingFor } from '../../submissions/waiting.ts';
import { timeInWords } from '../../time.ts';
import { accountProblemWords } from '../account-problem.ts';

/** What the queue waits for, and what a person may do about it. */
export function waitingWords(waiting: WaitingFor, now: number): string {
  switch (waiting.kind) {
    case 'person':
      return 'What is left is paused until you resume it.';
    case 'disk':
      return 'The disk is full or cannot be written. Free some space: it goes on by itself then.';
    case 'account':
      return waiting.trouble === null
        ? 'The account is not ready yet. It goes on by itself as soon as it is.'
        : accountProblemWords(waiting.trouble);
    case 'next-try':
      return nextTryWords(waiting.code, waiting.host ?? 'the service', timeInWords(waiting.until, now));
    case 'records':
      return waiting.until === null
        ? 'Dropslip goes on from a copy of its data. It reads the service’s records before it sends anything, so that nothing is paid for twice that was submitted since.'
        : `Dropslip goes on from a copy of its data. The service may list what was submitted last some minutes late, so nothing is sent until ${timeInWords(waiting.until, now)}: what was paid for since the copy is not paid for twice. It goes on by itself then.`;
    case 'price':
      return 'One file went ahead to learn what it costs. The others wait for its price, because of your spending limit.';
  }
}

function nextTryWords(code: FailureCode, host: string, time: string): string {
  switch (code) {
    case 'rate-limited':
      return `The service asks for a pause until ${time}. It goes on by itself then.`;
    case 'unreachable':
      return `No connection to ${host}. Dropslip tries again at ${time}, and goes on by itself.`;
    case 'unavailable':
    case 'server-error':
      return `The service cannot take files at the moment. Dropslip tries again at ${time}.`;
    default:
      return `The service did not take the last file. Dropslip tries again at ${time}.`;
  }
}
