const RATE_WINDOW_MS = 5_000;
const SHORTEST_SPAN_MS = 500;

type Rates = { readonly bytesPerSecond: number | null; readonly filesPerSecond: number | null };

/** How fast a batch goes, from what has gone in the last seconds. */
export class BatchRates {
  readonly #monotonic: () => number;
  #samples: { readonly at: number; readonly bytes: number; readonly files: number }[] = [];
  #bytes = 0;
  #files = 0;

  /** `monotonic`: milliseconds of a clock that never goes back. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Bytes that a socket has taken. */
  took(bytes: number): void {
    this.#bytes += bytes;
  }

  /** A file has come to its end. */
  ended(): void {
    this.#files += 1;
  }

  begin(): void {
    this.#samples = [];
  }

  /** Per second; null where nothing has gone. Each call is one more look. */
  now(): Rates {
    const latest = { at: this.#monotonic(), bytes: this.#bytes, files: this.#files };
    this.#samples = this.#samples.filter(({ at }) => latest.at - at <= RATE_WINDOW_MS);
    this.#samples.push(latest);
    const oldest = this.#samples[0] ?? latest;
    const span = latest.at - oldest.at;
    const rate = (now: number, then: number): number | null =>
      span < SHORTEST_SPAN_MS || now <= then ? null : ((now - then) * 1000) / span;
    return { bytesPerSecond: rate(latest.bytes, oldest.bytes), filesPerSecond: rate(latest.files, oldest.files) };
  }
}
