/** The age format: files and small texts that only those can read whom a person chose. */
export { Encryption } from './encryption.ts';
