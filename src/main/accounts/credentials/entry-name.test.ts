import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryName } from './entry-name.ts';

test('an entry tells a person the account, the kind of secret and the address', () => {
  const account = { id: '7f3a', name: 'My account', address: 'https://host/path/' };
  expect(entryName(account, 'api-key')).toMatch(/^My account – API key \(https:\/\/host\/path\) \[7f3a\] [0-9a-f]{8}$/);
  expect(entryName(account, 'access-token')).toMatch(
    /^My account – access token \(https:\/\/host\/path\) \[7f3a\] [0-9a-f]{8}$/,
  );
});

test('name and password, query and fragment of an address never reach the entry', () => {
  const account = { id: '1', name: 'A', address: 'https://canary:canary@host/p?canary=canary#canary' };
  expect(entryName(account, 'api-key')).toMatch(/^A – API key \(https:\/\/host\/p\) \[1\] [0-9a-f]{8}$/);
});

test('an entry that is made anew has another name: a copy of the data, which knows the one before, finds nothing there', () => {
  const account = { id: '7f3a', name: 'My account', address: 'https://host/path/' };
  expect(entryName(account, 'api-key')).not.toBe(entryName(account, 'api-key'));
});

test('two accounts never share an entry, and no name breaks or floods one', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, text, (name, address) => {
      const one = entryName({ id: 'one', name, address }, 'api-key');
      expect(one).not.toBe(entryName({ id: 'two', name, address }, 'api-key'));
      expect(one).not.toBe(entryName({ id: 'one', name, address }, 'access-token'));
      expect(one).toMatch(/^[^\p{C}]{1,450}$/u);
    }),
  );
});
