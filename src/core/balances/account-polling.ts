import type { Submission } from '../../shared/bridge/submissions.ts';
import { hasReceipt } from '../../shared/submissions/submission-state.ts';

type AccountPollingParts = {
  /** Reads an account's balances now. Never rejects. */
  readonly read: (accountId: string) => Promise<unknown>;
  /** How long the service must have taken nothing more. Default 3 s. */
  readonly restMs?: number;
  /** The least time between two reads for what it took: services allow as few as 15 requests a minute. Default 30 s. */
  readonly apartMs?: number;
};

/** Balances that are looked at after each of these waits (milliseconds), for as long as something is awaited of them. */
export type AwaitedChange = { readonly afterMs: readonly number[]; readonly isAwaited: () => boolean };

type Clock = {
  timer: NodeJS.Timeout | null;
  /** When what the service took counts as all of it; null when it has taken nothing since the last read. */
  restUntil: number | null;
  lastReadAt: number;
  awaited: (AwaitedChange & { step: number; at: number }) | null;
};

/**
 * When balances are read without anybody asking: after submissions were taken, once for all that are taken together, and
 * while something else is awaited of them. One clock for each account: a read that is due for two reasons is one.
 */
export class AccountPolling {
  readonly #read: AccountPollingParts['read'];
  readonly #restMs: number;
  readonly #apartMs: number;
  readonly #clocks = new Map<string, Clock>();
  #closed = false;

  constructor({ read, restMs = 3_000, apartMs = 30_000 }: AccountPollingParts) {
    this.#read = read;
    this.#restMs = restMs;
    this.#apartMs = apartMs;
  }

  /** These submissions are as they were not before. */
  onSubmissions(submissions: readonly Submission[]): void {
    const accounts = submissions.filter(({ state }) => hasReceipt(state)).map(({ accountId }) => accountId);
    for (const accountId of new Set(accounts)) {
      const clock = this.#clockOf(accountId);
      clock.restUntil = performance.now() + this.#restMs;
      this.#arm(accountId, clock);
    }
  }

  /** Begins anew with the first wait. */
  watch(accountId: string, change: AwaitedChange): void {
    const clock = this.#clockOf(accountId);
    clock.awaited = { ...change, step: -1, at: Number.POSITIVE_INFINITY };
    this.#takeStep(clock);
    this.#arm(accountId, clock);
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#clocks.values()) if (timer !== null) clearTimeout(timer);
  }

  #clockOf(accountId: string): Clock {
    const known = this.#clocks.get(accountId);
    if (known !== undefined) return known;
    const clock: Clock = { timer: null, restUntil: null, lastReadAt: Number.NEGATIVE_INFINITY, awaited: null };
    this.#clocks.set(accountId, clock);
    return clock;
  }

  #arm(accountId: string, clock: Clock): void {
    if (clock.timer !== null) clearTimeout(clock.timer);
    const next = Math.min(this.#takenAt(clock), clock.awaited?.at ?? Number.POSITIVE_INFINITY);
    const isDue = !this.#closed && next < Number.POSITIVE_INFINITY;
    clock.timer = isDue
      ? setTimeout(() => void this.#look(accountId, clock), Math.max(0, next - performance.now()))
      : null;
  }

  #takenAt({ restUntil, lastReadAt }: Clock): number {
    return restUntil === null ? Number.POSITIVE_INFINITY : Math.max(restUntil, lastReadAt + this.#apartMs);
  }

  async #look(accountId: string, clock: Clock): Promise<void> {
    const now = performance.now();
    if (clock.awaited?.isAwaited() === false) clock.awaited = null;
    const awaited = clock.awaited !== null && clock.awaited.at <= now ? clock.awaited : null;
    const hasRested = clock.restUntil !== null && clock.restUntil <= now;
    const isDue = awaited !== null || this.#takenAt(clock) <= now;
    if (isDue && hasRested) {
      clock.restUntil = null;
      clock.lastReadAt = now;
    }
    // The next wait begins when this read has ended.
    if (awaited !== null) awaited.at = Number.POSITIVE_INFINITY;
    this.#arm(accountId, clock);
    if (!isDue) return;
    await this.#read(accountId);
    if (awaited === null || clock.awaited !== awaited) return;
    this.#takeStep(clock);
    this.#arm(accountId, clock);
  }

  #takeStep(clock: Clock): void {
    const { awaited } = clock;
    if (awaited === null) return;
    awaited.step += 1;
    const wait = awaited.afterMs[awaited.step];
    if (wait === undefined) clock.awaited = null;
    else awaited.at = performance.now() + wait;
  }
}
