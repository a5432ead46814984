import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import { standardLimits } from './exchange.ts';
import { cleanUp, connectionTo, fileOf, patientHooks, speaking } from './scripted-server.fixture.ts';
import { postVerdict } from './verdict.ts';

afterEach(cleanUp);

const id = 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11';
const MiB = 1024 * 1024;
const byKey = { variant: 'api-key' } as const;
const receipt = JSON.stringify({ submission_id: id });
const raw = (status: string, body = receipt): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A service that says this when the head of a request has come, and then whatever it does with each of its bytes. */
const answersTheHead = (answer: string, next: (socket: Socket, bytes: number) => void = () => undefined) =>
  speaking((socket) => {
    let bytes = 0;
    socket.on('data', (piece) => {
      if (bytes === 0) socket.write(answer);
      bytes += piece.length;
      next(socket, bytes);
    });
  });

async function submit(baseUrl: string, size: number, hooks = patientHooks()) {
  return submitRawData(connectionTo(baseUrl), await fileOf(randomBytes(size)), byKey, hooks);
}

const maybeCharged = {
  kind: 'unknown',
  error: {
    code: 'id-in-doubt',
    detail: expect.stringContaining(`submission_id ${id}`),
  },
};

describe('an id that comes before the service has the whole file is no receipt, and may have been charged', () => {
  test('where the rest of the file is taken all the same', async () => {
    let taken = 0;
    const { baseUrl } = await answersTheHead(raw('200 OK'), (_, bytes) => {
      taken = bytes;
    });
    expect(await submit(baseUrl, 5 * MiB)).toMatchObject(maybeCharged);
    expect(taken).toBeGreaterThan(0);
  });

  test('where the connection breaks in the middle of the file', async () => {
    const { baseUrl } = await answersTheHead(raw('200 OK'), (socket, bytes) => bytes > 5 * MiB && socket.destroy());
    expect(await submit(baseUrl, 64 * MiB)).toMatchObject(maybeCharged);
  });

  test.each([
    ['takes no more of it', () => undefined],
    ['takes the rest of it all the same', (socket: Socket) => void socket.resume()],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ])('where its last byte was handed over and not taken yet, and the service %s', async (_what, then) => {
    const { baseUrl } = await speaking((socket) => {
      socket.once('data', () => {
        socket.pause();
        socket.write(raw('200 OK'), () => then(socket));
      });
    });
    const bytes = randomBytes(64 * MiB);
    const file = await fileOf(bytes);
    // One piece, and more of it than any system takes of a connection at once.
    const atHand = { bytes, justRead: true, inode: 0n, ctimeNs: 0n };
    const limits = { ...standardLimits, stallMs: 500 };
    const outcome = await submitRawData(connectionTo(baseUrl), { ...file, atHand }, byKey, patientHooks(), limits);
    expect(outcome).toMatchObject(maybeCharged);
  });

  test('where the file changes on its way, and its last piece does not leave', async () => {
    const { baseUrl } = await answersTheHead(raw('200 OK'));
    const file = await fileOf(randomBytes(16 * MiB));
    let whole = false;
    const hooks = patientHooks({
      onProgress: (bytes) => bytes === MiB && appendFileSync(file.path, 'more'),
      beforeLastBytes: async () => {
        whole = true;
      },
    });
    expect(await submitRawData(connectionTo(baseUrl), file, byKey, hooks)).toMatchObject(maybeCharged);
    expect(whole).toBe(false);
  });

  test('where a person stops it on its way', async () => {
    const stop = new AbortController();
    const { baseUrl } = await answersTheHead(raw('200 OK'), (socket, bytes) => {
      if (bytes <= 5 * MiB) return;
      socket.pause();
      stop.abort();
    });
    expect(await submit(baseUrl, 64 * MiB, patientHooks({ signal: stop.signal }))).toMatchObject(maybeCharged);
  });

  test('where it comes with a failure of the service', async () => {
    const { baseUrl } = await answersTheHead(raw('502 Bad Gateway'), (socket, bytes) => bytes > MiB && socket.pause());
    expect(await submit(baseUrl, 64 * MiB)).toMatchObject(maybeCharged);
  });

  test('where it came before anything was asked', async () => {
    const answered = Promise.withResolvers<void>();
    const { baseUrl } = await speaking((socket) => socket.write(raw('200 OK'), () => answered.resolve()));
    expect(await submit(baseUrl, 100, patientHooks({ beforeLastBytes: () => answered.promise }))).toMatchObject(
      maybeCharged,
    );
  });
});

test('a success that breaks off before the whole file was sent may have held an id', async () => {
  const { baseUrl } = await answersTheHead(
    `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${receipt}`,
    (socket, bytes) => bytes > 5 * MiB && socket.destroy(),
  );
  expect(await submit(baseUrl, 64 * MiB)).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt' } });
});

test('a page without an id that comes before the whole file was sent leaves it unsent', async () => {
  const { baseUrl } = await answersTheHead(
    raw('200 OK', '<html>Sign in to this network</html>'),
    (socket, bytes) => bytes > 5 * MiB && socket.destroy(),
  );
  expect(await submit(baseUrl, 64 * MiB)).toMatchObject({ kind: 'not-sent' });
});

test.each([1, 1000, MiB, 3 * MiB])('an id that comes with the last of %i bytes is a receipt', async (size) => {
  const { baseUrl } = await speaking((socket) => {
    let bytes = 0;
    let head = 0;
    socket.on('data', (piece) => {
      if (head === 0) head = piece.indexOf('\r\n\r\n') + 4;
      bytes += piece.length;
      if (bytes === head + size) socket.write(raw('200 OK'));
    });
  });
  expect(await submit(baseUrl, size)).toMatchObject({ kind: 'accepted', submissionId: id });
});

test('what came before a deposit was sent does not register it', () => {
  const answer = {
    status: 200,
    statusText: 'OK',
    headers: {},
    body: Buffer.from('{"message":"done"}'),
    complete: true,
    tooLong: false,
    secretEchoed: false,
  };
  const asked = { method: 'POST', url: new URL('http://a/'), scrub: (text: string) => text } as const;
  const report = { handedOver: true, answer, answeredEarly: true, failure: null };
  const read = { receipt: () => 'done', namedId: () => null };
  expect(postVerdict(asked, report, read).kind).toBe('unknown');
  expect(postVerdict(asked, { ...report, answeredEarly: false }, read).kind).toBe('accepted');
});

test.each(['000', '099', '199'])('an id that comes with the status %s is no receipt', async (status) => {
  const { baseUrl } = await speaking((socket) => socket.once('data', () => socket.end(raw(`${status} OK`))));
  expect(await submit(baseUrl, 100)).toMatchObject({ kind: 'unknown' });
});
