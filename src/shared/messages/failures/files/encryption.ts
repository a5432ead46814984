import type { encryptionFailures } from '../../../failures/retrieval-failures.ts';
import { SHORTEST_PASSPHRASE } from '../../../passphrase.ts';
import type { FailureMessages } from '../messages-of-codes.ts';
import { savingProblems } from './saving.ts';

const madeNames = { 'encrypted-copy': 'encrypted copy', 'decrypted-file': 'readable file' } as const;

const passphraseProblems = {
  empty: 'Type a passphrase, or let Dropslip make one.',
  'line-break': 'A passphrase is one line. Remove the line break.',
  'too-short': `This is too short. Use at least ${SHORTEST_PASSPHRASE} characters, best in several words.`,
} as const;

const publicKeyProblems = {
  none: 'This is not a public key. Public keys begin with “age1”. Copy all of it again.',
  plugin: 'This key needs an age plugin, which Dropslip does not support. Ask for a key made without a plugin.',
  ssh: 'This is an SSH key. Dropslip encrypts for age keys only: ask for one that begins with “age1”.',
} as const;

const secretKeyProblems = {
  none: 'This is not a secret key. Secret keys begin with “AGE-SECRET-KEY-”. Copy all of it again.',
  plugin: 'This key needs an age plugin, which Dropslip does not support. Decrypt the file with the age program.',
  ssh: 'This is an SSH key. Dropslip opens files with age keys only. Decrypt the file with the age program.',
} as const;

export const encryptionMessages: FailureMessages<keyof typeof encryptionFailures> = {
  // Of what is read.
  'wrong-passphrase': 'Wrong passphrase. Check the spelling, then try again.',
  'wrong-key': 'This secret key does not open it. Try another key.',
  'passphrase-needed': 'This was encrypted with a passphrase, not a key. Type the passphrase.',
  'key-needed': 'This was encrypted for a key, not with a passphrase. Use your secret key.',
  'not-encrypted': 'This file is not encrypted with age, so there is nothing to decrypt.',
  'encrypted-damaged': 'The file is damaged, so nothing was saved. Get another copy from its source.',
  'encrypted-cut-off':
    'The end of the file is missing or damaged, so nothing was saved. Get another copy from its source.',
  'passphrase-too-costly':
    'Trying a passphrase on this file needs too much memory. Ask the sender to encrypt it again.',

  // Of what is made.
  'no-room': ({ what }) => `The disk has no space for the ${madeNames[what]}. Free some space, then retry.`,
  'private-file-not-written': ({ what }) =>
    `The ${madeNames[what]} could not be written. Check the disk and your permissions, then retry.`,
  'key-not-kept':
    'This system has no keychain for the secret key, so no key was created. Create one and save it as a file.',
  'key-not-saved': ({ why }) => `No key was made, because its file was not saved: ${savingProblems[why]}`,
  'passphrase-lost': 'This is not encrypted yet, and its passphrase is no longer saved. Type it again to continue.',
  'encryption-stopped':
    'Dropslip could not finish encrypting or decrypting this. Retry. If it keeps happening, restart Dropslip.',

  // Of what is typed.
  'passphrase-not-valid': ({ problem }) => passphraseProblems[problem],
  'recipient-not-valid': (values) => publicKeyProblems[values?.why ?? 'none'],
  'identity-not-valid': (values) => secretKeyProblems[values?.why ?? 'none'],
  'key-kept': 'This account already has a secret key. Forget it first if you no longer need it.',
  'passphrase-kept': 'This account already has a saved passphrase. Forget it first if you have it elsewhere.',
  'recipient-known': 'This public key is already in the list.',
  'recipient-missing': 'First add the public key of at least one person.',
  'too-many-recipients': ({ most }) => `You can save at most ${most} public keys. Remove one first.`,
};
