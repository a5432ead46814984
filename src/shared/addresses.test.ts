import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress } from './addresses.ts';

test.each([
  ['service.example', 'https://service.example', false],
  ['  https://service.example/ ', 'https://service.example', false],
  ['https://Service.Example/core-api/v1/', 'https://service.example/core-api/v1', false],
  ['service.example:8443/path//', 'https://service.example:8443/path', false],
  ['http://service.example', 'http://service.example', true],
  ['localhost:8000', 'http://localhost:8000', false],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000', false],
  ['[::1]:8000', 'http://[::1]:8000', false],
  ['<https://service.example?x=1#y>', 'https://service.example', false],
])('%j is read as %j', (text, address, isExposed) => {
  expect(readAddress(text)).toEqual({ ok: true, address, isExposed });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['ftp://service.example', 'other-scheme'],
  ['javascript://x', 'other-scheme'],
  ['https://me:secret@service.example', 'holds-credentials'],
  ['not an address', 'no-address'],
  ['https://', 'no-address'],
])('%j is refused: %s', (text, problem) => {
  expect(readAddress(text)).toEqual({ ok: false, problem });
});

test('reading is stable: what was read reads as itself', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
      const read = readAddress(text);
      if (read.ok) expect(readAddress(read.address)).toEqual(read);
    }),
  );
});

test('no text makes it throw, and nothing but http and https comes out', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readAddress(text);
      if (read.ok) expect(read.address).toMatch(/^https?:\/\//);
    }),
  );
});

test('an address of a million slashes is read as quickly as it is long', () => {
  const slashes = '/'.repeat(1_000_000);
  expect(readAddress(`https://service.example${slashes}x`)).toMatchObject({ ok: true });
  expect(readAddress(`https://service.example${slashes}`)).toMatchObject({ address: 'https://service.example' });
});

test.each(['https://a&b.example', 'https://-!-', `https://${'a'.repeat(254)}`])('%s names no host', (text) => {
  expect(readAddress(text)).toMatchObject({ ok: false });
});

test.each(['https://my_host.example', 'https://bücher.example', 'https://[2001:db8::1]:8443/x', 'http://127.0.0.1:1'])(
  '%s names one',
  (text) => {
    expect(readAddress(text)).toMatchObject({ ok: true });
  },
);
