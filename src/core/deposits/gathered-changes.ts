/** Too short for a person to notice, long enough to make one of many changes. */
const GATHERED_FOR_MS = 100;

/** Announces that something of an account changed: at once, and what follows closely together once more at its end. */
export class GatheredChanges {
  readonly #announce: (accountId: string) => void;
  readonly #pauses = new Map<string, { readonly timer: NodeJS.Timeout; due: boolean }>();
  #closed = false;

  constructor(announce: (accountId: string) => void) {
    this.#announce = announce;
  }

  add(accountId: string): void {
    if (this.#closed) return;
    const pause = this.#pauses.get(accountId);
    if (pause !== undefined) {
      pause.due = true;
      return;
    }
    const timer = setTimeout(() => {
      const { due } = this.#pauses.get(accountId) ?? { due: false };
      this.#pauses.delete(accountId);
      if (due) this.add(accountId);
    }, GATHERED_FOR_MS);
    this.#pauses.set(accountId, { timer, due: false });
    this.#announce(accountId);
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
  }
}
