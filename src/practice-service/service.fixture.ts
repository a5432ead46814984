import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from './database.ts';
import { parseLossless } from './http/dialects.ts';
import { type PracticeService, type PracticeServiceOptions, startPracticeService } from './index.ts';
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
  await Promise.all(ids.map((id) => ledger.accept({ id, tokenDetailsId: 1, size: 1, dataHash: '00'.repeat(32) })));
  database.close();
  return ids;
}

/** A running service that is closed when the test ends; blocks come at once unless the test says otherwise. */
export async function startService(options: Partial<PracticeServiceOptions> = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const service = await startPracticeService({ blockTimeSeconds: 0, ...options, dataDir });
  onTestFinished(service.close);
  return new TestService(service, dataDir);
}

const receipt = z.object({ submission_id: z.string() });

/** What tests say to a service, over real HTTP. */
export class TestService {
  readonly service: PracticeService;
  readonly dataDir: string;

  constructor(service: PracticeService, dataDir: string) {
    this.service = service;
    this.dataDir = dataDir;
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

  requestFunds(body: string, path = '/users/request_funds', headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.bearer, 'content-type': 'application/json', ...headers },
      body,
    });
  }

  record(id: string): Promise<unknown> {
    return this.read(`/user/get_submission_info?submission_id=${id}`);
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
