import type { SubmissionIds } from './listing.ts';

/** The receipts of one account that came in this run, in their order, and when (by the steady clock). */
export class Arrivals {
  readonly #ids: string[] = [];
  readonly #at = new Map<string, number>();

  add(submissionId: string, at: number): void {
    this.#ids.push(submissionId);
    this.#at.set(submissionId, at);
  }

  /** Those that came after an instant. Nothing is copied: there may be many of them, and many who ask. */
  after(instant: number): SubmissionIds {
    const has = (id: string): boolean => (this.#at.get(id) ?? Number.NEGATIVE_INFINITY) > instant;
    const latestFirst = this.#latestFirst.bind(this);
    return {
      has,
      *[Symbol.iterator]() {
        for (const id of latestFirst()) {
          if (!has(id)) return;
          yield id;
        }
      },
    };
  }

  *#latestFirst(): Generator<string> {
    for (let index = this.#ids.length - 1; index >= 0; index -= 1) {
      const id = this.#ids[index];
      if (id !== undefined) yield id;
    }
  }
}
