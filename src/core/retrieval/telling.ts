import type { Retrieval, RetrievalState } from '../../shared/bridge/retrieval.ts';

/** How far something is, is told so often; another state at once. */
const EVERY_MS = 200;

/** Tells the window of retrievals: what changes all the time now and then, and always what it is in the end. */
export class Telling {
  readonly #tellNow: (retrieval: Retrieval) => void;
  readonly #told = new Map<number, { readonly kind: string; readonly at: number }>();
  readonly #later = new Map<number, { readonly timer: NodeJS.Timeout; latest: Retrieval }>();

  constructor(tellNow: (retrieval: Retrieval) => void) {
    this.#tellNow = tellNow;
  }

  tell(retrieval: Retrieval): void {
    const { id, state } = retrieval;
    const told = this.#told.get(id);
    const later = this.#later.get(id);
    const left = told === undefined || told.kind !== kindOf(state) ? 0 : told.at + EVERY_MS - performance.now();
    if (left <= 0) {
      this.#tellAtOnce(retrieval);
    } else if (later !== undefined) {
      later.latest = retrieval;
    } else {
      const timer = setTimeout(() => this.#tellAtOnce(this.#later.get(id)?.latest ?? retrieval), left);
      this.#later.set(id, { timer, latest: retrieval });
    }
  }

  forget(id: number): void {
    clearTimeout(this.#later.get(id)?.timer);
    this.#later.delete(id);
    this.#told.delete(id);
  }

  close(): void {
    for (const id of [...this.#later.keys()]) this.forget(id);
  }

  #tellAtOnce(retrieval: Retrieval): void {
    const { id, state } = retrieval;
    clearTimeout(this.#later.get(id)?.timer);
    this.#later.delete(id);
    this.#told.set(id, { kind: kindOf(state), at: performance.now() });
    this.#tellNow(retrieval);
  }
}

/** Also what it waits for: that is another thing to know. */
function kindOf(state: RetrievalState): string {
  return state.kind === 'waiting' ? state.why : state.kind;
}
