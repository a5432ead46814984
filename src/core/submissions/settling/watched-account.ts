import type { Clock, ServiceError } from '../../service/index.ts';
import type { Alarm } from '../alarm.ts';
import type { RecordList } from './evidence.ts';

/** The time (ms) that a service needs to list a new submission. */
export const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The longest wait (ms) if the records cannot be read, or if only the user can settle the rest. */
const LONGEST_FRUITLESS_WAIT_MS = 15 * 60_000;
/** The pause after a look, as a multiple of the look's duration. */
const PAUSE_FACTOR = 5;

/** The result of a look. `list`: the whole list, if it was read. */
export type LookResult = {
  readonly outcome: 'progress' | 'unchanged' | 'nothing';
  readonly list: RecordList | null;
  /** Why the records could not be read, if the service said so. */
  readonly error?: ServiceError;
};

export const nothingSeen: LookResult = { outcome: 'nothing', list: null };

/** The watched submissions of one account, the callers that wait for a look, and the time of the next look. */
export class WatchedAccount {
  /** Submissions with a receipt whose records name no block yet. */
  readonly submitted = new Set<number>();
  readonly unsettled = new Set<number>();
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** The shortest time between two looks. Long for a service that limits requests. */
  readonly #gapMs: () => number;
  /** The wait (ms) before the first look for a new submission, and after a look that made progress. */
  readonly #firstLookMs: number;
  /** Callers that wait for the next read of the whole list. */
  #waiters: ((result: LookResult) => void)[] = [];
  #looking = false;
  #dueAt = Number.POSITIVE_INFINITY;
  #waitMs: number;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  #lookMs = 0;

  constructor(clock: Clock, alarm: Alarm, gapMs: () => number, firstLookMs: number) {
    this.#clock = clock;
    this.#alarm = alarm;
    this.#gapMs = gapMs;
    this.#firstLookMs = firstLookMs;
    this.#waitMs = firstLookMs;
  }

  /** Milliseconds until the next look is due. Infinite during a look. */
  get msUntilLook(): number {
    return this.#looking ? Number.POSITIVE_INFINITY : this.#dueAt - this.#clock.monotonic();
  }

  /** Call if a new submission is watched. */
  lookSoon(): void {
    this.#waitMs = this.#firstLookMs;
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
      if (!this.#looking) this.#lookWithin(0, 0);
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
    if (this.#waiters.length > 0) this.#lookWithin(0, 0);
    else this.#alarm.within(this.msUntilLook);
  }

  /** Answers all waiting callers with no result. */
  release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve(nothingSeen);
  }

  /** Makes no request before the time that the service asked for. */
  holdUntil({ retryAt }: ServiceError): void {
    if (retryAt !== undefined) this.#waitMs = Math.max(this.#waitMs, retryAt - this.#clock.now());
  }

  /** Call after a look that began at `began`. `isSearching`: a submission is looked for without a question to the user. */
  looked(began: number, outcome: LookResult['outcome'], isSearching: boolean): void {
    this.#lastLookAt = this.#clock.monotonic();
    this.#lookMs = this.#lastLookAt - began;
    if (outcome === 'progress') this.#waitMs = this.#firstLookMs;
    const isSlow = !isSearching && (this.submitted.size === 0 || outcome === 'nothing');
    this.#waitMs = Math.min(this.#waitMs * 1.5, isSlow ? LONGEST_FRUITLESS_WAIT_MS : LONGEST_WAIT_MS);
    if (this.submitted.size + this.unsettled.size > 0) this.#lookWithin(this.#waitMs);
  }

  /** Plans a look. `factor`: the pause after the last look is at least this multiple of its duration. */
  #lookWithin(ms: number, factor = PAUSE_FACTOR): void {
    const gap = Math.max(this.#gapMs(), this.#lookMs * factor);
    const wanted = Math.max(this.#clock.monotonic() + ms, this.#lastLookAt + gap);
    this.#dueAt = Math.min(this.#dueAt, wanted);
    this.#alarm.within(this.#dueAt - this.#clock.monotonic());
  }
}
