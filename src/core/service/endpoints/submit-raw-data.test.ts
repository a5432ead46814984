import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  accessToken,
  answering,
  apiKey,
  cleanUp,
  connectionTo,
  fileOf,
  json,
  listening,
  patientHooks,
} from '../scripted-server.fixture.ts';
import { submitRawData } from './submit-raw-data.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;
const byToken = { variant: 'access-token', token: 'ethereum & co' } as const;
const receipt = { submission_id: 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11' };
const MiB = 1024 * 1024;

describe('a submission that goes well', () => {
  test('the API-key variant sends the exact bytes with the key and their length', async () => {
    const content = randomBytes(2 * MiB + 17);
    const server = await answering((_, response) => json(response, 200, receipt));
    const file = await fileOf(content);
    expect(await submitRawData(connectionTo(`${server.baseUrl}/core-api`), file, byKey, patientHooks())).toEqual({
      kind: 'accepted',
      submissionId: receipt.submission_id,
    });
    const [got] = server.received;
    expect(got).toMatchObject({ method: 'POST', url: '/core-api/v1/submit_raw_data' });
    expect(got?.headers).toMatchObject({
      'x-api-key': apiKey,
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
    });
    expect(got?.headers.authorization).toBeUndefined();
    expect(got?.body.equals(content)).toBe(true);
  });

  test('an API key with a blank in it is sent as it was pasted', async () => {
    const server = await answering((_, response) => json(response, 200, receipt));
    const connection = connectionTo(server.baseUrl, { credentials: { apiKey: 'key one', accessToken: null } });
    const outcome = await submitRawData(connection, await fileOf(Buffer.from('x')), byKey, patientHooks());
    expect(outcome.kind).toBe('accepted');
    expect(server.received[0]?.headers['x-api-key']).toBe('key one');
  });

  test('the bearer variant sends the raw bytes as application/json with the token name in the address', async () => {
    const server = await answering((_, response) => json(response, 200, receipt));
    const outcome = await submitRawData(
      connectionTo(server.baseUrl),
      await fileOf(Buffer.from('0101')),
      byToken,
      patientHooks(),
    );
    expect(outcome.kind).toBe('accepted');
    expect(server.received[0]?.url).toBe('/user/submit_raw_data?token=ethereum+%26+co');
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    });
    expect(server.received[0]?.body.toString()).toBe('0101');
  });

  test('a bearer path that is not there leads to the versioned one', async () => {
    const server = await answering(({ url }, response) =>
      url.startsWith('/v1/') ? json(response, 200, receipt) : response.writeHead(404).end('no route'),
    );
    const outcome = await submitRawData(
      connectionTo(server.baseUrl),
      await fileOf(Buffer.from('x')),
      byToken,
      patientHooks(),
    );
    expect(outcome.kind).toBe('accepted');
    expect(server.received).toHaveLength(2);
  });

  test('the bytes do not go to another form of the path when they are found to be there already', async () => {
    const server = await answering((_, response) => response.writeHead(404).end('no route'));
    const hooks = patientHooks({ mayResend: async () => false });
    const outcome = await submitRawData(connectionTo(server.baseUrl), await fileOf(Buffer.from('abc')), byToken, hooks);
    expect(outcome.kind).toBe('unknown');
    expect(server.received).toHaveLength(1);
  });

  test('a 404 in the service’s own error body is its word on the token, and the bytes are not sent a second time', async () => {
    const server = await answering((_, response) => json(response, 404, { error: 'Unknown token name' }));
    const file = await fileOf(Buffer.from('x'));
    expect(await submitRawData(connectionTo(server.baseUrl), file, byToken, patientHooks())).toMatchObject({
      kind: 'refused',
      again: false,
      error: { code: 'rejected', values: { why: 'refused', said: 'Unknown token name' } },
    });
    expect(server.received).toHaveLength(1);
  });

  test('the API-key family may live on another host', async () => {
    const server = await answering((_, response) => json(response, 201, { data: receipt }));
    const connection = connectionTo('http://127.0.0.1:9', { submitBaseUrl: server.baseUrl });
    expect((await submitRawData(connection, await fileOf(Buffer.from('x')), byKey, patientHooks())).kind).toBe(
      'accepted',
    );
  });

  test('progress grows to the size, and the last bytes are announced before they leave', async () => {
    let announced = false;
    const { baseUrl } = await listening((request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > 3 * MiB) expect(announced).toBe(true);
      });
      request.on('end', () => json(response, 200, receipt));
    });
    const seen: number[] = [];
    const file = await fileOf(randomBytes(3 * MiB + 5));
    const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, {
      ...patientHooks(),
      onProgress: (bytes) => seen.push(bytes),
      beforeLastBytes: async () => {
        expect(seen.at(-1) ?? 0).toBeLessThan(file.size);
        announced = true;
      },
    });
    expect(outcome.kind).toBe('accepted');
    expect(seen).toEqual([MiB, 2 * MiB, 3 * MiB, file.size]);
  });

  test('a connection is used again for the next small file', async () => {
    const ports = new Set<number | undefined>();
    const { baseUrl } = await listening((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => json(response, 200, receipt));
    });
    const file = await fileOf(Buffer.from('small'));
    for (let n = 0; n < 5; n += 1) await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks());
    expect(ports.size).toBe(1);
  });
});

describe('a file that is not the one that was prepared', () => {
  const ok = () => answering((_, response) => json(response, 200, receipt));

  test('an empty file is refused without a request', async () => {
    const server = await ok();
    const outcome = await submitRawData(
      connectionTo(server.baseUrl),
      await fileOf(Buffer.alloc(0)),
      byKey,
      patientHooks(),
    );
    expect(outcome).toMatchObject({ kind: 'refused', again: false, error: { code: 'empty' } });
    expect(server.received).toEqual([]);
  });

  test('a file that grew is found out before anything is sent', async () => {
    const server = await ok();
    const file = await fileOf(Buffer.from('abc'));
    await appendFile(file.path, 'd');
    expect((await submitRawData(connectionTo(server.baseUrl), file, byKey, patientHooks())).kind).toBe('file-changed');
    expect(server.received).toEqual([]);
  });

  test('a file that changes while it is being sent never leaves whole', async () => {
    let whole = false;
    const { baseUrl } = await listening((request, response) => {
      request.on('error', () => undefined);
      request.resume().on('end', () => {
        whole = true;
        json(response, 200, receipt);
      });
    });
    const file = await fileOf(randomBytes(4 * MiB));
    let changed = false;
    const outcome = await submitRawData(connectionTo(baseUrl), file, byKey, {
      ...patientHooks(),
      onProgress: () => {
        // At once: what is only asked for may come after the last look at the file.
        if (!changed) appendFileSync(file.path, 'more');
        changed = true;
      },
    });
    expect(outcome.kind).toBe('file-changed');
    expect(whole).toBe(false);
  });

  test('a file that vanished is unreadable, with Node’s code', async () => {
    const server = await ok();
    const file = await fileOf(Buffer.from('abc'));
    await rm(file.path);
    const outcome = await submitRawData(connectionTo(server.baseUrl), file, byKey, patientHooks());
    expect(outcome).toMatchObject({ kind: 'file-unreadable', code: 'ENOENT' });
  });

  test('a folder is unreadable', async () => {
    const server = await ok();
    const file = await fileOf(Buffer.from('abc'));
    const outcome = await submitRawData(
      connectionTo(server.baseUrl),
      { ...file, path: `${file.path}/..` },
      byKey,
      patientHooks(),
    );
    expect(['file-unreadable', 'file-changed']).toContain(outcome.kind);
  });

  test('what cannot be announced is not sent', async () => {
    const server = await ok();
    const outcome = await submitRawData(connectionTo(server.baseUrl), await fileOf(Buffer.from('abc')), byKey, {
      ...patientHooks(),
      beforeLastBytes: () => Promise.reject(new Error('disk full')),
    });
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'unavailable', detail: 'disk full' } });
    expect(server.received).toEqual([]);
  });
});

describe('cancelling', () => {
  test('before it begins: nothing is sent', async () => {
    const outcome = await submitRawData(
      connectionTo('http://127.0.0.1:9'),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks({ signal: AbortSignal.abort() }),
    );
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'cancelled' } });
  });

  test('with bytes still to send: not sent', async () => {
    const { baseUrl } = await listening((request) => {
      request.on('error', () => undefined);
      request.resume();
    });
    const stop = new AbortController();
    const hooks = patientHooks({ signal: stop.signal, onProgress: () => stop.abort() });
    const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(randomBytes(8 * MiB)), byKey, hooks);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'cancelled' } });
  });

  test('while the last bytes are being announced: not sent, and they do not leave', async () => {
    const server = await answering((_, response) => json(response, 200, receipt));
    const stop = new AbortController();
    const hooks = patientHooks({ signal: stop.signal, beforeLastBytes: async () => stop.abort() });
    const outcome = await submitRawData(connectionTo(server.baseUrl), await fileOf(Buffer.from('abc')), byKey, hooks);
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code: 'cancelled' } });
    expect(server.received).toEqual([]);
  });

  test('after the last byte: unknown', async () => {
    const stop = new AbortController();
    const { baseUrl } = await listening((request) => {
      request.on('error', () => undefined);
      request.resume().on('end', () => stop.abort());
    });
    const outcome = await submitRawData(
      connectionTo(baseUrl),
      await fileOf(Buffer.from('abc')),
      byKey,
      patientHooks({ signal: stop.signal }),
    );
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'cancelled' } });
  });
});
