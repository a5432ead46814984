import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileOfBody } from '../dropped-files.ts';
import { hashesOf } from '../record-faults.ts';
import type { ServiceAddress } from '../submissions-core.ts';

/** One submission that was charged. */
export type Charge = {
  readonly id: string;
  readonly file: string;
  readonly sha256: string;
  readonly blake2b256: string;
  readonly size: number;
  /** Epoch milliseconds, by the service's clock. */
  readonly at: number;
};

/** What becomes of one submission: `taken` and then an answer, or none, or neither. */
export type Treatment = { readonly taken: boolean; readonly answered: boolean };

export type MemoryServiceParts = {
  /** What it has charged for before. */
  readonly charges?: readonly Charge[];
  readonly now?: () => number;
  /** `attempt` counts the submissions of this file, from 1. */
  readonly treat?: (file: string, attempt: number) => Treatment | Promise<Treatment>;
  /** What it lists of what it has. */
  readonly list?: (charges: readonly Charge[], read: number) => readonly Charge[];
  readonly onCharge?: (charge: Charge) => void;
};

const TOKEN = { id: 1, name: 'ethereum', address: '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', decimals: 18 };
const PLACED = { extrinsic_index: 1, fees: '1000', to_address: TOKEN.address, block_hash: `0x${'b1'.repeat(32)}` };

/** A service of which a test says every word: it holds its ledger in memory, and any ledger can be given to it. */
export class MemoryService {
  readonly charges: Charge[];
  readonly #parts: MemoryServiceParts;
  readonly #server: Server;
  readonly #attempts = new Map<string, number>();
  #lists = 0;
  #underWay = 0;
  #port = 0;

  constructor(parts: MemoryServiceParts = {}) {
    this.#parts = parts;
    this.charges = [...(parts.charges ?? [])];
    this.#server = createServer((request, response) => {
      this.#underWay += 1;
      response.once('close', () => {
        this.#underWay -= 1;
      });
      void this.#answer(request, response).catch(() => request.socket.destroy());
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address !== 'string') this.#port = address.port;
  }

  get address(): ServiceAddress {
    return { url: `http://127.0.0.1:${this.#port}`, apiKey: 'memory-key', accessToken: 'memory-token' };
  }

  /** Whether a request has not come to its end. */
  get isAsked(): boolean {
    return this.#underWay > 0;
  }

  /** SHA-256 of what was charged, by submission id. */
  digests(): ReadonlyMap<string, string> {
    return new Map(this.charges.map(({ id, sha256 }) => [id, sha256]));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const { list = (charges) => charges } = this.#parts;
    if (request.method === 'POST') return this.#submission(request, response);
    switch (pathname) {
      case '/user/get_all_expenditure': {
        this.#lists += 1;
        const listed = list(this.charges, this.#lists).slice(0, Number(searchParams.get('limit') ?? '1000'));
        return json(response, listed.map(recordOf));
      }
      case '/user/get_submission_info': {
        const charge = this.charges.find(({ id }) => id === searchParams.get('submission_id'));
        return charge === undefined ? json(response, { error: 'Not found' }, 404) : json(response, recordOf(charge));
      }
      case '/user/get_all_tokens':
        return json(response, [
          { token_details_id: TOKEN.id, user_id: 'u', token_address: TOKEN.address, token_balance: '1000000000' },
        ]);
      case '/token_map':
        return json(response, { token_map: { [TOKEN.name]: { token_address: TOKEN.address, token_decimals: 18 } } });
      default:
        return json(response, { error: 'No such endpoint' }, 404);
    }
  }

  async #submission(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { treat = () => ({ taken: true, answered: true }), now = Date.now, onCharge } = this.#parts;
    const pieces: Buffer[] = [];
    for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const file = fileOfBody(body);
    const attempt = (this.#attempts.get(file) ?? 0) + 1;
    this.#attempts.set(file, attempt);
    const { taken, answered } = await treat(file, attempt);
    const id = randomUUID();
    if (taken) {
      const sha256 = createHash('sha256').update(body).digest('hex');
      const { blake2b256 } = hashesOf(body);
      const charge: Charge = { id, file, sha256, blake2b256, size: body.length, at: now() };
      this.charges.push(charge);
      onCharge?.(charge);
    }
    if (answered) json(response, { submission_id: id });
    else request.socket.resetAndDestroy();
  }
}

function recordOf({ id, size, blake2b256, at }: Charge): object {
  return {
    id,
    user_id: 'u',
    token_details_id: TOKEN.id,
    amount_data: String(size),
    data_hash: `0x${blake2b256}`,
    tx_hash: `0x${createHash('sha256').update(id).digest('hex')}`,
    created_at: new Date(at).toISOString().slice(0, -1),
    ...PLACED,
  };
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
