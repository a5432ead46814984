import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { accountsMessages, addressMessages, appMessages } from './app.ts';
import { failureMessage } from './failure-message.ts';

test.each(Object.entries(appMessages))('%s is said in whole sentences', (_code, message) => {
  if (typeof message === 'string') expect(message).toMatch(/^[A-Z].*[^.]\.$/);
});

test.each<[Failure, string]>([
  [{ code: 'refused', values: { what: 'page' } }, 'This window is not allowed to do that.'],
  [{ code: 'refused', values: { what: 'call' } }, 'Dropslip does not know this request. Restart Dropslip.'],
  [
    { code: 'refused', values: { what: 'input' } },
    'This request is not valid. Check what you entered, then try again.',
  ],
  [
    { code: 'refused', values: { what: 'transfer' } },
    'Dropslip could not accept that. Try again. If it keeps happening, restart Dropslip.',
  ],
  [{ code: 'cancelled' }, 'Cancelled.'],
  [{ code: 'cancelled', values: { what: 'comparison' } }, 'Stopped. Nothing was compared.'],
  [{ code: 'cancelled', values: { what: 'refresh' } }, 'Refreshing was cancelled.'],
  [{ code: 'cancelled', values: { what: 'export' } }, 'The export was cancelled.'],
  [{ code: 'cancelled', values: { what: 'receipts' } }, 'Stopped. No receipt was saved.'],
  [{ code: 'cancelled', values: { what: 'balances' } }, 'Stopped. The balances were not refreshed.'],
  [{ code: 'cancelled', values: { what: 'old-address' } }, 'The account’s address has changed in the meantime.'],
  [{ code: 'cancelled', values: { what: 'check' } }, 'The check was cancelled.'],
  [{ code: 'declined', values: { what: 'change' } }, 'Nothing was changed, because you did not confirm it.'],
  [{ code: 'declined', values: { what: 'sending' } }, 'Not submitted, because you did not confirm it.'],
  [{ code: 'declined', values: { what: 'deposit' } }, 'Nothing was registered, because you did not confirm it.'],
  [{ code: 'declined', values: { what: 'deposit' } }, 'Nothing was registered, because you did not confirm it.'],
  [
    { code: 'not-written', values: { what: 'files' } },
    'The files could not be added, because the disk cannot be written to. Free some space, then drop them again.',
  ],
  [
    { code: 'not-written', values: { what: 'account' } },
    'Nothing was changed, because the disk cannot be written to. Free some space, then try again.',
  ],
  [{ code: 'not-written', values: { what: 'deposit' } }, 'The disk cannot be written to. Free some space first.'],
  [
    { code: 'internal', inWords: 'What a version before wrote.', after: 'all-sent-no-answer' },
    'Everything was sent, so it may have been accepted. What a version before wrote.',
  ],
])('%j', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(sentence);
});

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
