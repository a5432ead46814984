import { describe, expect, test } from 'vitest';
import { lockedKeychain } from './accounts.fixture.ts';
import { problemOf, type Signs, WARN_BEFORE_MS } from './credential-status.ts';

const now = Date.UTC(2026, 0, 1);
const at = (offset: number): string => new Date(now + offset).toISOString();
const token = (offset: number | null) => ({ ending: '1234', expiresAt: offset === null ? null : at(offset) });
const fine: Signs = {
  needed: 'access-token',
  hasCredits: false,
  apiKey: { ending: '1234', expiresAt: null },
  accessToken: token(null),
  refused: new Set(),
  isSecretEchoed: false,
  keychain: null,
  isDamaged: false,
};
const of = (changes: Partial<Signs>) => {
  const found = problemOf({ ...fine, ...changes }, now);
  return found === null ? null : [found.kind, found.blocks];
};

describe.each<[string, Partial<Signs>, ReturnType<typeof of>]>([
  ['nothing is wrong', {}, null],
  ['where it is or what pays there cannot be read', { isDamaged: true, apiKey: null }, ['account-damaged', true]],
  ['the token has long to go', { accessToken: token(WARN_BEFORE_MS + 1) }, null],
  ['the token ends within ten minutes', { accessToken: token(WARN_BEFORE_MS) }, ['token-expires-soon', false]],
  ['the token has ended', { accessToken: token(0) }, ['token-expired', true]],
  [
    'the token has ended, and files go by API key',
    { needed: 'api-key', accessToken: token(-1) },
    ['token-expired', false],
  ],
  ['the needed credential is not there', { accessToken: null }, ['credential-missing', true]],
  ['files go by access token to a service with credits', { hasCredits: true }, ['api-key-only', true]],
  ['there is no API key for a service with credits', { hasCredits: true, apiKey: null }, ['credential-missing', true]],
  ['files go by API key to a service with credits', { hasCredits: true, needed: 'api-key' }, null],
  ['the other credential is not there', { apiKey: null }, null],
  [
    'the service refused the needed credential',
    { refused: new Set(['access-token'] as const) },
    ['unauthorised', true],
  ],
  ['the service gave a secret back', { isSecretEchoed: true }, ['secret-echoed', true]],
  ['the service refused the other credential', { refused: new Set(['api-key'] as const) }, ['unauthorised', false]],
  ['the keychain is locked', { keychain: lockedKeychain }, ['keychain', true]],
])('when %s', (_case, changes, expected) => {
  test(`it is ${JSON.stringify(expected)}`, () => {
    expect(of(changes)).toEqual(expected);
  });
});
