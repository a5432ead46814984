/** The age format: files and small texts that only chosen recipients can read. */

export { secretKeysIn } from './age-keys.ts';
export { type EncryptionHandlerParts, encryptionHandlers } from './calls.ts';
export { Encryption } from './encryption.ts';
export { type DecryptWith, type EncryptEnd, type EncryptFor, type GivenFile, needsAnotherSecret } from './jobs.ts';
export { type AccountKey, Keys, type KeysParts, PrivacySettings, readPassphrase } from './keys.ts';
