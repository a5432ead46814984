import type { ClientRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';

export type SinkHooks = {
  /** The socket has taken a piece, or with it the whole body. */
  readonly onTaken: (isAll: boolean) => void;
  /** Before the last piece is written. */
  readonly onHandedOver: () => void;
};

/** The writing end of one request's body. Knows whether the last byte was given to the socket, and whether it took it. */
export class BodySink {
  readonly #request: ClientRequest;
  readonly #hooks: SinkHooks;
  readonly #waiting = new Set<(taken: boolean) => void>();
  #open = true;
  #handedOver = false;
  #untaken = 0;

  constructor(request: ClientRequest, hooks: SinkHooks) {
    this.#request = request;
    this.#hooks = hooks;
  }

  /** False once the connection broke or an answer made the rest of the body pointless. */
  get open(): boolean {
    return this.#open;
  }

  get handedOver(): boolean {
    return this.#handedOver;
  }

  /** The socket has taken all of it: only from then on can an answer be about the whole of it. */
  get taken(): boolean {
    return this.#handedOver && this.#untaken === 0;
  }

  /** Resolves when the socket has taken the piece (its memory may be used again); false when it never will. */
  write(piece: Uint8Array): Promise<boolean> {
    if (!this.#open) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        if (!this.#waiting.delete(settle)) return;
        if (taken) this.#hooks.onTaken(this.taken);
        resolve(taken);
      };
      this.#waiting.add(settle);
      this.#untaken += 1;
      this.#request.write(piece, (error) => {
        const taken = error === undefined || error === null;
        // Also of what nobody waits for any more.
        if (taken) this.#untaken -= 1;
        settle(taken);
      });
    });
  }

  /** Writes the last piece. From this call on the other side may have the whole body. */
  finish(piece: Uint8Array): Promise<boolean> {
    if (!this.#open) return Promise.resolve(false);
    this.#handedOver = true;
    this.#hooks.onHandedOver();
    const taken = this.write(piece);
    this.#request.end();
    return taken;
  }

  close(): void {
    this.#open = false;
    for (const settle of [...this.#waiting]) settle(false);
  }
}

/**
 * Lets what has arrived on the socket be read before the next write: a write into a connection that was reset fails at
 * once, and an early refusal (413, 401) that lies unread before the reset would be lost with it. The first turn of the
 * loop handles what was already known, the second asks the system anew.
 */
export async function arrivals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
