import type { Clock } from '../../../service/index.ts';

/** After something that tells nothing of when to come back. */
export const LOOK_AGAIN_MS = 15_000;
const SOONEST_LOOK_MS = 1_000;
/** How long records are waited for that are out of reach. */
export const LONGEST_WAIT_FOR_RECORDS_MS = 10 * 60_000;

/** When records are looked at again that could not be read, and for how long that is worth waiting for. */
export class NextLook<Key> {
  readonly #clock: Clock;
  /** By the steady clock. */
  readonly #unreadSince = new Map<Key, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** They were read, or are looked at anew. */
  forget(key: Key): void {
    this.#unreadSince.delete(key);
  }

  /** Milliseconds to the next look; null where they could not be read for so long. `retryAt`: epoch milliseconds. */
  afterUnread(key: Key, retryAt: number | null, patienceMs: number): number | null {
    const now = this.#clock.monotonic();
    const since = this.#unreadSince.get(key) ?? now;
    this.#unreadSince.set(key, since);
    if (now - since >= patienceMs) return null;
    return retryAt === null ? LOOK_AGAIN_MS : Math.max(SOONEST_LOOK_MS, retryAt - this.#clock.now());
  }
}
