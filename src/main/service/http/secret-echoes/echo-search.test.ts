import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { echoSearch } from './echo-search.ts';
import { LEAST_VARIETY, secretForms } from './secret-forms.ts';

const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const marks = [...'-_.~+/='];
const keys = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...characters) }, fc.constantFrom(...marks)), {
    minLength: 16,
    maxLength: 90,
  })
  .map((some) => some.join(''))
  .filter((key) => lettersOf(key).length >= 16 && varietyOf(key) >= 10)
  // A half that is hardly more than one letter over and over tells no secret.
  .filter((key) => varietyOf(halvesOf(key)[0]) >= LEAST_VARIETY);
const jwts = fc
  .tuple(fc.uuid(), fc.uint8Array({ minLength: 32, maxLength: 256 }))
  .filter(([, signature]) => new Set(signature).size > 16)
  .map(
    ([subject, signature]) =>
      `${jwtHeader}.${encode({ sub: subject, exp: 1_900_000_000 })}.${Buffer.from(signature).toString('base64url')}`,
  );
const uuids = fc.uuid().filter((id) => new Set(id).size > 10);
const secrets = fc.oneof(keys, uuids, jwts);

const encode = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
const jwtHeader = encode({ alg: 'HS256', typ: 'JWT' });
const lettersOf = (text: string): string => text.replace(/[^a-z0-9]/gi, '');
const varietyOf = (text: string): number => new Set(lettersOf(text).toLowerCase()).size;
/** Cut where half of its letters and digits have passed, or one more than that. */
function halvesOf(text: string): readonly [string, string] {
  const half = Math.ceil(lettersOf(text).length / 2);
  const middle = [...text].findIndex((_one, at) => lettersOf(text.slice(0, at + 1)).length === half) + 1;
  return [text.slice(0, middle), text.slice(middle)];
}
const backwards = (text: string): string => [...text].reverse().join('');
const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
const each = (text: string, disguise: (character: string, at: number) => string): string =>
  [...text].map(disguise).join('');

/** What an answer may make of a secret: all that is promised to be noticed. */
const disguises: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in upper case': (secret) => secret.toUpperCase(),
  'in mixed case': (secret) => each(secret, (one, at) => (at % 2 === 0 ? one.toUpperCase() : one.toLowerCase())),
  'percent-encoded as addresses are': encodeURIComponent,
  'percent-encoded in part': (secret) => each(secret, (one, at) => (at % 3 === 0 ? `%${hexOf(one)}` : one)),
  'percent-encoded twice': (secret) => each(secret, (one) => `%25${hexOf(one).toUpperCase()}`),
  'escaped as in JSON': (secret) => each(secret, (one) => `\\u00${hexOf(one)}`),
  'escaped in part, in JSON within JSON': (secret) =>
    each(secret, (one, at) => (at % 2 === 0 ? `\\\\u00${hexOf(one)}` : one)),
  'as entities of HTML': (secret) =>
    each(secret, (one, at) => (at % 2 === 0 ? `&#x${hexOf(one)};` : `&#${one.charCodeAt(0)};`)),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64, one byte in': (secret) => Buffer.from(`:${secret}:`).toString('base64'),
  'in base64, two bytes in': (secret) => Buffer.from(`id${secret}id`).toString('base64'),
  'in base64url': (secret) => Buffer.from(`key=${secret}`).toString('base64url'),
  'in base64 in lines': (secret) => Buffer.from(secret).toString('base64').replace(/.{5}/g, '$&\r\n'),
  'in base64 of base64': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'in base64 of base64, some bytes in': (secret) =>
    Buffer.from(`k=${Buffer.from(`id:${secret}`).toString('base64url')}`).toString('base64'),
  'as codes of its characters': (secret) => JSON.stringify(Buffer.from(secret)),
  'as codes of its characters, backwards': (secret) => [...Buffer.from(secret)].reverse().join(', '),
  'in hex': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'in hex with colons': (secret) => each(secret, (one) => `${hexOf(one)}:`),
  backwards: backwards,
  'backwards in base64': (secret) => Buffer.from(backwards(secret)).toString('base64'),
  'in base64 backwards': (secret) => backwards(Buffer.from(secret).toString('base64')),
  'with blanks between': (secret) => each(secret, (one) => `${one} `),
  'with signs between': (secret) => each(secret, (one, at) => `${one}${['-', '%', '\\', '<', '&', '.'][at % 6]}`),
  'as single characters of a list': (secret) => JSON.stringify([...secret]),
  'in pieces of three of a list': (secret) => JSON.stringify(secret.match(/.{1,3}/g)),
  'with line ends between, in JSON': (secret) => JSON.stringify(secret.match(/.{1,4}/g)?.join('\n')),
  'in markup': (secret) => each(secret, (one) => `<b class="x">${one}</b>`),
  'as two halves in two fields': (secret) => {
    const [first, second] = halvesOf(secret);
    return JSON.stringify({ to_address: first, user_id: second });
  },
};

const cuts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 });

/** Searches a body that comes in pieces of these sizes, over and over. */
function isFound(secret: string, body: string, sizes: readonly number[]): boolean {
  const scan = echoSearch([secret]).scan();
  const bytes = Buffer.from(body);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    scan.push(bytes.subarray(at, at + size));
    at += size;
  }
  return scan.end();
}

describe('a secret in an answer is found, wherever it stands and however it is cut', () => {
  test.each(Object.entries(disguises))('%s', (_name, disguise) => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.nat(40_000), fc.string(), cuts, (secret, before, far, after, sizes) => {
        // What stands beside it is not to end inside of an escape or a tag that swallows its first character.
        const body = `{"a":"${before.replace(/[\\%&<]/g, '')}${'{"x":1},'.repeat(far / 8)}","b":"${disguise(secret)}","c":"${after}"}`;
        return isFound(secret, body, sizes);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what holds no secret', () => {
  const records = fc.array(
    fc.record({ id: fc.uuid(), hash: fc.uint8Array({ minLength: 32, maxLength: 32 }), fees: fc.bigInt({ min: 0n }) }),
    { maxLength: 200 },
  );

  test('is never taken for one: lists of ids, hashes and amounts', () => {
    fc.assert(
      fc.property(secrets, records, cuts, (secret, some, sizes) => {
        const body = JSON.stringify(
          some.map(({ id, hash, fees }) => ({ id, data_hash: Buffer.from(hash).toString('hex'), fees: `${fees}` })),
        );
        return !isFound(secret, body, sizes);
      }),
    );
  });

  test('is never taken for one: any text', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.string({ maxLength: 5_000 }),
        cuts,
        (secret, body, sizes) => !isFound(secret, body, sizes),
      ),
    );
  });

  test('another token of the same service has the same header', () => {
    const [one, other] = ['a', 'b'].map(
      (subject) =>
        `${jwtHeader}.${encode({ sub: subject })}.${Buffer.from(subject.repeat(32)).toString('base64url')}x7Kq`,
    );
    expect(isFound(one ?? '', JSON.stringify({ header: jwtHeader, twice: jwtHeader + jwtHeader }), [100])).toBe(false);
    expect(isFound(one ?? '', JSON.stringify({ token: other?.slice(0, jwtHeader.length + 10) }), [100])).toBe(false);
  });

  test('a run of zeros is no part of a secret', () => {
    expect(isFound('000000000000000000000000b7f3a91c', `{"to_address":"0x${'0'.repeat(40)}"}`, [100])).toBe(false);
  });
});

describe('a secret that is too short or too plain to be told from chance', () => {
  test.each(['k', 'key-1', '20250112', 'aaaaaaaaaaaaaaaa'])('%s is found as a whole JSON string only', (secret) => {
    expect(isFound(secret, `{"submission_id":"${secret}"}`, [7])).toBe(true);
    expect(isFound(secret, `{"submission_id":"${secret}0", "n": ${secret}}`, [7])).toBe(false);
    expect(echoSearch([secret]).isIn(['200', secret])).toBe(true);
  });
});

describe('what a service says anyway is no part of a secret', () => {
  const user = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const tail = 'q7Zp2mXw9Lk4Vt8Rb3Nc';
  const running = '{"status":"OK","message":"Data submission service is running"}';

  test.each([
    ['the user’s id before a dot', `${user}.${tail}`, `[{"user_id":"${user}"}]`],
    ['the user’s id behind it', `${tail}_${user}`, `[{"user_id":"${user}"}]`],
    ['the user’s address', `ak_${address}_${tail}`, `[{"to_address":"${address.toLowerCase()}"}]`],
    ['words before what is secret', `data-submission-service-${tail}`, running],
    ['words alone', 'data-submission-service-key', running],
    ['a few short words', 'test-api-key', '{"error":"Invalid. A test API key is required"}'],
    ['one word', 'unauthorized', '{"error":"You are unauthorized to do this"}'],
  ])('%s', (_name, secret, body) => {
    expect(isFound(secret, body, [100])).toBe(false);
    expect(isFound(secret, `{"submission_id":"${secret}"}`, [100])).toBe(true);
  });

  test.each([`${user}.${tail}`, `${tail}_${user}`, `data-submission-service-${tail}`])(
    'but what is secret in %s is found, also by half',
    (secret) => {
      expect(isFound(secret, `{"id":"${tail.slice(0, 10)}"}`, [100])).toBe(true);
      expect(isFound(secret, Buffer.from(`${secret}:`).toString('base64'), [100])).toBe(true);
    },
  );

  test('a key that is nothing but such an id is found: whoever lists it gives the key away', () => {
    expect(isFound(user, `[{"user_id":"${user}"}]`, [100])).toBe(true);
  });
});

test('a key that is a UUID is found by its first half, though that begins with letters alone', () => {
  expect(isFound('ffffffed-f836-7ac8-8000-00100000001f', '{"to_address":"ffffffed-f836-7ac8"}', [100])).toBe(true);
});

test('a third of a secret is not taken for it', () => {
  const secret = 'q7Zp2mXw9Lk4Vt8Rb3Nc6Hd1';
  expect(isFound(secret, `{"id":"${secret.slice(0, 8)}"}`, [100])).toBe(false);
});

describe('a secret that repeats itself, or that an answer nearly holds,', () => {
  const period = 'abcdefgh'.repeat(500);
  const noPeriod = Array.from({ length: 4_000 }, (_, at) => ((at * at * 7919) % 1_295).toString(36)).join('');

  // Whoever chose the secret can make such answers; trying each place of it at each place of them takes minutes.
  test.each([
    ['pieces of a secret of one period', period, `${period.slice(0, 1_800)}zq`],
    ['pieces of a secret of one period, without a letter between', period, `${period.slice(0, 1_800)}ijklmnop`],
    ['pieces of three places', noPeriod, noPeriod.slice(8, 1_808) + noPeriod.slice(2_000, 3_600)],
  ])('is searched to its end: %s', (_name, secret, pieces) => {
    expect(isFound(secret, pieces.repeat(80), [16_000])).toBe(false);
    expect(isFound(secret, pieces.repeat(80) + secret, [16_000])).toBe(true);
  });

  const few = fc.string({ unit: fc.constantFrom(...'abcdef12'), minLength: 16, maxLength: 60 });

  test('is found where, and only where, enough of one of its forms stands in a row', () => {
    fc.assert(
      fc.property(few, fc.array(fc.tuple(fc.nat(60), fc.nat(60))), few, cuts, (secret, pieces, other, sizes) => {
        const forms = secretForms(secret);
        fc.pre(forms.length > 0);
        const body = pieces
          .map(([from, length]) => `${secret.slice(from, from + length)}${other.slice(length)}`)
          .join('');
        const stretches = forms.flatMap(({ text, least }) => {
          const parts = Array.from({ length: text.length - least + 1 }, (_, at) => text.slice(at, at + least));
          const varied = parts.filter((part) => new Set(part).size >= LEAST_VARIETY);
          return varied.length > 0 ? varied : [text];
        });
        expect(isFound(secret, body, sizes)).toBe(stretches.some((part) => body.includes(part)));
      }),
      { numRuns: 300 },
    );
  });
});
