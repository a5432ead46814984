import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { accountsMessages, addressMessages } from './accounts.ts';
import { failureMessage } from './failure-message.ts';

test('what names nothing is one whole sentence or more', () => {
  const sentences = Object.values<unknown>(accountsMessages).filter((message) => typeof message === 'string');
  for (const sentence of [...sentences, ...Object.values(addressMessages)]) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each<[Failure, string]>([
  [
    { code: 'address-not-valid', values: { problem: 'other-scheme' } },
    'The address must begin with https:// (or http://).',
  ],
  [
    { code: 'submit-address-not-valid', values: { problem: 'empty' } },
    'Enter the address that your operator gave you.',
  ],
  [
    { code: 'keychain-missing', values: { system: 'linux' } },
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, then restart Dropslip.',
  ],
  [
    { code: 'keychain-missing', values: { system: 'darwin' } },
    'The macOS keychain could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  ],
  [
    { code: 'keychain-missing', values: { system: 'win32' } },
    'Windows Credential Manager could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  ],
  [{ code: 'keychain-missing', values: { system: 'other' } }, 'No keychain was found on this system.'],
  [
    { code: 'secret-too-long-for-keychain', values: { most: 2560 } },
    'Windows can save at most 2560 characters, and this is longer. Ask your operator for a shorter one.',
  ],
  [
    { code: 'secret-not-valid', values: { kind: 'api-key', problem: 'empty' } },
    'Enter the API key that your operator gave you.',
  ],
  [
    { code: 'secret-not-valid', values: { kind: 'access-token', problem: 'too-long' } },
    'This is too long for an access token. Copy only the access token.',
  ],
  [
    { code: 'secret-not-valid', values: { kind: 'api-key', problem: 'line-break' } },
    'This API key contains a line break. Copy it again as one line.',
  ],
  [
    { code: 'secret-not-valid', values: { kind: 'access-token', problem: 'other-characters' } },
    'This access token contains characters that are not allowed. Copy only the access token.',
  ],
  [
    { code: 'too-many-accounts', values: { most: 100 } },
    'You have 100 accounts, the most that Dropslip allows. Remove one you no longer need first.',
  ],
  [
    { code: 'keychain-locked', after: 'credentials-still-kept' },
    'Nothing was changed, because the keychain still holds this account’s credentials. Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  ],
])('%j is said to the letter', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(sentence);
});
