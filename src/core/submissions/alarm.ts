import type { Clock } from '../service/index.ts';

/** Long waits are checked every hour, because a clock may have jumped. */
const LONGEST_WAIT_MS = 3_600_000;

/** One timer for many deadlines: it rings at the earliest. It waits by the steady clock of `setTimeout`. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings within `ms` milliseconds at the latest. */
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
