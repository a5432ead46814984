import type { Submission } from '../../shared/bridge/submissions.ts';
import { hasReceipt } from '../../shared/submissions/submission-state.ts';

/**
 * Balances are read after this quiet time, because submissions that are accepted together change the balance together.
 */
const REST_MS = 3_000;
/** The least time between two readings: services allow as few as 15 requests a minute. */
const APART_MS = 30_000;

type Clock = { timer: NodeJS.Timeout | null; readAt: number };

/** Reads balances after events that change them: accepted submissions and registered deposits. */
export class AccountPolling {
  readonly #read: (accountId: string) => Promise<unknown>;
  readonly #restMs: number;
  readonly #apartMs: number;
  readonly #clocks = new Map<string, Clock>();
  #isClosed = false;

  /** `read` reads an account's balances and never rejects. */
  constructor(read: (accountId: string) => Promise<unknown>, restMs = REST_MS, apartMs = APART_MS) {
    this.#read = read;
    this.#restMs = restMs;
    this.#apartMs = apartMs;
  }

  /** Call when these submissions have changed. */
  onSubmissions(submissions: readonly Submission[]): void {
    const accounts = submissions.filter(({ state }) => hasReceipt(state)).map(({ accountId }) => accountId);
    for (const accountId of new Set(accounts)) this.readSoon(accountId);
  }

  readSoon(accountId: string): void {
    if (this.#isClosed) return;
    const clock = this.#clocks.get(accountId) ?? { timer: null, readAt: Number.NEGATIVE_INFINITY };
    this.#clocks.set(accountId, clock);
    if (clock.timer !== null) clearTimeout(clock.timer);
    const waitMs = Math.max(this.#restMs, clock.readAt + this.#apartMs - performance.now());
    clock.timer = setTimeout(() => {
      clock.timer = null;
      clock.readAt = performance.now();
      void this.#read(accountId);
    }, waitMs);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#clocks.values()) if (timer !== null) clearTimeout(timer);
  }
}
