import type { AddressProblem } from '../../addresses.ts';
import type { accountsFailures, FailureValues } from '../../failures/failure-codes.ts';
import { credentialNames } from '../credential-names.ts';
import type { FailureMessages } from './messages-of-codes.ts';

/** What is wrong with an address as it was typed, and what one looks like. */
export const addressMessages: { readonly [Problem in AddressProblem]: string } = {
  empty: 'Enter the address that your operator gave you.',
  'no-address': 'This is not an address. It looks like https://service.example or service.example/path.',
  'other-scheme': 'The address must begin with https:// (or http://).',
  'holds-credentials': 'Leave name and password out of the address. Keys are entered in the next step.',
};

export const accountsMessages: FailureMessages<keyof typeof accountsFailures> = {
  'address-declined': 'Nothing was sent, because you did not confirm the address. Check it, then try again.',
  'address-not-valid': ({ problem }) => addressMessages[problem],
  'changed-meanwhile': 'Nothing was changed, because this account was changed meanwhile. Try again.',
  'check-running': 'A check is still running. Wait for it, or cancel it.',
  'keychain-locked': 'Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  'keychain-missing': ({ system }) => missingKeychains[system],
  'keychain-refused':
    'Your keychain refused Dropslip. Look in its settings whether Dropslip is denied access, then try again.',
  'keychain-unanswering':
    'Your keychain does not answer. If your system asks you to unlock it, do so. If it does not, sign out and in again.',
  'path-not-valid':
    'A path begins with one / and has no .. in it, no spaces and no question mark. Copy it again, as your operator gave it to you.',
  'practice-account':
    'The practice account belongs to Dropslip: it cannot be changed or removed. Add an account of your own.',
  'practice-starting': 'The practice service is still starting. Try again in a moment.',
  'secret-not-valid': secretMessage,
  'secret-too-long-for-keychain': ({ most }) =>
    `Windows keeps no more than ${most} characters in one entry, and this is longer. Ask your operator for a shorter one.`,
  'still-sending':
    'Files or a deposit of this account are on their way. Wait until they are through, or cancel them, then remove it.',
  'submit-address-not-valid': ({ problem }) => addressMessages[problem],
  'too-many-accounts': ({ most }) =>
    `There are ${most} accounts, and Dropslip keeps no more. Remove one that you no longer need first.`,
  'unknown-account': 'This account is no longer there.',
};

const missingKeychains: { readonly [System in FailureValues['keychain-missing']['system']]: string } = {
  linux:
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, and start Dropslip anew.',
  darwin: 'The macOS keychain could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
  win32: 'Windows Credential Manager could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
  other: 'No keychain was found on this system.',
  'left-alone': 'Dropslip was started with DROPSLIP_KEYCHAIN=none, so it does not use the keychain.',
};

function secretMessage({ kind, problem }: FailureValues['secret-not-valid']): string {
  const name = credentialNames[kind];
  switch (problem) {
    case 'empty':
      return `Enter the ${name} that your operator gave you.`;
    case 'too-long':
      return `This is too long to be an ${name}. Copy the ${name} alone.`;
    case 'line-break':
      return `There is a line break inside this ${name}. Copy it again, in one line.`;
    case 'other-characters':
      return `This ${name} contains characters that no ${name} has. Copy it again, without anything around it.`;
  }
}
