/** A system tells of many files one by one, or with a start of its own for each: so long after the last of them they are all there. */
const QUIET_MS = 700;

/** Gathers what is opened at once, however many times the system tells of it, so that it is one drop. */
export class PathGathering {
  readonly #onBatch: (paths: readonly string[]) => void;
  readonly #paths = new Set<string>();
  #quiet: NodeJS.Timeout | null = null;
  #isHeld = true;

  /** Nothing is told before `release`. */
  constructor(onBatch: (paths: readonly string[]) => void) {
    this.#onBatch = onBatch;
  }

  take(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    this.#wait();
  }

  /** What has come so far, and is told to nobody yet. */
  get pending(): readonly string[] {
    return [...this.#paths];
  }

  /** There is somebody to tell from here on. */
  release(): void {
    this.#isHeld = false;
    this.#wait();
  }

  close(): void {
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#isHeld = true;
  }

  #wait(): void {
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    if (this.#isHeld || this.#paths.size === 0) return;
    this.#quiet = setTimeout(() => {
      const paths = [...this.#paths];
      this.#paths.clear();
      this.#onBatch(paths);
    }, QUIET_MS);
  }
}
