import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { followSystemProxy } from './agents.ts';
import { requestFunds } from './endpoints/request-funds.ts';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import { standardLimits, type WireLimits } from './exchange.ts';
import { get } from './get.ts';
import { cleanUp, connectionTo, fileOf, patientHooks, speaking } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;
const MiB = 1024 * 1024;
const DRIP_MS = 20;

/** Says the text once, and then the drop over and over, each time long before any silence is noticed. */
function drip(socket: Socket, text: string, drop: string): void {
  socket.write(text);
  const dripping = setInterval(() => socket.write(drop), DRIP_MS);
  socket.on('close', () => clearInterval(dripping));
}

/** What an answer can be made of that never ends. */
const endless: readonly (readonly [what: string, text: string, drop: string])[] = [
  ['its status line', 'HTTP/1.1 200 ', 'O'],
  ['its headers', 'HTTP/1.1 200 OK\r\nx-a: ', 'a'],
  ['answers before the answer', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['hints before the answer', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '],
  ['the body of a refusal', 'HTTP/1.1 400 Bad Request\r\ncontent-length: 100000\r\n\r\n', ' '],
  ['pieces of its body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  ['what stands beside a piece', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'a'],
  ['its trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-a: ', 'a'],
];

/** Far above the time between two drops. */
const limits: WireLimits = { ...standardLimits, answerMs: 1_500 };

test.each(endless)('%s without end is no answer once its time is over', async (_, text, drop) => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => drip(socket, text, drop));
    socket.on('data', () => undefined);
  });
  const file = await fileOf(Buffer.from('abc'));
  const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks(), limits);
  expect(outcome.kind).toBe('unknown');
});

test('a deposit whose answer drips is uncertain once its time is over', async () => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '));
  });
  const deposit = { tokenAddress: '0x1', amountDeposited: 1n, chainId: 1n };
  expect(await requestFunds(connectionTo(baseUrl), deposit, undefined, limits)).toMatchObject({ kind: 'unknown' });
});

test('a record whose answer drips is given up once its time is over', async () => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '));
  });
  const reading = { family: 'api-key', signedIn: false, path: '/health', answerBytes: 1024, timeoutMs: 500 } as const;
  expect(await get(connectionTo(baseUrl), { ...reading, read: () => true })).toMatchObject({ ok: false });
});

test('a refusal that drips while the body is still going out ends it', async () => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => {
      socket.pause();
      drip(socket, 'HTTP/1.1 413 Too Large\r\ncontent-length: 100000\r\n\r\n', ' ');
    });
  });
  const file = await fileOf(randomBytes(32 * MiB));
  const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks(), limits);
  expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'too-large' } });
});

test('who takes nothing of a body does not hold it by dripping', async () => {
  const { baseUrl } = await speaking((socket) => {
    socket.once('data', () => {
      socket.pause();
      drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n');
    });
  });
  const file = await fileOf(randomBytes(32 * MiB));
  const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks(), {
    ...standardLimits,
    stallMs: 1_500,
  });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
});

test('who says early that it took a body, and then takes nothing more of it, does not hold it', async () => {
  const { baseUrl } = await speaking((socket) => {
    let more = 0;
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 21\r\n\r\n{"submission_id":"a"}');
      // A few pieces more, once the answer has been read.
      setTimeout(() => socket.resume(), 300);
      socket.on('data', (piece) => {
        more += piece.length;
        if (more > 4 * MiB) socket.pause();
      });
    });
  });
  const file = await fileOf(randomBytes(32 * MiB));
  const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks(), {
    ...standardLimits,
    stallMs: 1_000,
  });
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt' } });
});

test('a handshake that drips is no connection once its time is over', async () => {
  const { baseUrl } = await speaking((socket) => {
    // The head of a TLS record that is announced longer than it will ever be.
    socket.once('data', () => drip(socket, '\x16\x03\x03\x40\x00', '\x02'));
  });
  const file = await fileOf(Buffer.from('abc'));
  const outcome = await submitRawData(connectionTo(baseUrl.replace('http:', 'https:')), file, byKey, patientHooks(), {
    ...standardLimits,
    connectMs: 750,
  });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
});

test.each([
  ['line', 'HTTP/1.1 200 ', 'O'],
  ['headers', 'HTTP/1.1 200 OK\r\nx-a: ', 'a'],
])('a proxy whose answer’s %s drip is no connection once its time is over', async (_, text, drop) => {
  const proxy = await speaking((socket) => {
    socket.once('data', () => drip(socket, text, drop));
  });
  followSystemProxy(async () => `PROXY ${new URL(proxy.baseUrl).host}`);
  onTestFinished(() => followSystemProxy(async () => 'DIRECT'));
  const file = await fileOf(Buffer.from('abc'));
  const outcome = await submitRawData(connectionTo('https://service.example'), file, byKey, patientHooks(), {
    ...standardLimits,
    connectMs: 750,
  });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
});
