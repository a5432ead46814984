import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, standardLimits } from './exchange.ts';
import { makeAuthority, type TestAuthority } from './test-authority.fixture.ts';

const MiB = 1024 * 1024;
const PIECE = MiB;

let authority: TestAuthority;
const workers: Worker[] = [];
beforeAll(async () => {
  authority = await makeAuthority('127.0.0.1');
});
afterAll(async () => {
  for (const worker of workers) await worker.terminate();
  await authority.remove();
});

type Way = 'http' | 'https' | 'https within TLS';

async function start(way: Way) {
  const isTwice = way === 'https within TLS';
  const workerData = way === 'http' ? {} : { key: authority.key, cert: authority.certificate, isTwice };
  const worker = new Worker(new URL('./quick-service.fixture.ts', import.meta.url), { workerData });
  workers.push(worker);
  const [{ port }] = await once(worker, 'message');
  const ca = readFileSync(authority.certificateFile);
  // As through a proxy that is spoken to over TLS.
  const nested = (_options: object, callback: (error: null, socket: tls.TLSSocket) => void): void => {
    const outer = tls.connect({ host: '127.0.0.1', port, ca });
    const socket = tls.connect({ socket: outer, host: '127.0.0.1', ca });
    socket.once('secureConnect', () => callback(null, socket));
  };
  const dispatcher = new Agent({ connect: isTwice ? nested : { ca } });
  return { url: new URL(`${way === 'http' ? way : 'https'}://127.0.0.1:${port}/v1/submit_raw_data`), dispatcher };
}

/** In pieces, as a file is sent. */
function bodyOf(length: number) {
  const bytes = Buffer.alloc(PIECE, 1);
  return {
    length,
    async *pieces() {
      for (let left = length; left > 0; left -= PIECE) yield bytes.subarray(0, left);
    },
  };
}

const ways: readonly Way[] = ['http', 'https', 'https within TLS'];

describe.each(ways)('over %s a service that answers the moment it has a body', (way) => {
  test.each([
    [1, 100],
    [100_000, 50],
    [MiB, 20],
    [5 * MiB + 1, 20],
  ])('of %i bytes never looks as if it had answered early (%i times)', async (length, times) => {
    const { url, dispatcher } = await start(way);
    const connections = { dispatcher, refusal: '', proxy: null };
    const { signal } = new AbortController();
    const early: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const request = { method: 'POST', url, headers: {}, signal, echoes: null, limits: standardLimits } as const;
      const report = await exchange({ ...request, body: bodyOf(length) }, connections);
      expect(report).toMatchObject({ handedOver: true, failure: null, answer: { status: 200, complete: true } });
      if (report.answeredEarly) early.push(n);
    }
    await dispatcher.destroy();
    expect(early).toEqual([]);
  });
});
