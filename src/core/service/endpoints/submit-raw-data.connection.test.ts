import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { standardLimits } from '../exchange.ts';
import {
  accessToken,
  answering,
  cleanUp,
  connectionTo,
  fileOf,
  json,
  listening,
  patientHooks,
  speaking,
} from '../scripted-server.fixture.ts';
import { submitRawData } from './submit-raw-data.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;
const byToken = { variant: 'access-token', token: 'ethereum' } as const;
const receipt = { submission_id: 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11' };
const MiB = 1024 * 1024;

describe('a connection that fails', () => {
  test('refused: nothing was sent', async () => {
    const { baseUrl } = await speaking(() => undefined);
    await cleanUp();
    const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('abc')), byKey, patientHooks());
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
    expect(JSON.stringify(outcome)).toContain('ECONNREFUSED');
  });

  test('no TLS on the other side: nothing was sent and nothing was announced', async () => {
    const { baseUrl } = await answering((_, response) => json(response, 200, receipt));
    let announced = false;
    const outcome = await submitRawData(
      connectionTo(baseUrl.replace('http:', 'https:')),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks({
        beforeLastBytes: async () => {
          announced = true;
        },
      }),
    );
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
    expect(announced).toBe(false);
  });

  test('an address that is none is not asked', async () => {
    for (const baseUrl of ['', 'not an address', 'ftp://host/', 'https://name:secret@host/']) {
      const outcome = await submitRawData(
        connectionTo(baseUrl),
        await fileOf(Buffer.from('abc')),
        byKey,
        patientHooks(),
      );
      expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
      expect(JSON.stringify(outcome)).not.toContain('secret');
    }
  });

  test.each([null, '', 'with\nnewline', 'schlüssel'])('a key like %j is not sent', async (bad) => {
    const outcome = await submitRawData(
      connectionTo('http://127.0.0.1:9', { credentials: { apiKey: bad, accessToken } }),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks(),
    );
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'credential-missing' } });
  });

  test('reset at a random byte: unknown only when the last bytes had been announced', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2 * MiB + 400 }),
        fc.integer({ min: 1, max: 2 * MiB }),
        async (at, size) => {
          const { baseUrl } = await speaking((socket) => {
            let bytes = 0;
            const maybeReset = () => bytes >= at && socket.resetAndDestroy();
            socket.on('data', (piece) => {
              bytes += piece.length;
              maybeReset();
            });
            socket.on('end', () => socket.destroy());
            if (at === 0) maybeReset();
            // Bodies that end before the chosen byte get no answer but the end of the connection.
            socket.on('data', () => bytes >= size + 150 && socket.resetAndDestroy());
          });
          let announced = false;
          const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(randomBytes(size)), byKey, {
            ...patientHooks(),
            beforeLastBytes: async () => {
              announced = true;
            },
          });
          if (outcome.kind === 'unknown') expect(announced).toBe(true);
          else expect(outcome.kind).toBe('not-sent');
          await cleanUp();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('reset long before the end of a large body: not sent', async () => {
    const { baseUrl } = await speaking((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(randomBytes(16 * MiB)),
      byKey,
      patientHooks(),
    );
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { values: { why: 'broke-off-sending' } } });
  });

  test('closed after the last byte without an answer: unknown', async () => {
    const { baseUrl } = await listening((request) => {
      request.resume().on('end', () => request.socket.destroy());
    });
    for (const size of [3, 3 * MiB]) {
      const outcome = await submitRawData(
        connectionTo(baseUrl),
        await fileOf(randomBytes(size)),
        byKey,
        patientHooks(),
      );
      expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'unreachable' } });
    }
  });

  test('a connection that is closed while it waits in the pool does not lose the next file', async () => {
    let requests = 0;
    const { baseUrl } = await listening((request, response) => {
      requests += 1;
      request.resume().on('end', () => {
        response.writeHead(200, { 'keep-alive': 'timeout=1' }).end(JSON.stringify(receipt));
      });
    });
    const file = await fileOf(Buffer.from('abc'));
    for (let n = 0; n < 3; n += 1) {
      expect((await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks())).kind).toBe('accepted');
    }
    expect(requests).toBe(3);
  });
});

describe('a service that stalls', () => {
  test('while the body is being sent: not sent', async () => {
    const { baseUrl } = await speaking((socket) => socket.pause());
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(randomBytes(32 * MiB)),
      byKey,
      patientHooks(),
      { ...standardLimits, stallMs: 100 },
    );
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unreachable' } });
  });

  test('after the whole body: unknown', async () => {
    const { baseUrl } = await listening((request) => void request.resume());
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks(),
      { ...standardLimits, answerMs: 100 },
    );
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'unreachable' } });
  });

  test('in the middle of its answer: unknown', async () => {
    const { baseUrl } = await listening((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-length': 100 }).write('{"submission_'));
    });
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks(),
      // What has come of the answer is read first, also by a busy machine.
      { ...standardLimits, answerMs: 2_000 },
    );
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'unreadable-answer' } });
  });
});

describe('a second form of the path', () => {
  test.each([
    ['whose connection is refused', { mayResend: () => cleanUp().then(() => true) }],
    [
      'that is held back',
      { beforeLastBytes: vi.fn().mockResolvedValueOnce(undefined).mockRejectedValue(new Error('disk full')) },
    ],
  ])('what the first path had whole and refused is not forgotten in a second try %s', async (_, changes) => {
    const server = await answering((_, response) => response.writeHead(404).end('no route'));
    const bytes = Buffer.from('abc');
    const file = { ...(await fileOf(bytes)), atHand: { bytes, justRead: true, inode: 1n, ctimeNs: 1n } };
    const outcome = await submitRawData(connectionTo(server.baseUrl), file, byToken, patientHooks(changes));
    expect(outcome).toMatchObject({ kind: 'not-sent', refusal: { status: 404 } });
    expect(server.received).toHaveLength(1);
  });

  test('what the first path had whole and refused is not forgotten where the file has vanished since', async () => {
    const server = await answering((_, response) => response.writeHead(404).end('no route'));
    const file = await fileOf(Buffer.from('abc'));
    const hooks = patientHooks({ mayResend: () => rm(file.path).then(() => true) });
    const outcome = await submitRawData(connectionTo(server.baseUrl), file, byToken, hooks);
    expect(outcome).toMatchObject({ kind: 'file-unreadable', refusal: { status: 404 } });
  });
});
