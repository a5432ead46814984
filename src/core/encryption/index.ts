/** The age format for files and small texts, and each account's keys and privacy settings. */

export { readPublicKey, secretKeysIn } from './age-keys.ts';
export { Encryption } from './encryption.ts';
export { type DecryptWith, type EncryptEnd, type EncryptFor, type GivenFile, needsAnotherSecret } from './jobs.ts';
export { type AccountKey, encryptionHandlers, Keys, PrivacySettings, readPassphrase, type SaveKey } from './keys.ts';
