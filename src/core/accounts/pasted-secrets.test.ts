import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_SECRET, readSecret } from './credential.ts';

const token = fc.stringMatching(/^[A-Za-z0-9_.~+/=-]{1,200}$/).filter((text) => !/^bearer$/i.test(text));
const blanks = fc.stringMatching(/^[ \t\r\n\u00a0\u200b\ufeff]{0,4}$/);

test('whatever blanks, line ends and schemes pasting brings along, the token alone is kept', () => {
  const schemes = fc.constantFrom('', 'Bearer ', 'bearer\t', 'Authorization: Bearer ', 'authorization:bearer ');
  fc.assert(
    fc.property(blanks, schemes, token, blanks, (before, scheme, secret, after) => {
      expect(readSecret('access-token', before + scheme + secret + after)).toEqual({ ok: true, value: secret });
    }),
  );
});

test('an API key pasted with its header name is kept without it', () => {
  expect(readSecret('api-key', 'x-api-key: abc def')).toEqual({ ok: true, value: 'abc def' });
});

test('a key that merely begins like the scheme is left whole', () => {
  expect(readSecret('api-key', 'bearerABC')).toEqual({ ok: true, value: 'bearerABC' });
});

test('what no header can carry is refused, and the refusal repeats nothing of it', () => {
  const bad = [
    '',
    ' \n ',
    'Bearer ',
    'canary\u0000canary',
    'canary\ncanary',
    'canary\u007f',
    'canaryé',
    'canary canary',
  ];
  for (const pasted of [...bad, 'canary'.repeat(LONGEST_SECRET)]) {
    const read = readSecret('access-token', pasted);
    expect(read).toMatchObject({ ok: false, error: { code: 'secret-not-valid' } });
    expect(JSON.stringify(read)).not.toContain('canary');
  }
});

test('a secret of 16 KiB is taken, and one character more is not', () => {
  expect(readSecret('api-key', 'k'.repeat(LONGEST_SECRET)).ok).toBe(true);
  expect(readSecret('api-key', 'k'.repeat(LONGEST_SECRET + 1)).ok).toBe(false);
});

test('whatever is accepted can stand in a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('api-key', 'access-token'), (pasted, kind) => {
      const read = readSecret(kind, pasted);
      if (read.ok) expect(() => new Headers({ authorization: read.value })).not.toThrow();
    }),
  );
});

test('a million blanks inside of what was pasted are gone through once', () => {
  expect(readSecret('api-key', `a${'\t'.repeat(1_000_000)}b`).ok).toBe(false);
});
