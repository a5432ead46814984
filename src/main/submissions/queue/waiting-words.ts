import type { Hold } from '../../service/index.ts';

/** What keeps the rest of an account's queue, as facts. */
export type WaitingFacts = {
  /** Files that are sent by themselves. */
  readonly moving: number;
  readonly sending: number;
  /** Files that are looked for in the service's records. */
  readonly checking: number;
  readonly paused: number;
  /** In words, null when the account can be reached. */
  readonly account: string | null;
  readonly hold: Hold | null;
  readonly diskTrouble: boolean;
  readonly learning: boolean;
  /**
   * The data came from a copy, and the service's records are read before anything is sent; an instant (epoch milliseconds)
   * where they may lack until then what was submitted last.
   */
  readonly awaitsRecords: boolean | number;
  /** Host of the service, null while it is not known. */
  readonly host: string | null;
};

/** What the queue waits for, in words; null when it moves or is done. `timeOf` writes an instant (epoch milliseconds). */
export function waitingWords(facts: WaitingFacts, timeOf: (instant: number) => string): string | null {
  const { moving, sending, checking, paused, account, hold, host } = facts;
  if (moving === 0) return paused > 0 && checking === 0 ? 'What is left is paused until you resume it.' : null;
  if (facts.diskTrouble) return 'The disk is full or cannot be written. Free some space: it goes on by itself then.';
  if (sending > 0) return null;
  if (account !== null) return account;
  if (hold !== null) return holdWords(hold, host ?? 'the service', timeOf(hold.until));
  if (typeof facts.awaitsRecords === 'number')
    return `Dropslip goes on from a copy of its data. The service may list what was submitted last some minutes late, so nothing is sent until ${timeOf(facts.awaitsRecords)}: what was paid for since the copy is not paid for twice. It goes on by itself then.`;
  if (facts.awaitsRecords)
    return 'Dropslip goes on from a copy of its data. It reads the service’s records before it sends anything, so that nothing is paid for twice that was submitted since.';
  if (facts.learning)
    return 'One file went ahead to learn what it costs. The others wait for its price, because of your spending limit.';
  return null;
}

function holdWords({ reason }: Hold, host: string, time: string): string {
  switch (reason) {
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
