import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryName, factsOf, isOfSameUser, jwtExpiry } from './credential.ts';

function jwt(payload: string): string {
  const part = (text: string): string => Buffer.from(text).toString('base64url');
  return `${part('{"alg":"RS256"}')}.${part(payload)}.signature`;
}

test('a key is named by its last five characters, and a short one by none', () => {
  expect(factsOf('api-key', '0123456789abcdef0123456789abcdef').ending).toBe('bcdef');
  expect(factsOf('api-key', '123456789').ending).toBe('');
});

test('the expiry of a JWT is read to the second, without a key to verify it', () => {
  const moments = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.jsonValue(), (moment, other) => {
      const exp = Math.floor(moment.getTime() / 1000);
      expect(jwtExpiry(jwt(JSON.stringify({ other, exp })))).toBe(new Date(exp * 1000).toISOString());
    }),
  );
});

test('a JWT that is signed by nothing but has an expiry still tells it', () => {
  expect(jwtExpiry(jwt('{"exp":0}').replace('signature', ''))).toBe('1970-01-01T00:00:00.000Z');
});

test('a token that says nothing about its end has none', () => {
  const silent = [
    '',
    '.',
    '..',
    'opaque',
    'a.b',
    'a.b.c.d.e',
    jwt('{}'),
    jwt('[]'),
    jwt('null'),
    jwt('{"exp":"soon"}'),
  ];
  for (const token of [...silent, jwt('{"exp":1e300}'), jwt('{"exp":null}'), jwt('{'), jwt('')]) {
    expect(jwtExpiry(token)).toBeNull();
  }
});

test('no text makes it throw, and what it answers is a moment or null', () => {
  const segment = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc
      .oneof(fc.double(), fc.integer(), fc.jsonValue())
      .map((exp) => Buffer.from(JSON.stringify({ exp })).toString('base64url')),
  );
  const tokens = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(segment, { maxLength: 5 }).map((parts) => parts.join('.')),
  );
  fc.assert(
    fc.property(tokens, (token) => {
      const expiry = jwtExpiry(token);
      expect(expiry === null || new Date(expiry).toISOString() === expiry).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('two JWTs are of the same user only where both name the same one, of the same issuer', () => {
  const of = (claims: object): string => jwt(JSON.stringify(claims));
  const anna = of({ sub: 'anna', iss: 'https://sign-in.example', exp: 1 });
  expect(isOfSameUser(anna, of({ sub: 'anna', iss: 'https://sign-in.example', exp: 2, jti: 'x' }))).toBe(true);
  expect(isOfSameUser(of({ sub: 'anna' }), of({ sub: 'anna', exp: 2 }))).toBe(true);
  const others = [
    of({ sub: 'bea', iss: 'https://sign-in.example', exp: 1 }),
    of({ sub: 'anna', iss: 'https://elsewhere.example' }),
    of({ sub: 'anna' }),
    of({ iss: 'https://sign-in.example' }),
    'opaque',
  ];
  for (const other of others) {
    expect(isOfSameUser(anna, other)).toBe(false);
    expect(isOfSameUser(other, anna)).toBe(false);
  }
  for (const nobody of ['opaque', '', of({}), of({ sub: '' }), of({ sub: 7 }), jwt('null')]) {
    expect(isOfSameUser(nobody, nobody)).toBe(false);
  }
});

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
