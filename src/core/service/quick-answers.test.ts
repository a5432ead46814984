import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrivals, type BodySink } from './body-sink.ts';
import { exchange } from './exchange.ts';
import { makeAuthority, type TestAuthority } from './test-authority.fixture.ts';
import { standardLimits } from './wire.ts';

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

/** As through a proxy that is spoken to over TLS. */
class NestedAgent extends https.Agent {
  override createConnection(options: https.RequestOptions): tls.TLSSocket {
    const { ca } = this.options;
    const outer = tls.connect({ host: '127.0.0.1', port: Number(options.port), ca });
    return tls.connect({ socket: outer, host: '127.0.0.1', ca });
  }
}

async function start(way: Way) {
  const isTwice = way === 'https within TLS';
  const workerData = way === 'http' ? {} : { key: authority.key, cert: authority.certificate, isTwice };
  const worker = new Worker(new URL('./quick-service.fixture.ts', import.meta.url), { workerData });
  workers.push(worker);
  const [{ port }] = await once(worker, 'message');
  const options = { keepAlive: true, ca: readFileSync(authority.certificateFile) };
  const agent = way === 'http' ? new http.Agent(options) : new (isTwice ? NestedAgent : https.Agent)(options);
  return { url: new URL(`${way === 'http' ? way : 'https'}://127.0.0.1:${port}/v1/submit_raw_data`), agent };
}

/** As a file is sent: in pieces, three at a time. */
function bodyOf(length: number) {
  const bytes = Buffer.alloc(PIECE, 1);
  const feed = async (sink: BodySink): Promise<void> => {
    const writes: Promise<boolean>[] = [];
    for (let left = length; left > 0; left -= PIECE) {
      await writes.at(-2);
      await arrivals();
      writes.push(left > PIECE ? sink.write(bytes) : sink.finish(bytes.subarray(0, left)));
    }
    await Promise.all(writes);
  };
  return { length, feed };
}

const ways: readonly Way[] = ['http', 'https', 'https within TLS'];

describe.each(ways)('over %s a service that answers the moment it has a body', (way) => {
  test.each([
    [1, 200],
    [100_000, 100],
    [MiB, 40],
    [5 * MiB + 1, 20],
  ])('of %i bytes never looks as if it had answered early (%i times)', async (length, times) => {
    const { url, agent } = await start(way);
    const { signal } = new AbortController();
    const early: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const request = { method: 'POST', url, headers: {}, signal, echoes: null } as const;
      const report = await exchange(
        { ...request, body: bodyOf(length), limits: standardLimits, receiver: null },
        { agent, proxy: null },
      );
      expect(report).toMatchObject({ handedOver: true, failure: null, answer: { status: 200, complete: true } });
      if (report.answeredEarly) early.push(n);
    }
    agent.destroy();
    expect(early).toEqual([]);
  });
});
