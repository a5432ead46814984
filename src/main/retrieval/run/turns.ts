import pLimit from 'p-limit';

/** Each has a thread of its own, and some parts on their way. */
const AT_ONCE = 3;

type Turn = { readonly abort: AbortController; ended: Promise<void> };

/** Who is at work, and who waits for that. */
export class Turns {
  readonly #limit = pLimit(AT_ONCE);
  readonly #turns = new Map<number, Turn>();

  /** `work` never rejects. What the last turn of the same one has begun comes to its end before. */
  begin(id: number, work: (signal: AbortSignal) => Promise<void>): void {
    const turn: Turn = { abort: new AbortController(), ended: this.#turns.get(id)?.ended ?? Promise.resolve() };
    this.#turns.set(id, turn);
    void this.#limit(async () => {
      const { signal } = turn.abort;
      if (!signal.aborted) turn.ended = turn.ended.then(() => work(signal));
      await turn.ended;
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    });
  }

  /** Resolves once nothing is done for it any more: at once, where its turn has not come. */
  async stop(id: number): Promise<void> {
    const turn = this.#turns.get(id);
    turn?.abort.abort();
    await turn?.ended;
  }

  async close(): Promise<void> {
    this.#limit.clearQueue();
    await Promise.all([...this.#turns.keys()].map((id) => this.stop(id)));
  }
}
