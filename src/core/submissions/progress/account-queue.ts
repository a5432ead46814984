import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import type { Deadline } from '../../service/index.ts';
import { PriorityList } from './priority-list.ts';

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

const SENDS_AT_ONCE = 16;
/** Beyond this many bytes under way, more connections only share the same line. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
const LARGE_SENDS_AT_ONCE = 2;
const SLICE_BYTES_AHEAD = 4 * 1024 * 1024;

/** The work of one account: accounts neither wait for each other nor slow each other down. */
export class AccountQueue {
  readonly accountId: string;
  readonly toPrepare = new PriorityList();
  readonly toSend = new PriorityList();
  /** Submissions whose time has not come, with when they are due. */
  readonly later = new Map<number, Deadline>();
  readonly preparing = new Map<number, AbortController>();
  readonly sending = new Map<number, AttemptUnderWay>();
  /** Parts that are read and not sent yet, with their bytes, which are in memory. */
  readonly slicesAhead = new Map<number, number>();
  /** What is looked for in the records before it is sent again. */
  readonly lookedFor = new Set<number>();

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  /** Whether one more file of this size may be sent beside the others. `freeSlots`: what its rate limit allows at once. */
  mayBegin(size: number, atOnce: QueueSettings['atOnce'], freeSlots: number): boolean {
    const underWay = this.sending.size;
    if (underWay >= freeSlots) return false;
    if (atOnce !== 'automatic') return underWay < atOnce;
    if (underWay >= SENDS_AT_ONCE) return false;
    return underWay < LARGE_SENDS_AT_ONCE || this.#bytesUnderWay() + size <= BYTES_AT_ONCE;
  }

  /** Whether a slice more may be read ahead of its sending. */
  mayReadSlice(size: number): boolean {
    const ahead = this.slicesAhead.values().reduce((sum, bytes) => sum + bytes, 0);
    return ahead === 0 || ahead + size <= SLICE_BYTES_AHEAD;
  }

  #bytesUnderWay(): number {
    return this.sending.values().reduce((sum, { size }) => sum + size, 0);
  }
}

/** The queues of all accounts. */
export class AccountQueues {
  readonly #queues = new Map<string, AccountQueue>();

  of(accountId: string): AccountQueue {
    const queue = this.#queues.get(accountId) ?? new AccountQueue(accountId);
    this.#queues.set(accountId, queue);
    return queue;
  }

  all(): Iterable<AccountQueue> {
    return this.#queues.values();
  }

  forget(accountId: string): void {
    this.#queues.delete(accountId);
  }
}
