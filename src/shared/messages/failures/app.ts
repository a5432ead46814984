import type { AddressProblem } from '../../addresses.ts';
import type { CredentialKind } from '../../bridge/accounts.ts';
import type { accountsFailures, appFailures, FailureMessages, FailureValues } from '../../failures/failure-codes.ts';

/** As they stand in a sentence. */
export const credentialNames: Readonly<Record<CredentialKind, string>> = {
  'api-key': 'API key',
  'access-token': 'access token',
};

/** As they stand in the system's keychain. */
export const secretNames = {
  ...credentialNames,
  passphrase: 'passphrase of private files',
  identity: 'secret key of private files',
} as const;

export const appMessages: FailureMessages<keyof typeof appFailures> = {
  internal: 'Something went wrong inside Dropslip. Try again. If it keeps happening, restart Dropslip.',
  refused: ({ what }) => refused[what],
  busy: 'Dropslip is busy. Wait a moment, then try again.',
  cancelled: (values) => (values === undefined ? 'Cancelled.' : cancelled[values.what]),
  declined: ({ what }) => declined[what],
  'question-open': 'Another question is open in its own window. Answer that first.',
  'not-ready': 'This account cannot be reached yet. Try again in a moment.',
  'not-written': ({ what }) => notWritten[what],
  'file-gone': 'This file was moved, renamed or deleted after it was saved.',
  'files-not-given': 'Dropslip accepts only files that you drop or choose. Drop or choose them again.',
  'own-file': 'That is in Dropslip’s own folder. Copy it to another folder, then drop it from there.',
  'folder-not-usable': ({ why }) => notUsable[why],
  'not-on-disk': 'That is not a file on this computer. Save it to a folder, then drop it from there.',
  'start-at-login-not-changed':
    'Your system did not let Dropslip change what starts at sign-in. Change it in the system settings.',
  'too-many-files': 'These are more than 200,000 files. Drop the folder they are in instead.',
  'of-another-version': 'This was saved by another version of Dropslip and cannot be read by this one.',
};

const refused = {
  page: 'This window is not allowed to do that.',
  call: 'Dropslip does not know this request. Restart Dropslip.',
  input: 'This request is not valid. Check what you entered, then try again.',
  transfer: 'Dropslip could not accept that. Try again. If it keeps happening, restart Dropslip.',
} as const;

const cancelled = {
  comparison: 'Stopped. Nothing was compared.',
  refresh: 'Refreshing was cancelled.',
  export: 'The export was cancelled.',
  receipts: 'Stopped. No receipt was saved.',
  balances: 'Stopped. The balances were not refreshed.',
  'old-address': 'The account’s address has changed in the meantime.',
  check: 'The check was cancelled.',
} as const;

const declined = {
  change: 'Nothing was changed, because you did not confirm it.',
  sending: 'Not submitted, because you did not confirm it.',
  deposit: 'Nothing was registered, because you did not confirm it.',
} as const;

const notUsable = {
  own: 'This is Dropslip’s own folder, so nothing can be saved there. Choose another one under Preferences.',
  gone: 'That folder no longer exists. Choose another one.',
  'not-writable': 'Dropslip has no permission to save in that folder. Change its permissions, or choose another one.',
} as const;

const notWritten = {
  files: 'The files could not be added, because the disk cannot be written to. Free some space, then drop them again.',
  account: 'Nothing was changed, because the disk cannot be written to. Free some space, then try again.',
  deposit: 'The disk cannot be written to. Free some space first.',
} as const;

export const addressMessages: { readonly [Problem in AddressProblem]: string } = {
  empty: 'Enter the address that your operator gave you.',
  'no-address': 'This is not an address. Example: https://service.example or service.example/path.',
  'other-scheme': 'The address must begin with https:// (or http://).',
  'holds-credentials': 'Leave out the user name and password. Keys are entered in the next step.',
};

export const accountsMessages: FailureMessages<keyof typeof accountsFailures> = {
  'address-declined': 'Nothing was sent, because you did not confirm the address. Check it, then try again.',
  'address-not-valid': ({ problem }) => addressMessages[problem],
  'changed-meanwhile': 'Nothing was changed, because this account has changed in the meantime. Try again.',
  'check-running': 'A check is still running. Wait for it, or cancel it.',
  'keychain-locked': 'Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  'keychain-missing': ({ system }) => missingKeychains[system],
  'keychain-refused': 'Your keychain denied Dropslip access. Check the keychain’s settings, then try again.',
  'keychain-unanswering':
    'Your keychain does not answer. Unlock it if your system asks you to. Otherwise sign out and in again.',
  'path-not-valid':
    'A path begins with one / and has no .., spaces or question mark. Copy it again from your operator.',
  'practice-account':
    'The practice account belongs to Dropslip: it cannot be changed or removed. Add an account of your own.',
  'practice-starting': 'The practice service is still starting. Try again in a moment.',
  'secret-not-valid': secretMessage,
  'secret-too-long-for-keychain': ({ most }) =>
    `Windows can save at most ${most} characters, and this is longer. Ask your operator for a shorter one.`,
  'still-sending':
    'Files or a deposit of this account are still being sent. Wait for them or cancel them, then remove the account.',
  'submit-address-not-valid': ({ problem }) => addressMessages[problem],
  'too-many-accounts': ({ most }) =>
    `You have ${most} accounts, the most that Dropslip allows. Remove one you no longer need first.`,
  'unknown-account': 'This account no longer exists.',
};

const missingKeychains: { readonly [System in FailureValues['keychain-missing']['system']]: string } = {
  linux:
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, then restart Dropslip.',
  darwin: 'The macOS keychain could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  win32: 'Windows Credential Manager could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  other: 'No keychain was found on this system.',
  'left-alone': 'Dropslip was started with DROPSLIP_KEYCHAIN=none, so it does not use the keychain.',
};

function secretMessage({ kind, problem }: FailureValues['secret-not-valid']): string {
  const name = credentialNames[kind];
  switch (problem) {
    case 'empty':
      return `Enter the ${name} that your operator gave you.`;
    case 'too-long':
      return `This is too long for an ${name}. Copy only the ${name}.`;
    case 'line-break':
      return `This ${name} contains a line break. Copy it again as one line.`;
    case 'other-characters':
      return `This ${name} contains characters that are not allowed. Copy only the ${name}.`;
  }
}
