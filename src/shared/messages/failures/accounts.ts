import type { AddressProblem } from '../../addresses.ts';
import type { accountsFailures, FailureValues } from '../../failures/failure-codes.ts';
import { credentialNames } from '../credential-names.ts';
import type { FailureMessages } from './messages-of-codes.ts';

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
