import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { extrinsicsRoot, Hashing, headerHash, headerInput } from '../core/network/chain-format.ts';
import { openDatabase } from './database.ts';
import { parseLossless } from './http/dialects.ts';
import { type DialectName, type PracticeService, type PracticeServiceOptions, startPracticeService } from './index.ts';
import { Ledger } from './ledger.ts';
import { startingTokens } from './options.ts';

/** A folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'practice-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Registers submissions without their bytes: for tests of long lists, which need no uploads. */
export async function fillLedger(dataDir: string, count: number): Promise<string[]> {
  const database = openDatabase(dataDir, startingTokens);
  const ledger = new Ledger(database);
  const ids = Array.from({ length: count }, () => randomUUID());
  await Promise.all(
    ids.map((id) => ledger.accept({ id, tokenDetailsId: 1, size: 1, dataHash: '00'.repeat(32), encrypted: false })),
  );
  database.close();
  return ids;
}

/** A running service that is closed when the test ends; blocks come at once unless the test says otherwise. */
export async function startService(options: Partial<PracticeServiceOptions> = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const service = await startPracticeService({ blockTimeSeconds: 0, ...options, dataDir });
  onTestFinished(service.close);
  return new TestService(service, dataDir, options.dialect);
}

const bareHash = z.string().transform((text) => text.replace(/^0x/, ''));
const finalPlace = z.object({
  block_hash: bareHash,
  data_hash: bareHash,
  tx_hash: bareHash,
  extrinsic_index: z.bigint().transform(Number),
});
const anyRecord = z.looseObject({});
const finalBlock = z.object({
  block: z.object({
    header: z.looseObject({ number: z.string(), parentHash: z.string(), extrinsicsRoot: z.string() }),
    extrinsics: z.array(z.string()),
  }),
});

export type FinalPlace = z.infer<typeof finalPlace> & {
  readonly block: z.infer<typeof finalBlock>['block'];
  /** The transaction at its place, as hex with `0x`. */
  readonly extrinsic: string;
};

const receipt = z.object({ submission_id: z.string() });

/** What tests say to a service, over real HTTP. */
export class TestService {
  readonly service: PracticeService;
  readonly dataDir: string;
  readonly #dialect: DialectName;

  constructor(service: PracticeService, dataDir: string, dialect: DialectName = 'documented') {
    this.service = service;
    this.dataDir = dataDir;
    this.#dialect = dialect;
  }

  get url(): string {
    return this.service.url;
  }

  get bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.service.accessToken}` };
  }

  get apiKey(): Record<string, string> {
    return { 'x-api-key': this.service.apiKey };
  }

  get(path: string, headers: Record<string, string> = this.bearer): Promise<Response> {
    return fetch(this.url + path, { headers });
  }

  /** The answer's JSON, with every integer as a `bigint`. */
  async read(path: string, headers?: Record<string, string>): Promise<unknown> {
    return parseLossless(await (await this.get(path, headers)).text());
  }

  submit(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/v1/submit_raw_data`, {
      method: 'POST',
      headers: { ...this.apiKey, 'content-type': 'application/octet-stream', ...headers },
      body,
    });
  }

  submitFor(token: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/user/submit_raw_data?token=${encodeURIComponent(token)}`, {
      method: 'POST',
      headers: { ...this.bearer, 'content-type': 'application/json', ...headers },
      body,
    });
  }

  /** Submits and answers the id; fails the test when the service refuses. */
  async accepted(body: Uint8Array<ArrayBuffer> | string): Promise<string> {
    return receipt.parse(await (await this.submit(body)).json()).submission_id;
  }

  /** Posts a JSON body with the access token. */
  post(path: string, body: unknown): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.bearer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  requestFunds(body: string, path = '/users/request_funds', headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.bearer, 'content-type': 'application/json', ...headers },
      body,
    });
  }

  record(id: string): Promise<unknown> {
    const info = `get_submission_info?submission_id=${id}`;
    return this.#dialect === 'credits' ? this.read(`/v1/${info}`, this.apiKey) : this.read(`/user/${info}`);
  }

  /** What the practice chain's node answers to a body, as it is. */
  askNode(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }): Promise<Response> {
    return fetch(this.service.nodeUrl, { method: 'POST', headers, body });
  }

  /** The result of one call of the practice chain's node; rejects when it answers an error. */
  async call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await this.askNode(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return z
      .strictObject({ jsonrpc: z.literal('2.0'), id: z.literal(1), result: z.unknown() })
      .parse(await response.json()).result;
  }

  /** The place of a submission, once it is in a block that is final. Hashes are hex without a prefix. */
  async finalPlace(id: string): Promise<FinalPlace> {
    return vi.waitFor(
      async () => {
        const answer = anyRecord.parse(await this.record(id));
        const place = finalPlace.parse('submission' in answer ? answer.submission : answer);
        const block = finalBlock.parse(await this.call('chain_getBlock', `0x${place.block_hash}`));
        const head = finalBlock.shape.block.shape.header.parse(
          await this.call('chain_getHeader', await this.call('chain_getFinalizedHead')),
        );
        if (Number(head.number) < Number(block.block.header.number)) throw new Error('Its block is not final yet.');
        return { ...place, block: block.block, extrinsic: block.block.extrinsics[place.extrinsic_index] ?? '' };
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  async balance(tokenDetailsId: number): Promise<bigint> {
    const token = z.object({ token_details_id: z.bigint(), token_balance: z.string() });
    const tokens = z.array(token).parse(await this.read('/user/get_all_tokens'));
    return BigInt(tokens.find((one) => one.token_details_id === BigInt(tokenDetailsId))?.token_balance ?? -1);
  }

  storedBytes(id: string): Promise<Buffer> {
    return readFile(join(this.dataDir, 'submissions', id));
  }

  storedIds(): Promise<string[]> {
    return readdir(join(this.dataDir, 'submissions'));
  }

  /** Bodies on their way in. */
  arriving(): Promise<string[]> {
    return readdir(join(this.dataDir, 'incoming'));
  }
}

export async function problem(response: Response): Promise<{ status: number; error: string }> {
  const { error } = z.strictObject({ error: z.string() }).parse(await response.json());
  return { status: response.status, error };
}

const hashing = await Hashing.load();

/** Hex with `0x`. */
export const hexOf = (data: Uint8Array): string => `0x${Buffer.from(data).toString('hex')}`;
/** The bytes of hex with `0x`. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
export const blake2b = (data: Uint8Array): Uint8Array => hashing.blake2b256Bytes(data);
export const hashOfHeader = (header: unknown): string => headerHash(headerInput.parse(header), hashing);
export const rootOf = async (extrinsics: readonly string[]): Promise<string> =>
  hexOf(extrinsicsRoot(extrinsics.map(bytesOf), hashing));
