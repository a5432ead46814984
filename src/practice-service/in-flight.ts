/** Work that was begun for a request and must end before the books are closed, even when its socket is gone. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  track<Value>(work: Promise<Value>): Promise<Value> {
    this.#work.add(work);
    const forget = (): void => {
      this.#work.delete(work);
    };
    work.then(forget, forget);
    return work;
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
