/** Too short for a person to notice, long enough to make one piece of news of many. */
const GATHERED_FOR_MS = 100;

/** Tells that something of an account changed: at once, and what follows closely together, so that no news is missed. */
export class AccountNews {
  readonly #send: (accountId: string) => void;
  readonly #pauses = new Map<string, { readonly timer: NodeJS.Timeout; due: boolean }>();
  #closed = false;

  constructor(send: (accountId: string) => void) {
    this.#send = send;
  }

  tell(accountId: string): void {
    if (this.#closed) return;
    const pause = this.#pauses.get(accountId);
    if (pause !== undefined) {
      pause.due = true;
      return;
    }
    const timer = setTimeout(() => {
      const { due } = this.#pauses.get(accountId) ?? { due: false };
      this.#pauses.delete(accountId);
      if (due) this.tell(accountId);
    }, GATHERED_FOR_MS);
    this.#pauses.set(accountId, { timer, due: false });
    this.#send(accountId);
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
  }
}
