import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { echoSearch } from './echo-search.ts';

const secrets = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~+/="\\ '), minLength: 8, maxLength: 90 });
const cuts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 });

/** Searches a body that comes in pieces of these sizes, over and over. */
function isFound(secret: string, body: string, sizes: readonly number[]): boolean {
  const scan = echoSearch([secret]).scan();
  const bytes = Buffer.from(body);
  let found = false;
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    found = scan(bytes.subarray(at, at + size));
    at += size;
  }
  return found;
}

const forms: readonly (readonly [string, (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in JSON', (secret) => JSON.stringify({ secret })],
  ['in a URL', encodeURIComponent],
  ['in hex', (secret) => Buffer.from(secret).toString('hex')],
  ['in upper case hex', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64, one byte in', (secret) => Buffer.from(`:${secret}:`).toString('base64')],
  ['in base64url, two bytes in', (secret) => Buffer.from(`id${secret}id`).toString('base64url')],
];

test.each(forms)('a secret is found in a body %s, however the body is cut', (_name, form) => {
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), cuts, (secret, before, after, sizes) =>
      isFound(secret, `${before}${form(secret)}${after}`, sizes),
    ),
  );
});

test('lists of ids, hashes and amounts are never taken for a secret', () => {
  const records = fc.array(fc.record({ id: fc.uuid(), fees: fc.bigInt({ min: 0n }).map(String) }), { maxLength: 200 });
  fc.assert(
    fc.property(
      fc.base64String({ minLength: 16 }),
      records,
      cuts,
      (secret, some, sizes) => !isFound(secret, JSON.stringify(some), sizes),
    ),
  );
});

describe('a secret of less than 8 characters', () => {
  test('is found as a whole JSON string or a whole header', () => {
    expect(isFound('key-1', '{"submission_id":"key-1"}', [7])).toBe(true);
    expect(echoSearch(['key-1']).isIn(['200', 'key-1'])).toBe(true);
  });

  test('is not found as part of a longer text', () => {
    expect(isFound('key-1', '{"submission_id":"key-10"}', [7])).toBe(false);
    expect(echoSearch(['key-1']).isIn(['key-10'])).toBe(false);
  });
});
