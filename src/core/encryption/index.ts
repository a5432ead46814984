/** The age format: files and small texts that only those can read whom a person chose. */
export { Encryption } from './encryption.ts';
export { type DecryptWith, doesNotFit, type EncryptEnd, type EncryptFor, type GivenFile } from './jobs.ts';
export { secretKeysIn } from './keys/age-keys.ts';
export { type EncryptionHandlerParts, encryptionHandlers } from './keys/calls.ts';
export { type AccountKey, Keys, type KeysParts, readPassphrase } from './keys/keys.ts';
export { PrivacySettings } from './keys/privacy-settings.ts';
