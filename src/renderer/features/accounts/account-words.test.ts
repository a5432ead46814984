import { expect, test } from 'vitest';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { addressWords, credentialWords, mendingOf, placedWords, placeWords, secretWords } from './account-words.ts';

const now = Date.parse('2026-01-02T03:00:00Z');

test.each([
  [null, 'None', 'plain'],
  [{ ending: '1234', expiresAt: null }, '••••1234', 'plain'],
  [{ ending: 'abcd', expiresAt: '2026-01-02T06:00:00Z' }, '••••abcd, expires in 3 h', 'plain'],
  [{ ending: 'abcd', expiresAt: '2026-01-02T03:05:00Z' }, '••••abcd, expires in 5 min', 'warn'],
  [{ ending: 'abcd', expiresAt: '2026-01-02T02:00:00Z' }, '••••abcd, expired', 'bad'],
] as const)('the credential %j is shown as %j', (note, text, tone) => {
  expect(credentialWords(note, now)).toEqual({ text, tone });
});

const held = {
  kind: 'service',
  credentials: { apiKey: { ending: '1234', expiresAt: null }, accessToken: null },
} as const;

test('where nothing is kept, nothing is said to be in the keychain', () => {
  const place = { kind: 'keychain' } as const;
  expect(placeWords({ ...held, place }).text).toBe('Your system’s keychain');
  const none = { apiKey: null, accessToken: null };
  expect(placeWords({ ...held, credentials: none, place })).toEqual({
    text: 'Not saved: there is no key or token. Enter it again.',
    tone: 'warn',
  });
});

test('why credentials live for this session only is said with what to do', () => {
  const placed = (reason: Failure | null) => placeWords({ ...held, place: { kind: 'session', reason } }).text;
  expect(placed({ code: 'keychain-missing', values: { system: 'other' } })).toBe(
    'For this session only. No keychain was found on this system.',
  );
  expect(placed({ code: 'keychain-missing', values: { system: 'left-alone' } })).toBe(
    'For this session only. Dropslip was started with DROPSLIP_KEYCHAIN=none, so it does not use the keychain.',
  );
  expect(placed({ code: 'keychain-locked' })).toMatch(/^For this session only. Your keychain is locked. .*try again.$/);
});

test('an expired token asks for a token, a refused credential for the one that is in use', () => {
  const byKey = { variant: 'api-key' } as const;
  const blocks = true;
  const refused = (credential: CredentialKind) => mendingOf({ kind: 'unauthorised', blocks, credential }, byKey);
  expect(mendingOf({ kind: 'token-expired', blocks }, byKey)).toEqual({ kind: 'paste', credential: 'access-token' });
  expect(refused('api-key')).toEqual({ kind: 'paste', credential: 'api-key' });
  expect(refused('access-token')).toEqual({ kind: 'paste', credential: 'access-token' });
  const byKeychain = (keychain: Failure) => mendingOf({ kind: 'keychain', blocks, keychain }, byKey);
  expect(byKeychain({ code: 'keychain-locked' })).toEqual({ kind: 'check' });
  expect(byKeychain({ code: 'keychain-unanswering' })).toEqual({ kind: 'check' });
  expect(byKeychain({ code: 'keychain-refused' })).toEqual({ kind: 'paste', credential: 'api-key' });
  expect(mendingOf({ kind: 'account-damaged', blocks }, byKey)).toEqual({ kind: 'edit' });
  expect(mendingOf({ kind: 'api-key-only', blocks }, byKey)).toEqual({ kind: 'edit' });
});

test('a typed address is said back as it was read, with a warning where it is not encrypted', () => {
  expect(addressWords('service.example/')).toEqual({ text: 'Read as https://service.example', tone: 'plain' });
  expect(addressWords('localhost:8000')?.tone).toBe('plain');
  expect(addressWords('http://service.example')?.tone).toBe('warn');
  expect(addressWords('not an address')).toBeNull();
});

test('an account whose address is not encrypted says so', () => {
  expect(placedWords('http://service.example')).toEqual({
    text: 'http://service.example is not encrypted',
    tone: 'warn',
  });
  expect(placedWords('http://localhost:8000')).toEqual({ text: 'http://localhost:8000', tone: 'plain' });
  expect(placedWords('https://service.example').tone).toBe('plain');
});

test('a token pasted as a key gets a hint that repeats nothing of it', () => {
  const token = 'eyJhbGciOiJub25lIn0.eyJleHAiOjF9.sig';
  expect(secretWords('api-key', token)?.text).toContain('access token');
  expect(secretWords('api-key', token)?.text).not.toContain('eyJ');
  expect(secretWords('access-token', token)).toBeNull();
  expect(secretWords('access-token', `Bearer ${token}`)?.text).toContain('Bearer');
  expect(secretWords('api-key', 'opaque')).toBeNull();
});
