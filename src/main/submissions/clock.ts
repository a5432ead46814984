import { dateFormat } from '../../shared/time.ts';
import type { Clock } from '../service/index.ts';

export { after, type Clock, type Deadline, msLeft } from '../service/index.ts';

/** A deadline may be days away: long waits are looked at anew every hour, also because a clock may have jumped. */
const LONGEST_WAIT_MS = 3_600_000;

/** The time of day of an instant (epoch milliseconds), as this computer's people write it; with the date when it is not today. */
export function timeInWords(instant: number, now: number): string {
  const date = new Date(instant);
  const today = new Date(now).toDateString() === date.toDateString();
  const clock = instant - now < 60_000 ? ({ timeStyle: 'medium' } as const) : ({ timeStyle: 'short' } as const);
  return dateFormat(undefined, today ? clock : { dateStyle: 'medium', ...clock }).format(date);
}

/** One timer for many reasons to wake up: it goes off at the earliest. Waiting is by the steady clock of `setTimeout`. */
export class Alarm {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(clock: Pick<Clock, 'monotonic'>, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Makes sure that it rings within `ms` milliseconds. */
  within(ms: number): void {
    const wait = Math.min(Math.max(1, Math.ceil(ms)), LONGEST_WAIT_MS);
    const wanted = this.#clock.monotonic() + wait;
    if (this.#closed || wanted >= this.#due) return;
    this.#stop();
    this.#due = wanted;
    this.#timer = setTimeout(() => {
      this.#stop();
      this.#ring();
    }, wait);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#due = Number.POSITIVE_INFINITY;
  }
}
