import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { connectionsTo } from './agents.ts';
import { type BodyReceiver, GatheredBytes } from './answer.ts';
import type { EchoSearch } from './echo-search.ts';
import { exchange, standardLimits } from './exchange.ts';
import { cleanUp, speaking } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const PIECES = 512 * 1024;
const MiB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('what came in pieces of any size is whole and in its order', () => {
  const gathered = new GatheredBytes();
  expect(gathered.whole().byteLength).toBe(0);
  for (const piece of ['', 'a', 'bc', 'd'.repeat(100), '', 'e']) gathered.push(Buffer.from(piece));
  expect(gathered.length).toBe(104);
  expect(gathered.whole().toString()).toBe(`abc${'d'.repeat(100)}e`);
});

test('an answer that comes byte by byte takes no more memory than another', async () => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.write(`${'1\r\nx\r\n'.repeat(PIECES)}0\r\n\r\n`);
    });
  });
  const before = memory();
  let held = 0;
  const scan = (): boolean => {
    held = Math.max(held, memory() - before);
    return false;
  };
  const echoes: EchoSearch = { isIn: () => false, scan: () => scan };
  const url = new URL(baseUrl);
  const { signal } = new AbortController();
  const request = { method: 'GET', url, headers: {}, signal, echoes } as const;
  const { answer } = await exchange({ ...request, limits: standardLimits }, await connectionsTo(url));
  expect(answer).toMatchObject({ complete: true, body: Buffer.from('x'.repeat(PIECES)) });
  expect(held / MiB).toBeLessThan(16);
});

test('what came whole is whole, also where the connection closes before its receiver has taken it in', async () => {
  const [begun, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { baseUrl } = await speaking((socket) => {
    socket.once('close', () => closed.resolve());
    socket.once('data', async () => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\nA let');
      await begun.promise;
      socket.end('ter.');
    });
  });
  const taken: string[] = [];
  const receiver: BodyReceiver = {
    begin: () => undefined,
    take: (piece) => {
      taken.push(Buffer.from(piece).toString());
      begun.resolve();
      return closed.promise.then(() => setImmediate());
    },
  };
  const url = new URL(baseUrl);
  const { signal } = new AbortController();
  const request = { method: 'GET', url, headers: {}, signal, echoes: null } as const;
  const report = await exchange({ ...request, limits: standardLimits, receiver }, await connectionsTo(url));
  expect(report).toMatchObject({ answer: { complete: true }, failure: null });
  expect(taken).toEqual(['A let', 'ter.']);
});
