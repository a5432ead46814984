import { describe, expect, test } from 'vitest';
import { acceptanceSign } from './acceptance.ts';

const id = 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11';
const hex = id.replaceAll('-', '');
const record = { id, user_id: 'u-1', token_details_id: 1, amount_data: '5', fees: null };

const idOf = (body: string) => acceptanceSign(body)?.id;
const saying = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

describe('an answer gives an id to what was submitted', () => {
  test.each<[string, unknown]>([
    ['beside an error', { error: 'busy', submission_id: id }],
    ['where it states an error', { state: 'ERROR', data: { submission_id: id } }],
    ['named twice', `{"submission_id":"a","submission_id":"${id}"}`],
    ['deep inside', { error: { details: [{ submission_id: id }] } }],
    ['in another’s spelling', { result: { submissionId: id } }],
    ['under a longer name', { error: 'busy', your_submission_uuid: id }],
    ['in JSON within text', { error: `upstream: {"submission_id":"${id}"}` }],
    ['in a text that is JSON', { message: 'busy', body: JSON.stringify(record) }],
    ['in a page', `<p>Accepted, submission_id=${id}</p>`],
    ['in a form', `<input name="submission_id" value="${id}">`],
    ['in XML', `<submission><id>${id}</id></submission>`],
    ['in an attribute of XML', `<submission id="${id}"/>`],
    ['in words', { error: `Submission ${id} was accepted, now slow down` }],
    ['in other words', { message: `Accepted as ${id}, now slow down` }],
    ['in words of a queue', { message: `Queued as ${id}` }],
    ['in what is left of a body', `{"submission_id":"${id}","mess`],
    ['as one submission comes', { submission: { id }, state: 'Pending', error: 'busy' }],
    ['as its whole value', { submission: id, error: 'busy' }],
    ['as an expenditure', { error: 'busy', expenditure: { id } }],
    ['as a receipt', { error: 'busy', receipt: { id } }],
    ['in a list of submissions', { error: 'busy', submissions: [{ id }] }],
    ['in a list of ids', { error: 'busy', submission_ids: [id] }],
    ['as a bare record', record],
    ['as a record beside an error', { ...record, error: 'busy' }],
    ['as a record somewhere', { error: { context: record } }],
    ['as a record in a list', [record]],
    ['as a record in a body with a byte order mark', `\ufeff${JSON.stringify(record)}`],
    ['as a record in JSON that is not quite one', `{"id":"${id}","token_details_id":1,}`],
    ['as an id with a state', { id, state: 'Pending' }],
    ['as an id in what states a success', { state: 'SUCCESS', message: 'Accepted', data: { id } }],
    ['as an id alone', { id }],
    ['as an id alone in its data', { data: { id } }],
    ['as a text alone', id],
    ['as a JSON text alone', JSON.stringify(id)],
    ['as a name', { submissions: { [id]: { state: 'Pending' } } }],
  ])('%s', (_what, body) => {
    expect(idOf(saying(body))).toBe(id);
  });

  test.each<[string, unknown, string]>([
    ['a number', { submission_id: 42 }, '42'],
    ['a letter in what is left', '{"data":{"submission_id":"a"},"mess', 'a'],
    ['a number in what is left', '{"submission_id": 42,"mess', '42'],
    ['hex digits elsewhere', { result: { submission_id: hex } }, hex],
    ['hex digits beside what is wrong', { error: { details: { submission_id: hex } } }, hex],
    ['a few digits in a list', [{ submission_id: '6f1c1b0e' }], '6f1c1b0e'],
    ['a few digits in words', 'Submission ID: 6f1c1b0e', '6f1c1b0e'],
    ['letters in a result', { result: { submission_id: 'abcdef' } }, 'abcdef'],
    ['a few digits, then none', '{"submission_id":"a1b2","submission_id":null}', 'a1b2'],
  ])('%s', (_what, body, given) => {
    expect(idOf(saying(body))).toBe(given);
  });

  test.each<[string, unknown]>([
    ['longer than any that is kept', { submission_id: `${id}-`.repeat(10) }],
    ['with a sign that nobody sees', { submission_id: 'a\u202eb' }],
    ['the half of one', '{"submission_id":"b19'],
    ['the half of a number', '{"submission_id":4'],
  ])('that cannot be read: %s', (_what, body) => {
    expect(acceptanceSign(saying(body))).toEqual({ id: null });
  });
});

test.each<[string, unknown]>([
  ['a place in a block', { error: 'busy', block_hash: '0xab', extrinsic_index: 4 }],
  ['a transaction', { data: { tx_hash: '0xab' } }],
  ['a success', { state: 'SUCCESS', message: 'Submission taken' }],
  ['that it was accepted', { accepted: true }],
])('%s is said only of what was taken', (_what, body) => {
  expect(acceptanceSign(saying(body))).toEqual({ id: null });
});

test.each([
  ['values', `[${'1,'.repeat(300_000)}1]`],
  ['lists in lists', '['.repeat(300_000) + ']'.repeat(300_000)],
])('more %s than any error has are not all looked at, and may hold an id', (_what, body) => {
  expect(acceptanceSign(body)).toEqual({ id: null });
});

test('nesting without end is no obstacle', () => {
  const depth = 3_000;
  const body = `${'{"a":['.repeat(depth)}{"submission_id":"${hex}"}${']}'.repeat(depth)}`;
  expect(idOf(body)).toBe(hex);
});

describe('an ordinary error gives no id to what was submitted', () => {
  test.each<unknown>([
    '',
    'Too many requests',
    '429',
    'null',
    '[]',
    '{}',
    { error: 'Too many requests' },
    { error: 'Too many requests', submission_id: null },
    { error: 'Too many requests', submission_id: '' },
    ...['00000000-0000-0000-0000-000000000000', '0'.repeat(32), 'N/A', 'not provided', 'invalid', 'none', '-', 0].map(
      (none) => ({ error: 'Too many requests', submission_id: none }),
    ),
    { submission_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' },
    { ...record, id: '00000000-0000-0000-0000-000000000000', error: 'Too many requests' },
    { error: 'Too many requests', submission_id: 'rejected' },
    'submission_id: 00000000-0000-0000-0000-000000000000',
    { errors: { submission_id: 'is required' } },
    { errors: { submission_id: ['is required'] } },
    { fields: { submission_id: 'required' } },
    { message: 'submission_id is missing' },
    'submission_id is missing',
    { error: 'Too many requests', request_id: id },
    { error: 'Too many requests', requestId: id, traceId: hex, userId: 7 },
    { message: 'Too many requests', trace_id: hex, span_id: '6f1c1b0e6f1c1b0e', correlation_id: id },
    { state: 'ERROR', message: 'Too many requests', user_id: id, token_details_id: 4 },
    { error: 'Too many requests', id },
    { error: 'Too many requests', id, user_id: 'u-1', created_at: '2026-01-01T00:00:00Z' },
    { error: { id, message: 'Too many requests', code: 429 } },
    { errors: [{ id, status: '429', title: 'Too Many Requests', detail: 'Wait.' }] },
    { id: 'rate_limit', message: 'Your account reached the API rate limit', url: 'https://service.example' },
    { id: 'rate_limit' },
    { statusCode: 429, id: 'e3f1a7', retryAfter: 1 },
    { status: 'error', id },
    { success: false, id: 'req_123' },
    { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } },
    { error: 'slow', user: { id, plan: 'free' } },
    { error: 'slow', request: { id } },
    { request: { id, path: '/v1/submit_raw_data' } },
    { state: 'ERROR', message: 'slow', data: { id } },
    { type: 'about:blank', title: 'Too Many Requests', status: 429, instance: `/errors/${id}` },
    { detail: 'Request was throttled. Expected available in 4 seconds.' },
    { message: 'API rate limit exceeded', limit: { submissions: 10, remaining_submissions: 0, window: 60 } },
    { error: 'Too many submissions: 10 of 10 in 60 seconds', submissions: 10 },
    { error: 'Too many submissions', request_id: id, submission_limit: 10, max_submission_size: 1024 },
    { error: 'could not take the submission', id },
    { error: `Could not take the submission (request ${id})` },
    { error: `Not accepted: ${id}` },
    { error: `request ${id} was throttled` },
    { success: false, error: { code: 'RATE_LIMITED' }, meta: { id } },
    { status: 'OK', message: 'Service is starting' },
    { error: 'slow', tx_hash: null, block_hash: '', data_hash: `0x${hex}` },
    `<html><h1>429 Too Many Requests</h1><p>Ray ID: ${hex}</p></html>`,
    `<html><p>Your submission was blocked.</p><p>Support ID: ${id}</p></html>`,
    `<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message><RequestId>${hex}</RequestId></Error>`,
    `error=too_many_requests&request_id=${id}`,
  ])('%j', (body) => {
    expect(acceptanceSign(saying(body))).toBeNull();
  });
});
