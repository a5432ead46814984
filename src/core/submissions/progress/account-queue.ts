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
 * parts. A dropped file usually comes last and is appended. Any other order is sorted when the first is taken, once for
 * all that were added or moved meanwhile.
 */
export class PriorityList {
  readonly #places = new Map<number, Place>();
  /** The places in their order, beside former ones. Null if they must be sorted again. */
  #sorted: Place[] | null = null;
  /** The index of the first in `#sorted` that may still be listed. */
  #next = 0;

  get size(): number {
    return this.#places.size;
  }

  first(): number | null {
    if (this.#sorted === null) {
      this.#sorted = [...this.#places.values()].sort(earlierFirst);
      this.#next = 0;
    }
    for (let place = this.#sorted[this.#next]; place !== undefined; place = this.#sorted[this.#next]) {
      if (this.#places.get(place.id) === place) return place.id;
      this.#next += 1;
    }
    this.#sorted = null;
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
    const place = { id, turn, row: partOf?.row ?? id };
    this.#places.set(id, place);
    const last = this.#sorted?.at(-1);
    if (last !== undefined && earlierFirst(last, place) < 0) this.#sorted?.push(place);
    else this.#sorted = null;
  }
}

function earlierFirst(a: Place, b: Place): number {
  return a.turn - b.turn || a.row - b.row || a.id - b.id;
}
