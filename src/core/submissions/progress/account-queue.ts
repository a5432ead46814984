import type { QueueSettings } from '../../../shared/submissions/queue-settings.ts';
import type { Deadline } from '../../service/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/**
 * An attempt in progress. `whole`: the last bytes are being sent, so stopping it at once would only hide its result.
 * `givenUpSoon`: the timer that ends the wait for its answer after the user stopped it.
 */
export type AttemptUnderWay = {
  readonly abort: AbortController;
  readonly size: number;
  whole: boolean;
  givenUpSoon: NodeJS.Timeout | null;
};

const SENDS_AT_ONCE = 16;
/** With more bytes in progress, additional connections only share the same line. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
const LARGE_SENDS_AT_ONCE = 2;
const SLICE_BYTES_AHEAD = 4 * 1024 * 1024;

/** The work of one account. Accounts do not wait for each other. */
export class AccountQueue {
  readonly accountId: string;
  readonly toPrepare = new PriorityList();
  readonly toSend = new PriorityList();
  /** Submissions that wait until a deadline. */
  readonly later = new Map<number, Deadline>();
  readonly preparing = new Map<number, AbortController>();
  readonly sending = new Map<number, AttemptUnderWay>();
  /** Parts that are read and not sent yet, with their number of bytes in memory. */
  readonly slicesAhead = new Map<number, number>();
  /** Submissions that are searched for in the records before they are sent again. */
  readonly lookedFor = new Set<number>();

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  /** True if one more file of this size may be sent now. `freeSlots` is the number that the rate limit allows at once. */
  mayBegin(size: number, atOnce: QueueSettings['atOnce'], freeSlots: number): boolean {
    const underWay = this.sending.size;
    if (underWay >= freeSlots) return false;
    if (atOnce !== 'automatic') return underWay < atOnce;
    if (underWay >= SENDS_AT_ONCE) return false;
    return underWay < LARGE_SENDS_AT_ONCE || this.#bytesUnderWay() + size <= BYTES_AT_ONCE;
  }

  /** True if one more slice may be read ahead of sending. */
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

type Given = Pick<StoredSubmission, 'id' | 'turn'> & Partial<Pick<StoredSubmission, 'partOf'>>;
/** `row`: a part has the place of its row. */
type Place = { readonly id: number; readonly turn: number; readonly row: number };

/**
 * Ids in the order in which their submissions are taken: lower `turn` first, then the older row, then the older of its
 * parts. Sorted when the first is taken, so that adding and moving stay fast, also when all of 200,000 move to the front.
 */
export class PriorityList {
  readonly #places = new Map<number, Place>();
  /** The places in reverse order, because the end of an array is removed fastest. Null if it must be sorted again. */
  #reversed: Place[] | null = null;

  get size(): number {
    return this.#places.size;
  }

  first(): number | null {
    this.#reversed ??= [...this.#places.values()].sort(laterFirst);
    for (let last = this.#reversed.at(-1); last !== undefined; last = this.#reversed.at(-1)) {
      if (this.#places.has(last.id)) return last.id;
      this.#reversed.pop();
    }
    return null;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  remove(id: number): boolean {
    return this.#places.delete(id);
  }

  /** Adds a submission, or moves it if its turn has changed. */
  add({ id, turn, partOf }: Given): void {
    if (this.#places.get(id)?.turn === turn) return;
    this.#places.set(id, { id, turn, row: partOf?.row ?? id });
    this.#reversed = null;
  }
}

function laterFirst(a: Place, b: Place): number {
  return b.turn - a.turn || b.row - a.row || b.id - a.id;
}
