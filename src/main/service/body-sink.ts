import type { ClientRequest } from 'node:http';

/** The writing end of one request's body. Knows what the socket has taken and whether the last byte was given to it. */
export class BodySink {
  readonly #request: ClientRequest;
  readonly #onHandedOver: () => void;
  readonly #waiting = new Set<(taken: boolean) => void>();
  #open = true;
  #handedOver = false;

  constructor(request: ClientRequest, onHandedOver: () => void) {
    this.#request = request;
    this.#onHandedOver = onHandedOver;
  }

  /** False once the connection broke or an answer made the rest of the body pointless. */
  get open(): boolean {
    return this.#open;
  }

  get handedOver(): boolean {
    return this.#handedOver;
  }

  /** Resolves when the socket has taken the piece (its memory may be used again); false when it never will. */
  write(piece: Uint8Array): Promise<boolean> {
    if (!this.#open) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        if (this.#waiting.delete(settle)) resolve(taken);
      };
      this.#waiting.add(settle);
      this.#request.write(piece, (error) => settle(error === undefined || error === null));
    });
  }

  /** Writes the last piece. From this call on the other side may have the whole body. */
  finish(piece: Uint8Array): Promise<boolean> {
    if (!this.#open) return Promise.resolve(false);
    this.#handedOver = true;
    this.#onHandedOver();
    const taken = this.write(piece);
    this.#request.end();
    return taken;
  }

  close(): void {
    this.#open = false;
    for (const settle of [...this.#waiting]) settle(false);
  }
}
