import { after, type Clock, type Deadline, msLeft } from '../../service/index.ts';

/** Between two tries of one file that a person wants. */
const EVERY_MS = 10_000;

/**
 * When a file that a person wants tried again has its turn: the first time at once, from then on once in a while. A page that
 * wants it again and again would have a service sent a file without end that it refuses each time.
 */
export class RetryTurns {
  readonly #clock: Clock;
  /** The last one of each file, had or to come; those of long ago go first. */
  readonly #turns = new Map<number, Deadline>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It is to be tried again. One whose turn is still to come keeps it. */
  take(id: number): void {
    if (this.ahead(id) !== null) return;
    this.#forgetOld();
    const last = this.#turns.get(id);
    this.#turns.delete(id);
    this.#turns.set(id, last === undefined || this.#isOld(last) ? after(this.#clock, 0) : this.#next(last));
  }

  /** The turn that it has to wait for; null where there is none. */
  ahead(id: number): Deadline | null {
    const turn = this.#turns.get(id);
    return turn !== undefined && msLeft(this.#clock, turn) > 0 ? turn : null;
  }

  #next({ wall, steady }: Deadline): Deadline {
    return { wall: wall + EVERY_MS, steady: steady + EVERY_MS };
  }

  #isOld(turn: Deadline): boolean {
    return msLeft(this.#clock, this.#next(turn)) === 0;
  }

  #forgetOld(): void {
    for (const [id, turn] of this.#turns) {
      if (!this.#isOld(turn)) return;
      this.#turns.delete(id);
    }
  }
}
