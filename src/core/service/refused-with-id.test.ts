import { afterEach, describe, expect, test } from 'vitest';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import { RateLimiter } from './rate-limiter.ts';
import { answering, cleanUp, connectionTo, fileOf, patientHooks } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const id = 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11';
const byKey = { variant: 'api-key' } as const;
const byToken = { variant: 'access-token', token: 'ethereum' } as const;
const receipt = JSON.stringify({ submission_id: id });
const MiB = 1024 * 1024;

type Said = {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
  /** The connection breaks off where more of the body was promised. */
  readonly breaksOff?: true;
};

async function submitTo(
  { status, body, headers = {}, breaksOff }: Said,
  submitBy: typeof byKey | typeof byToken = byKey,
) {
  const server = await answering((_, response) => {
    if (breaksOff !== true) return void response.writeHead(status, headers).end(body);
    response.writeHead(status, { ...headers, 'content-length': String(body.length + 100) });
    response.flushHeaders();
    response.write(body, () => setImmediate(() => response.destroy()));
  });
  const file = await fileOf(Buffer.from('abc'));
  const limiter = new RateLimiter({ now: Date.now, monotonic: () => performance.now() });
  const connection = connectionTo(server.baseUrl, { rateLimiter: () => limiter });
  const outcome = await submitRawData(connection, file, submitBy, patientHooks());
  return { outcome, posts: server.received.length, held: limiter.held() };
}

const inDoubt = {
  kind: 'unknown',
  error: { code: 'id-in-doubt', detail: expect.stringContaining(`submission_id ${id}`) },
};

describe('an answer that gives an id and is no receipt leaves the file in doubt, and the id is kept', () => {
  test.each<[string, number, string, Record<string, string>?]>([
    [
      '“not now” with a time',
      503,
      JSON.stringify({ submission_id: id, message: 'accepted, busy' }),
      { 'retry-after': '1' },
    ],
    ['a rate limit', 429, receipt],
    ['a rate limit around a success', 429, `{"state":"SUCCESS","data":${receipt}}`],
    ['a rate limit that states an error', 429, `{"state":"ERROR","message":"slow","submission_id":"${id}"}`],
    ['a refused key', 401, receipt],
    ['a forbidden one', 403, receipt],
    ['an unknown address', 404, receipt],
    ['a method that is not allowed', 405, receipt],
    ['a conflict', 409, receipt],
    ['a size that is too large', 413, receipt],
    ['a redirect', 302, receipt],
    ['a failure', 500, `{"error":"database","submission_id":"${id}"}`],
    ['a success that states an error', 200, `{"state":"ERROR","submission_id":"${id}"}`],
    ['a success that states an error in words', 200, `{"error":"balance too small","submission_id":"${id}"}`],
    ['a success that states an error by its code', 200, `{"error":{"code":"NO_FUNDS"},"submission_id":"${id}"}`],
    ['a success that is none', 200, `{"success":false,"submission_id":"${id}"}`],
    ['a success that was rejected', 200, `{"status":"rejected","submission_id":"${id}"}`],
    ['a success around what has an error', 200, `{"data":${receipt},"error":"balance"}`],
    ['a rate limit that is a bare record', 429, JSON.stringify({ id, token_details_id: 1, amount_data: '5' })],
    ['a rate limit that is one submission', 429, JSON.stringify({ submission: { id }, error: 'busy' })],
    ['a rate limit around a list', 429, JSON.stringify([{ submission_id: id }])],
    ['an unknown address that is a bare record', 404, JSON.stringify({ id, token_details_id: 1 })],
    ['a failure that is a bare record', 500, JSON.stringify({ id, token_details_id: 1, error: 'database' })],
    ['a success that has it twice', 200, `{"submission_id":"a","submission_id":"${id}"}`],
  ])('%s', async (_what, status, body, headers = {}) => {
    expect((await submitTo({ status, body, headers })).outcome).toMatchObject(inDoubt);
  });

  test('a rate limit that breaks off behind it', async () => {
    const said = { status: 429, body: `{"submission_id":"${id}",`, breaksOff: true } as const;
    expect((await submitTo(said)).outcome).toMatchObject(inDoubt);
  });

  test('a success that breaks off behind it', async () => {
    expect((await submitTo({ status: 200, body: receipt, breaksOff: true })).outcome).toMatchObject(inDoubt);
  });

  test('a rate limit that is longer than what is read', async () => {
    const body = `{"submission_id":"${id}","pad":"${'x'.repeat(2 * MiB)}"}`;
    expect((await submitTo({ status: 429, body })).outcome).toMatchObject(inDoubt);
  });
});

test.each([404, 405])('a %i that gives an id is not followed by a second body to another path', async (status) => {
  const { outcome, posts } = await submitTo({ status, body: receipt }, byToken);
  expect(outcome).toMatchObject(inDoubt);
  expect(posts).toBe(1);
});

test('a 404 that is longer than what is read, and no page, is not followed by a second body to another path', async () => {
  const body = `{"error":"${'x'.repeat(2 * MiB)}"}`;
  expect((await submitTo({ status: 404, body }, byToken)).posts).toBe(1);
});

test.each([429, 503])('a %i that gives an id still says until when to wait', async (status) => {
  const before = Date.now();
  const { outcome, held } = await submitTo({ status, body: receipt, headers: { 'retry-after': '60' } });
  expect(outcome).toMatchObject({ kind: 'unknown' });
  expect(held?.until).toBeGreaterThanOrEqual(before + 60_000);
  expect(outcome.kind === 'unknown' ? outcome.error.retryAt : 0).toBeGreaterThanOrEqual(before + 60_000);
});

test.each([404, 405])('a %i that is a bare record is not followed by a second body to another path', async (status) => {
  const body = JSON.stringify({ id, token_details_id: 1, amount_data: '5' });
  expect((await submitTo({ status, body }, byToken)).posts).toBe(1);
});

test('an answer is asked for as it is, not encoded', async () => {
  const server = await answering((_, response) => void response.end(receipt));
  await submitRawData(connectionTo(server.baseUrl), await fileOf(Buffer.from('abc')), byKey, patientHooks());
  expect(server.received[0]?.headers['accept-encoding']).toBe('identity');
});

describe('“not now” that could not be read, and may have held an id, leaves the file in doubt', () => {
  const headers = { 'retry-after': '1' };
  const unread: readonly (readonly [string, Omit<Said, 'status'>])[] = [
    ['broke off in an object', { body: '{"state":"SUCC', breaksOff: true }],
    ['broke off before it began', { body: '', breaksOff: true }],
    ['is an object longer than what is read', { body: `{"pad":"${'x'.repeat(2 * MiB)}"}` }],
  ];
  test.each(unread.flatMap(([what, said]) => [429, 503].map((status) => [status, what, said] as const)))(
    'where a %i %s',
    async (status, _what, said) => {
      const { outcome, held } = await submitTo({ status, headers, ...said });
      expect(outcome).toMatchObject({ kind: 'unknown', error: { status } });
      expect(held).not.toBeNull();
    },
  );
});

describe('an ordinary rate limit is none', () => {
  test.each([
    ['empty', ''],
    ['words', 'Too many requests'],
    ['an error', '{"error":"Too many requests"}'],
    ['an error with an empty id', '{"status":"error","message":"slow down","submission_id":null}'],
    ['an error with the request’s own id', `{"error":"slow down","request_id":"${id}"}`],
    ['a page', '<html>Too many requests</html>'],
  ])('%s', async (_what, body) => {
    const { outcome } = await submitTo({ status: 429, body });
    expect(outcome).toMatchObject({ kind: 'refused', again: true, error: { code: 'rate-limited' } });
  });
});
