/** The age format for files and small texts, and each account's keys and privacy settings. */

export { secretKeysIn } from './age-keys.ts';
export { Encryption } from './encryption.ts';
export { type DecryptWith, type EncryptEnd, type EncryptFor, type GivenFile, needsAnotherSecret } from './jobs.ts';
export { type AccountKey, encryptionHandlers, type KeyFolder, Keys, PrivacySettings, readPassphrase } from './keys.ts';
