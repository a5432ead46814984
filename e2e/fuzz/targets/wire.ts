import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { FileThreads } from '../../../src/core/files/index.ts';
import { parseSubmission } from '../../../src/core/service/answers.ts';
import type { Connection } from '../../../src/core/service/connection.ts';
import { fundPaths, requestFunds } from '../../../src/core/service/endpoints/request-funds.ts';
import { submitRawData } from '../../../src/core/service/endpoints/submit-raw-data.ts';
import type { WireLimits } from '../../../src/core/service/exchange.ts';
import type { UploadFile } from '../../../src/core/service/file-body.ts';
import { get } from '../../../src/core/service/get.ts';
import { script } from '../http-shapes.ts';
import { startRawServer } from '../raw-server.ts';
import { target } from '../target.ts';

/** Parallel answers, and runs of a short test: most time is spent waiting for connections to break. */
const AT_ONCE = 16;
const FEW = 4;
export const limits: WireLimits = {
  ...{ connectMs: 5_000, stallMs: 5_000, answerMs: 5_000, stoppedAnswerMs: 5_000 },
  answerBytes: 256 * 1024,
};
const errorCode = /^[a-z]+(?:-[a-z]+)*$/;

export const [apiKey, accessToken] = ['key-5f2c9e71', 'token-8b1d03aa'];
export const connectionTo = (baseUrl: string): Connection => ({
  ...{ baseUrl, submitBaseUrl: null },
  credentials: async () => ({ apiKey, accessToken }),
});

let server: ReturnType<typeof startRawServer> | null = null;
export const rawServer = (): ReturnType<typeof startRawServer> => (server ??= startRawServer());

let files: Promise<readonly UploadFile[]> | null = null;
/** Files of different sizes: one piece, a full socket buffer, several pieces; and one in memory. */
async function makeFiles(): Promise<readonly UploadFile[]> {
  // Files are not sent through links, and on macOS the folder for temporary files is behind one.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wire-')));
  const threads = new FileThreads(new URL('../../../src/core/files/file-worker.ts', import.meta.url));
  const made: UploadFile[] = [];
  for (const size of [10, 70_000, 2_500_000]) {
    const path = join(folder, String(size));
    const bytes = Buffer.alloc(size, 'x');
    writeFileSync(path, bytes);
    const { mtimeNs } = await stat(path, { bigint: true });
    made.push({ path, size, mtimeNs, sha256: `0x${hash('sha256', bytes)}`, files: threads });
  }
  const [small] = made;
  assert(small !== undefined);
  const atHand = { bytes: Buffer.alloc(small.size, 'x'), justRead: true, inode: 0n, ctimeNs: 0n };
  made.push({ ...small, atHand });
  return made;
}

/** The file in memory. */
export async function smallFile(): Promise<UploadFile> {
  files ??= makeFiles();
  const file = (await files).at(-1);
  assert(file !== undefined);
  return file;
}

const scripts = fc.array(script, { minLength: 1, maxLength: AT_ONCE });

const reading = target({
  name: 'wire-reading',
  variable: true,
  few: FEW,
  input: scripts,
  run: async (all) => {
    const { baseUrl, play } = await rawServer();
    await Promise.all(
      all.map(async (one) => {
        const { path, forget } = play(one);
        const result = await get(connectionTo(baseUrl + path), {
          ...{ family: 'access-token', signedIn: true, path: '/user/get_submission_info', timeoutMs: 5_000 },
          answerBytes: limits.answerBytes,
          read: ({ body }) => parseSubmission(body.toString('utf8')),
        });
        forget();
        if (result.ok) assert.equal(typeof result.value.id, 'string');
        else assert.match(result.error.code, errorCode);
      }),
    );
  },
});

const paying = target({
  name: 'wire-paying',
  variable: true,
  few: FEW,
  input: fc.array(fc.tuple(script, fc.nat({ max: 3 })), { minLength: 1, maxLength: AT_ONCE }),
  run: async (all) => {
    const { baseUrl, play } = await rawServer();
    files ??= makeFiles();
    const made = await files;
    await Promise.all(
      all.map(async ([one, pick]) => {
        const { path, wholeBodies, forget } = play(one);
        const file = made[pick];
        assert(file !== undefined);
        const hooks = {
          signal: new AbortController().signal,
          onProgress: () => undefined,
          beforeLastBytes: async () => undefined,
          mayResend: async () => true,
        };
        const outcome = await submitRawData(connectionTo(baseUrl + path), file, { variant: 'api-key' }, hooks, limits);
        const bodies = wholeBodies();
        assert(bodies <= 1, `${bodies} bodies for one file`);
        if (outcome.kind === 'accepted') assert.match(outcome.submissionId, /\S/);
        else if (outcome.kind === 'not-sent') assert.equal(bodies, 0, 'what went out whole is told as not sent');
        else assert(outcome.kind === 'refused' || outcome.kind === 'unknown', outcome.kind);
        forget();
      }),
    );
  },
});

const depositing = target({
  name: 'wire-depositing',
  variable: true,
  few: FEW,
  input: scripts,
  run: async (all) => {
    const { baseUrl, play } = await rawServer();
    await Promise.all(
      all.map(async (one) => {
        const { path, wholeBodies, forget } = play(one);
        const deposit = { tokenAddress: `0x${'ab'.repeat(20)}`, amountDeposited: 10n ** 30n, chainId: 1n };
        const outcome = await requestFunds(connectionTo(baseUrl + path), deposit, undefined, limits);
        // After a router's 404, the client tries the next known path of the endpoint.
        assert(wholeBodies() <= fundPaths.length, `${wholeBodies()} bodies for one deposit`);
        if (outcome.kind === 'not-sent') assert.equal(wholeBodies(), 0);
        forget();
      }),
    );
  },
});

export const wireTargets = [reading, paying, depositing];
