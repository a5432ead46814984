import type { AddressProblem } from '../../addresses.ts';

export type CredentialName = 'api-key' | 'access-token';

/** Names for use within a sentence. */
export const credentialNames: Readonly<Record<CredentialName, string>> = {
  'api-key': 'API key',
  'access-token': 'access token',
};

/** Names in the system's keychain. */
export const secretNames = {
  ...credentialNames,
  passphrase: 'passphrase of private files',
  identity: 'secret key of private files',
} as const;

export const appMessages = {
  internal: 'Something went wrong inside Dropslip. Try again. If it keeps happening, restart Dropslip.',
  refused: 'Dropslip could not accept that. Try again. If it keeps happening, restart Dropslip.',
  cancelled: 'Cancelled.',
  declined: 'Nothing was done, because you did not confirm it.',
  'question-open': 'Another question is open in its own window. Answer that first.',
  'not-ready': 'This account cannot be reached yet. Try again in a moment.',
  'not-written': 'Nothing was changed, because the disk cannot be written to. Free some space, then try again.',
  'file-gone': 'This file was moved, renamed or deleted after it was saved.',
  'files-not-given': 'Dropslip accepts only files that you drop or choose. Drop or choose them again.',
  'own-file': 'That is in Dropslip’s own folder. Copy it to another folder, then drop it from there.',
  /** A folder that the user chose for saved files. */
  'folder-not-usable': ({ why }: { readonly why: keyof typeof notUsable }) => notUsable[why],
  'not-on-disk': 'That is not a file on this computer. Save it to a folder, then drop it from there.',
  'start-at-login-not-changed':
    'Your system did not let Dropslip change what starts at sign-in. Change it in the system settings.',
  'files-on-their-way':
    'Files, downloads or deposits are on their way. Wait for them or pause the files under Submit, then install again.',
  'too-many-files': 'These are more than 200,000 files. Drop the folder they are in instead.',
} as const;

const notUsable = {
  own: 'This is Dropslip’s own folder, so nothing can be saved there. Choose another one under Preferences.',
  gone: 'That folder no longer exists. Choose another one.',
} as const;

export const addressMessages: { readonly [Problem in AddressProblem]: string } = {
  empty: 'Enter the address that your operator gave you.',
  'no-address': 'This is not an address. Example: https://service.example or service.example/path.',
  'other-scheme': 'The address must begin with https:// (or http://).',
  'holds-credentials': 'Leave out the user name and password. Keys are entered in the next step.',
};

export const accountsMessages = {
  'address-not-valid': ({ problem }: { readonly problem: AddressProblem }) => addressMessages[problem],
  'changed-meanwhile': 'Nothing was changed, because this account has changed in the meantime. Try again.',
  'keychain-locked': 'Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  'keychain-missing': ({ system }: { readonly system: keyof typeof missingKeychains }) => missingKeychains[system],
  'keychain-refused': 'Your keychain denied Dropslip access. Check the keychain’s settings, then try again.',
  'keychain-unanswering':
    'Your keychain does not answer. Unlock it if your system asks you to. Otherwise sign out and in again.',
  'practice-account':
    'The practice account belongs to Dropslip: it cannot be changed or removed. Add an account of your own.',
  'secret-not-valid': ({ kind }: { readonly kind: CredentialName }) =>
    `This is not an ${credentialNames[kind]}. Copy only the ${credentialNames[kind]}, all of it, on one line.`,
  /** The system's keychain takes at most `most` characters. */
  'secret-too-long-for-keychain': ({ most }: { readonly most: number }) =>
    `Windows can save at most ${most} characters, and this is longer. Ask your operator for a shorter one.`,
  'still-sending':
    'Files or a deposit of this account are still being sent. Wait for them or cancel them, then remove the account.',
  'unknown-account': 'This account no longer exists.',
} as const;

const missingKeychains = {
  linux:
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, then restart Dropslip.',
  darwin: 'The macOS keychain could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  win32: 'Windows Credential Manager could not be reached. Restart Dropslip. If it keeps happening, reinstall it.',
  other: 'No keychain was found on this system.',
  'left-alone': 'Dropslip was started with DROPSLIP_KEYCHAIN=none, so it does not use the keychain.',
} as const;
