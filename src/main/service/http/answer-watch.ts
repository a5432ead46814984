import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './exchange.ts';
import type { EchoScan, EchoSearch } from './secret-echoes/echo-search.ts';

/** When to come back: all that is read of an answer that holds a secret, and only where it is a number or a date. */
const pacing = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const numberOrDate = /^(\d{1,10}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;

/** Watches one answer for the account's secrets while it comes: its status text, its headers and its body. */
export class AnswerWatch {
  readonly #scan: EchoScan | null;
  #found: boolean;

  constructor(search: EchoSearch | null, statusText: string, headers: IncomingHttpHeaders) {
    this.#scan = search?.scan() ?? null;
    const head = [statusText, ...Object.entries(headers).flat(2)].filter((text) => text !== undefined);
    this.#found = search?.isIn(head) ?? false;
  }

  /** Whether a secret has come so far: from then on nothing of the answer is to be read. */
  take(piece: Uint8Array): boolean {
    this.#found ||= this.#scan?.push(piece) ?? false;
    return this.#found;
  }

  /** The answer as it may be read, once no more of it comes. */
  verdict(answer: Answer): Answer {
    this.#found ||= this.#scan?.end() ?? false;
    return this.#found ? withoutText(answer) : answer;
  }
}

function withoutText({ status, headers }: Answer): Answer {
  const kept = pacing.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && numberOrDate.test(value) ? [[name, value]] : [];
  });
  return {
    status,
    statusText: '',
    headers: Object.fromEntries(kept),
    body: Buffer.alloc(0),
    complete: false,
    tooLong: false,
    secretEchoed: true,
  };
}
