/** Systems report many files one by one, or start the app once for each. After this pause all have arrived. */
const QUIET_MS = 700;

/** Gathers files that are opened at once into one drop, even if the system reports them one by one. */
export class PathGathering {
  readonly #onBatch: (paths: readonly string[]) => void;
  readonly #paths = new Set<string>();
  #quiet: NodeJS.Timeout | null = null;
  #isHeld = true;

  /** `onBatch` is not called before `release`. */
  constructor(onBatch: (paths: readonly string[]) => void) {
    this.#onBatch = onBatch;
  }

  take(paths: readonly string[]): void {
    for (const path of paths) this.#paths.add(path);
    this.#wait();
  }

  /** The paths that were gathered and not yet delivered. */
  get pending(): readonly string[] {
    return [...this.#paths];
  }

  /** Starts delivery. */
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
