import type { Clock, ServiceError } from '../../service/index.ts';
import type { Alarm } from '../alarm.ts';
import type { ListSnapshot } from './evidence.ts';

/** A service needs a moment to have a record of what it took (milliseconds). */
export const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Where the records cannot be read at all, or have not told what a person is asked about. */
const LONGEST_FRUITLESS_WAIT_MS = 15 * 60_000;
/** How many times as long as a look took the next one is put off: a look that may bring nothing takes little of the time. */
const IDLE_FACTOR = 20;
/** One that can tell what a person is waiting for takes more of it: there are two or three for each answer that was lost. */
const TELLING_FACTOR = 2;
/** Where somebody waits for it, only what the service itself asks for holds it up. */
const AT_ONCE = 0;

/** What a look has brought. `look`: the whole list, where it was read. */
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
  /** The least time between two looks: a service that counts requests is asked seldom. */
  readonly gapMs: () => number;
  /** How soon something new is looked for, and again where something was found. */
  readonly firstLookMs: number;
};

/** What is looked for in the records of one account, who waits for a look, and when the next one is due. */
export class WatchedAccount {
  /** Submissions with a receipt whose records name no block yet. */
  readonly submitted = new Set<number>();
  readonly unsettled = new Set<number>();
  readonly #parts: WatchedAccountParts;
  /** They wait for the next look that reads the whole list. */
  #waiters: ((result: LookResult) => void)[] = [];
  #looking = false;
  #dueAt = Number.POSITIVE_INFINITY;
  #waitMs: number;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** How long the last two looks took: one that was slow once, on a busy machine, says nothing of the next. */
  #lookMs: readonly [number, number] = [0, 0];

  constructor(parts: WatchedAccountParts) {
    this.#parts = parts;
    this.#waitMs = parts.firstLookMs;
  }

  /** Milliseconds until the next look is due; never while one goes on. */
  get msUntilLook(): number {
    return this.#looking ? Number.POSITIVE_INFINITY : this.#dueAt - this.#parts.clock.monotonic();
  }

  /** Something new is to be looked for. */
  lookSoon(): void {
    this.#waitMs = this.#parts.firstLookMs;
    this.#lookWithin(this.#waitMs);
  }

  /** After trouble that nobody foresaw. */
  lookLater(): void {
    this.#lookWithin(LONGEST_WAIT_MS);
  }

  /** What a look brings that begins from now on and reads the whole list. */
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

  /** Those who wait for a look wait in vain. */
  release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve(nothingSeen);
  }

  /** The service wants no request before. */
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
    if (result.snapshot !== null) this.#lookWithin(Math.max(firstLookMs, nextUsefulLookMs), TELLING_FACTOR);
  }

  /** `factor`: so many times as long as looks take lies between them at least, whatever the service itself asks for. */
  #lookWithin(ms: number, factor = IDLE_FACTOR): void {
    const { clock, alarm, gapMs } = this.#parts;
    const gap = Math.max(gapMs(), Math.min(...this.#lookMs) * factor);
    const wanted = Math.max(clock.monotonic() + ms, this.#lastLookAt + gap);
    this.#dueAt = Math.min(this.#dueAt, wanted);
    alarm.within(this.#dueAt - clock.monotonic());
  }
}
