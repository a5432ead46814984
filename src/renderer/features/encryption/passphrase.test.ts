import { assert, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { makePassphrase, passphraseProblem, typedKey } from './passphrase.ts';

test('a made passphrase is five groups of letters that nobody mistakes, all of them as likely', () => {
  assert(
    property(uint8Array({ minLength: 25, maxLength: 25 }), (bytes) => {
      const made = makePassphrase(() => bytes);
      expect(made).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){4}$/);
    }),
  );
  const all = Array.from({ length: 256 }, (_, byte) => makePassphrase(() => new Uint8Array(25).fill(byte))[0]);
  const counts = Map.groupBy(all, (letter) => letter);
  expect(counts.size).toBe(32);
  expect(new Set([...counts.values()].map(({ length }) => length))).toEqual(new Set([8]));
});

test('two made passphrases are never the same', () => {
  expect(makePassphrase()).not.toBe(makePassphrase());
});

test('a passphrase is taken if it was typed twice alike, and has at least 8 characters', () => {
  for (const typed of ['  ', 'cat', 'seven77', '  cat      ']) {
    expect(passphraseProblem({ typed, repeated: typed })?.field).toBe('typed');
  }
  expect(passphraseProblem({ typed: 'eight888', repeated: '' })?.field).toBe('repeated');
  expect(passphraseProblem({ typed: 'eight888', repeated: 'Eight888' })?.field).toBe('repeated');
  expect(passphraseProblem({ typed: 'eight888', repeated: 'eight888' })).toBeNull();
  assert(
    property(string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }), (typed) => {
      expect(passphraseProblem({ typed, repeated: typed }) === null).toBe(typed.trim().length >= 8);
    }),
  );
});

test('a typed text that has a key in it is given to main whole, anything else is a passphrase', () => {
  const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
  const file = `# created: 2026-01-01T00:00:00.000Z# public key: age1${'q'.repeat(58)}${key}`;
  const others = ['AGE-PLUGIN-YUBIKEY-1Q', '-----BEGIN OPENSSH PRIVATE KEY-----'];
  for (const typed of [key, ` ${key}\n`, key.toLowerCase(), file, `${key}\n${key}`, ...others]) {
    expect(typedKey(typed)).toEqual({ kind: 'identity', identity: typed });
  }
  expect(typedKey(' autumn ladder ')).toEqual({ kind: 'passphrase', passphrase: ' autumn ladder ' });
});
