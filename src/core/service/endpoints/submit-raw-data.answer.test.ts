import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
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
  speaking,
} from '../scripted-server.fixture.ts';
import { submitRawData } from './submit-raw-data.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;
const receipt = { submission_id: 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11' };
const MiB = 1024 * 1024;

/** A response as bytes on the wire. */
function raw(status: string, body: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

describe('an answer after the whole body', () => {
  async function outcomeOf(
    status: number,
    body: string | Buffer,
    headers: Record<string, string> = {},
    submitBy: SubmitBy = byKey,
  ) {
    const server = await answering((_, response) => response.writeHead(status, headers).end(body));
    const outcome = await submitRawData(
      connectionTo(server.baseUrl),
      await fileOf(Buffer.from('abc')),
      submitBy,
      patientHooks(),
    );
    await cleanUp();
    return outcome;
  }

  test.each([401, 403])('%i to an access token does not prove that nothing was done', async (status) => {
    const outcome = await outcomeOf(status, 'Unauthorized', {}, { variant: 'access-token', token: 'ethereum' });
    const error = { code: 'unauthorised', status, after: 'all-sent-failure-reported' };
    expect(outcome).toMatchObject({ kind: 'unknown', error });
  });

  test.each([
    [400, '{"error":"Data is empty"}', 'empty'],
    [400, '{"error":"Insufficient balance"}', 'insufficient-balance'],
    [400, 'Invalid token passed', 'rejected'],
    [401, 'Unauthorized', 'unauthorised'],
    [402, '', 'insufficient-balance'],
    [403, '<html></html>', 'unauthorised'],
    [404, '{"error":"no"}', 'rejected'],
    [413, 'too large', 'too-large'],
    [422, '', 'rejected'],
  ])('%i %s is a refusal for good: %s', async (status, body, code) => {
    expect(await outcomeOf(status, body)).toMatchObject({ kind: 'refused', again: false, error: { code, status } });
  });

  test('is read in gzip, which nobody asked for', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect(await outcomeOf(200, gzipSync(JSON.stringify(receipt)), headers)).toMatchObject({
      kind: 'accepted',
      submissionId: receipt.submission_id,
    });
    expect(await outcomeOf(401, gzipSync('Unauthorized'), headers)).toMatchObject({
      kind: 'refused',
      error: { code: 'unauthorised' },
    });
  });

  test.each([
    [429, '', {}, 'rate-limited'],
    [503, '', { 'retry-after': '7' }, 'unavailable'],
    [503, '{"error":"busy"}', { 'retry-after': '7' }, 'unavailable'],
  ])('%i %s %j is a refusal for now', async (status, body, headers, code) => {
    expect(await outcomeOf(status, body, headers)).toMatchObject({ kind: 'refused', again: true, error: { code } });
  });

  test.each([
    [200, ''],
    [200, '{}'],
    [200, '{"submission_id":""}'],
    [200, '{"submission_id":null}'],
    [200, '<html>Welcome</html>'],
    [200, '{"submission_id":'],
    [200, '{"state":"ERROR","message":"no"}'],
    [204, ''],
    [302, ''],
    [303, ''],
    [308, ''],
    [408, ''],
    [500, ''],
    [500, '<html></html>'],
    [500, '{"error":"database"}'],
    [500, '{"status":"error","message":"database"}'],
    [501, '{"error":"no"}'],
    [503, '{"error":"busy"}'],
    [507, '{"state":"ERROR","error":"disk"}'],
    [599, ''],
    [502, '{"error":"upstream"}'],
    [503, 'upstream connect error or disconnect/reset before headers'],
    [504, 'gateway'],
  ])('%i %s leaves it unknown', async (status, body) => {
    expect((await outcomeOf(status, body)).kind).toBe('unknown');
  });

  test('a failure of the service’s own after the whole body is no refusal, whatever it says (5xx)', async () => {
    const statuses = fc.integer({ min: 500, max: 599 });
    const said = fc.constantFrom('{"error":"nothing was charged"}', '{"state":"ERROR","message":"no"}', 'no', '');
    await fc.assert(
      fc.asyncProperty(statuses, said, async (status, body) => {
        expect(await outcomeOf(status, body)).toMatchObject({ kind: 'unknown', error: { status } });
      }),
      { numRuns: 25 },
    );
  });

  test('one that is far too long leaves it unknown', async () => {
    expect(await outcomeOf(200, `{"submission_id":"${'a'.repeat(2 * MiB)}"}`)).toMatchObject({
      kind: 'unknown',
      error: { code: 'unreadable-answer' },
    });
  });

  test('one that breaks off leaves it unknown', async () => {
    const { baseUrl } = await listening((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"submission_id":"b1', () => request.socket.destroy());
      });
    });
    const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('abc')), byKey, patientHooks());
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'id-in-doubt' } });
  });

  test('one that is no HTTP leaves it unknown', async () => {
    const { baseUrl } = await speaking((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    const outcome = await submitRawData(connectionTo(baseUrl), await fileOf(Buffer.from('abc')), byKey, patientHooks());
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'unreadable-answer' } });
  });

  test('a rate limit says until when', async () => {
    const before = Date.now();
    const outcome = await outcomeOf(429, '', { 'x-ratelimit-reset': '30' });
    const retryAt = outcome.kind === 'refused' ? (outcome.error.retryAt ?? 0) : 0;
    expect(retryAt - before).toBeGreaterThanOrEqual(30_000);
    expect(retryAt - before).toBeLessThan(60_000);
  });

  test('a redirect is not followed and its target is told without its query', async () => {
    const other = await answering((_, response) => json(response, 200, receipt));
    const outcome = await outcomeOf(307, '', { location: `${other.baseUrl}/v1/submit_raw_data?key=${apiKey}` });
    expect(outcome.kind).toBe('unknown');
    expect(other.received).toEqual([]);
    expect(JSON.stringify(outcome)).toContain('/v1/submit_raw_data');
    expect(JSON.stringify(outcome)).not.toContain(apiKey);
  });

  test('secrets that the service echoes are blotted out, also where the text is cut', async () => {
    for (const padding of [0, 482, 484]) {
      const text = JSON.stringify(
        await outcomeOf(400, `{"error":"${'p'.repeat(padding)}${apiKey}","token":"${accessToken}"}`),
      );
      expect(text).not.toContain(apiKey.slice(0, 6));
      expect(text).not.toContain(accessToken.slice(0, 9));
    }
  });
});

describe('an answer before the body is out', () => {
  test.each([
    ['413 Payload Too Large', 'too large', { kind: 'refused', again: false, error: { code: 'too-large' } }],
    ['401 Unauthorized', 'Unauthorized', { kind: 'refused', again: false, error: { code: 'unauthorised' } }],
    ['429 Too Many Requests', '', { kind: 'refused', again: true, error: { code: 'rate-limited' } }],
    ['502 Bad Gateway', '<html>', { kind: 'not-sent', error: { code: 'unavailable' } }],
    ['408 Request Timeout', '', { kind: 'not-sent', error: { code: 'unavailable' } }],
  ])('%s is read, and the sending stops', async (status, body, expected) => {
    let bytes = 0;
    const { baseUrl } = await speaking((socket) => {
      socket.once('data', () => socket.write(raw(status, body)));
      socket.on('data', (piece) => {
        bytes += piece.length;
      });
    });
    const file = await fileOf(randomBytes(64 * MiB));
    expect(await submitRawData(connectionTo(baseUrl), file, byKey, patientHooks())).toMatchObject(expected);
    expect(bytes).toBeLessThan(file.size);
  });

  test('a refusal survives the reset that follows it', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { baseUrl } = await speaking((socket) => {
        socket.once('data', () => {
          socket.pause();
          socket.write(raw('413 Payload Too Large', 'too large', 'Connection: close\r\n'), () =>
            socket.resetAndDestroy(),
          );
        });
      });
      const outcome = await submitRawData(
        connectionTo(baseUrl),
        await fileOf(randomBytes(8 * MiB)),
        byKey,
        patientHooks(),
      );
      expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'too-large' } });
    }
  });
});
