import type { QueueSettings } from '../../../shared/bridge/submissions.ts';
import type { Deadline } from '../clock.ts';
import { createPriorityList, type PriorityList } from './priority-list.ts';

/**
 * One try that is under way. `whole`: the last bytes are on their way, so stopping it at once would only hide what becomes
 * of it; `givenUpSoon`: its answer is waited for only a little longer, since a person wants it stopped.
 */
export type AttemptUnderWay = {
  readonly abort: AbortController;
  readonly size: number;
  whole: boolean;
  givenUpSoon: NodeJS.Timeout | null;
};

/** The work of one account: accounts neither wait for each other nor slow each other down. */
export type AccountQueue = {
  readonly accountId: string;
  readonly toPrepare: PriorityList;
  readonly toSend: PriorityList;
  /** Submissions whose time has not come, with when they are due. */
  readonly later: Map<number, Deadline>;
  readonly preparing: Map<number, AbortController>;
  readonly sending: Map<number, AttemptUnderWay>;
  /** What is looked for in the records before it is sent again. */
  readonly looking: Set<number>;
  /** What waits until the account's records were read, since its data came from a copy; and when they are read again. */
  readonly awaiting: Set<number>;
  reading: boolean;
  readAt: number;
  bytesUnderWay: number;
  /** Waits to learn what a file costs, because of the spending limit. */
  learning: boolean;
};

export function createAccountQueue(accountId: string): AccountQueue {
  return {
    accountId,
    toPrepare: createPriorityList(),
    toSend: createPriorityList(),
    later: new Map(),
    preparing: new Map(),
    sending: new Map(),
    looking: new Set(),
    awaiting: new Set(),
    reading: false,
    readAt: Number.NEGATIVE_INFINITY,
    bytesUnderWay: 0,
    learning: false,
  };
}

const SENDS_AT_ONCE = 16;
/** Beyond this many bytes under way, more connections only share the same line. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
const LARGE_SENDS_AT_ONCE = 2;

/** Whether an account may begin to send one more file of this size. `room`: what its rate limit allows at once. */
export function mayBegin(account: AccountQueue, size: number, atOnce: QueueSettings['atOnce'], room: number): boolean {
  const underWay = account.sending.size;
  if (underWay >= room) return false;
  if (atOnce !== 'automatic') return underWay < atOnce;
  return underWay < SENDS_AT_ONCE && (underWay < LARGE_SENDS_AT_ONCE || account.bytesUnderWay + size <= BYTES_AT_ONCE);
}
