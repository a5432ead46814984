import type { Clock, ServiceError } from '../../service/index.ts';
import type { Alarm } from '../alarm.ts';
import type { ListSnapshot } from './evidence.ts';

/** The time (ms) that a service needs to list a new submission. */
export const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The longest wait (ms) if the records cannot be read, or if only the user can settle the rest. */
const LONGEST_FRUITLESS_WAIT_MS = 15 * 60_000;
/** The pause after a look, as a multiple of the look's duration, if the next one may bring nothing. */
const IDLE_FACTOR = 20;
/** The shorter pause if the next look can settle a submission. Each lost answer needs only two or three of these. */
const SETTLING_FACTOR = 2;
/** No pause, because a caller waits. Only the service's own limits delay the look. */
const AT_ONCE = 0;

/** The result of a look. `snapshot`: the whole list, if it was read. */
export type LookResult = {
  readonly outcome: 'progress' | 'unchanged' | 'nothing';
  readonly snapshot: ListSnapshot | null;
  /** Why the records could not be read, if the service said so. */
  readonly error?: ServiceError;
};

export const nothingSeen: LookResult = { outcome: 'nothing', snapshot: null };

type WatchedAccountParts = {
  readonly clock: Clock;
  readonly alarm: Alarm;
  /** The shortest time between two looks. Long for a service that limits requests. */
  readonly gapMs: () => number;
  /** The wait (ms) before the first look for a new submission, and after a look that made progress. */
  readonly firstLookMs: number;
};

/** The watched submissions of one account, the callers that wait for a look, and the time of the next look. */
export class WatchedAccount {
  /** Submissions with a receipt whose records name no block yet. */
  readonly submitted = new Set<number>();
  readonly unsettled = new Set<number>();
  readonly #parts: WatchedAccountParts;
  /** Callers that wait for the next read of the whole list. */
  #waiters: ((result: LookResult) => void)[] = [];
  #looking = false;
  #dueAt = Number.POSITIVE_INFINITY;
  #waitMs: number;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** The durations of the last two looks. The shorter one counts, because a single look may be slow by chance. */
  #lookMs: readonly [number, number] = [0, 0];

  constructor(parts: WatchedAccountParts) {
    this.#parts = parts;
    this.#waitMs = parts.firstLookMs;
  }

  /** Milliseconds until the next look is due. Infinite during a look. */
  get msUntilLook(): number {
    return this.#looking ? Number.POSITIVE_INFINITY : this.#dueAt - this.#parts.clock.monotonic();
  }

  /** Call if a new submission is watched. */
  lookSoon(): void {
    this.#waitMs = this.#parts.firstLookMs;
    this.#lookWithin(this.#waitMs);
  }

  /** Call after an unexpected error in a look. */
  lookLater(): void {
    this.#lookWithin(LONGEST_WAIT_MS);
  }

  /** Resolves with the result of the next look, which begins after this call and reads the whole list. */
  nextLook(): Promise<LookResult> {
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      if (!this.#looking) this.#lookWithin(0, AT_ONCE);
    });
  }

  /** Runs one look. It answers all `nextLook` calls made before it began; `hasWaiters`: there are such calls. */
  async look(lookOnce: (hasWaiters: boolean) => Promise<LookResult>): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#looking = true;
    const waiters = this.#waiters.splice(0);
    const result = await lookOnce(waiters.length > 0);
    this.#looking = false;
    for (const resolve of waiters) resolve(result);
    if (this.#waiters.length > 0) this.#lookWithin(0, AT_ONCE);
    else this.#parts.alarm.within(this.msUntilLook);
  }

  /** Answers all waiting callers with no result. */
  release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve(nothingSeen);
  }

  /** Makes no request before the time that the service asked for. */
  holdUntil({ retryAt }: ServiceError): void {
    if (retryAt !== undefined) this.#waitMs = Math.max(this.#waitMs, retryAt - this.#parts.clock.now());
  }

  /**
   * Call after a look that began at `began`. `allWaitForUser`: all unsettled submissions wait for the user's decision.
   * `nextUsefulLookMs`: the time until the records can show more about them.
   */
  looked(began: number, result: LookResult, allWaitForUser: boolean, nextUsefulLookMs: number): void {
    this.#lastLookAt = this.#parts.clock.monotonic();
    this.#lookMs = [this.#lookMs[1], this.#lastLookAt - began];
    if (result.outcome === 'progress') this.#waitMs = this.#parts.firstLookMs;
    const isFruitless = result.outcome === 'nothing' && this.unsettled.size === 0;
    const isSlow = allWaitForUser ? this.submitted.size === 0 : isFruitless;
    this.#waitMs = Math.min(this.#waitMs * 1.5, isSlow ? LONGEST_FRUITLESS_WAIT_MS : LONGEST_WAIT_MS);
    if (this.submitted.size > 0) this.#lookWithin(this.#waitMs);
    if (this.unsettled.size === 0) return;
    const { firstLookMs } = this.#parts;
    this.#lookWithin(Math.max(firstLookMs, this.#waitMs));
    if (result.snapshot !== null) this.#lookWithin(Math.max(firstLookMs, nextUsefulLookMs), SETTLING_FACTOR);
  }

  /** Plans a look. `factor`: the pause after the last look is at least this multiple of a look's duration. */
  #lookWithin(ms: number, factor = IDLE_FACTOR): void {
    const { clock, alarm, gapMs } = this.#parts;
    const gap = Math.max(gapMs(), Math.min(...this.#lookMs) * factor);
    const wanted = Math.max(clock.monotonic() + ms, this.#lastLookAt + gap);
    this.#dueAt = Math.min(this.#dueAt, wanted);
    alarm.within(this.#dueAt - clock.monotonic());
  }
}
