import type { encryptionFailures } from '../../../failures/retrieval-failures.ts';
import type { FailureMessages } from '../messages-of-codes.ts';
import { savingProblems } from './saving.ts';

const madeNames = { 'encrypted-copy': 'encrypted copy', 'decrypted-file': 'readable file' } as const;

const passphraseProblems = {
  empty: 'Type a passphrase first.',
  'line-break': 'A passphrase is one line. Take out the line break.',
} as const;

export const encryptionMessages: FailureMessages<keyof typeof encryptionFailures> = {
  // Of what is read.
  'wrong-passphrase': 'This is not the passphrase that it was encrypted with. Check how it is written, then try again.',
  'wrong-key': 'This secret key is not one of those that it was encrypted for. Try another key.',
  'passphrase-needed': 'This was encrypted with a passphrase, not for a key. Type the passphrase.',
  'key-needed': 'This was encrypted for people with a key, not with a passphrase. Give your secret key.',
  'not-encrypted': 'This is not an age file, so there is nothing to decrypt.',
  'encrypted-damaged': 'Some of it is damaged, so nothing of it was saved. Get it once more from where it came from.',
  'encrypted-cut-off':
    'Its end is missing or damaged, so nothing of it was saved. Get it once more, whole, from where it came from.',
  'passphrase-too-costly':
    'To try a passphrase on this file takes far more memory than is usual, so it was not tried. Ask whoever made it to encrypt it anew.',

  // Of what is made.
  'no-room': ({ what }) => `There is no room on the disk for the ${madeNames[what]}. Free some space, then retry.`,
  'private-file-not-written': ({ what }) =>
    `The ${madeNames[what]} could not be written. Check the disk and your permissions, then retry.`,
  'key-not-kept':
    'There is no keychain on this system that would keep the secret key, so no key was made. Make one and save it as a file.',
  'key-not-saved': ({ why }) => `No key was made, because its file was not saved: ${savingProblems[why]}`,
  'passphrase-lost':
    'This was not encrypted yet, and the passphrase that it was for is not at hand. Type it again to go on.',
  'private-not-offered':
    'This account’s files are to be encrypted, so nothing was added. Drop them once more: you are asked who can read them.',
  'encryption-stopped': 'Dropslip could not encrypt or decrypt this to its end. Retry; restart the app if it stays.',

  // Of what is typed.
  'passphrase-not-valid': ({ problem }) => passphraseProblems[problem],
  'recipient-not-valid':
    'This is not a public key: it begins with “age1” and has 62 letters and digits. Copy it again, whole.',
  'identity-not-valid':
    'This is not a secret key: it begins with “AGE-SECRET-KEY-1” and has 74 letters and digits. Copy it again, whole.',
  'key-kept': 'This account has a secret key already. Forget that one first, if nothing needs it any more.',
  'passphrase-kept': 'This account has a kept passphrase already. Forget that one first, if you know it by heart.',
  'recipient-known': 'This public key is in the list already.',
  'recipient-missing': 'Say first who can read it: add at least one public key.',
  'too-many-recipients': ({ most }) => `No more than ${most} public keys are kept. Remove one first.`,
};
