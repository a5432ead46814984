import pLimit, { type LimitFunction } from 'p-limit';

/** Of one account: each may wait without end for the same service, and keeps nothing of another one's waiting. */
const AT_ONCE = 3;
/** Of all: each has a thread of its own, and some parts on their way, of up to 64 MiB. */
const MOST_AT_ONCE = 9;

type Turn = { readonly abort: AbortController; ended: Promise<void> };

export class Turns {
  readonly #all = pLimit(MOST_AT_ONCE);
  readonly #ofAccounts = new Map<string, LimitFunction>();
  readonly #turns = new Map<number, Turn>();

  /** `work` never rejects. What the last turn of the same one has begun comes to its end before. */
  begin(id: number, accountId: string, work: (signal: AbortSignal) => Promise<void>): void {
    const turn: Turn = { abort: new AbortController(), ended: this.#turns.get(id)?.ended ?? Promise.resolve() };
    this.#turns.set(id, turn);
    const ofAccount = this.#ofAccounts.get(accountId) ?? pLimit(AT_ONCE);
    this.#ofAccounts.set(accountId, ofAccount);
    const inTurn = async (): Promise<void> => {
      const { signal } = turn.abort;
      if (!signal.aborted) turn.ended = turn.ended.then(() => work(signal));
      await turn.ended;
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    };
    void ofAccount(() => this.#all(inTurn));
  }

  /** Resolves once nothing is done for it any more: at once, where its turn has not come. */
  async stop(id: number): Promise<void> {
    const turn = this.#turns.get(id);
    turn?.abort.abort();
    await turn?.ended;
  }

  async close(): Promise<void> {
    for (const limit of [...this.#ofAccounts.values(), this.#all]) limit.clearQueue();
    await Promise.all([...this.#turns.keys()].map((id) => this.stop(id)));
  }
}
