import { z } from 'zod';
import { accountIdInput } from './accounts.ts';
import { call } from './call.ts';

/**
 * The readers of submitted content: everybody, anyone with the passphrase, or the owners of the recipients' secret
 * keys.
 */
export const privacyKinds = ['public', 'passphrase', 'recipients'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

/** Characters. */
export const LONGEST_PASSPHRASE = 1_000;
const LONGEST_RECIPIENT_NAME = 100;
/** Besides the user's own key. Every reader tries each recipient's line in the header. */
export const MOST_RECIPIENTS = 100;
/** Characters. Post-quantum public keys have about 2,000. */
export const LONGEST_PUBLIC_KEY = 2_500;

export type Recipient = {
  /** `age1…`, `age1pq1…`, `age1tag1…` or `age1tagpq1…`. */
  readonly publicKey: string;
  readonly name: string | null;
};

/** The storage of a secret: the system's keychain, or memory until the app ends. Null: it is not stored. */
export type KeptWhere = 'keychain' | 'session' | null;

/** The privacy settings of an account, without passphrases and secret keys. */
export type Privacy = {
  /** The default for drops. */
  readonly standard: PrivacyKind;
  readonly recipients: readonly Recipient[];
  readonly passphrase: KeptWhere;
  /** The user's own key. `publicKey`: to share with others; null if there is no key. */
  readonly ownKey: { readonly publicKey: string; readonly kept: KeptWhere } | null;
};

export const passphrase = z.string().min(1).max(LONGEST_PASSPHRASE);
export const publicKey = z.string().min(1).max(LONGEST_PUBLIC_KEY);
const secretKey = z.string().min(1).max(10_000);

/** A secret crosses the bridge once, to be stored. It never returns. */
export const encryptionCalls = {
  'encryption.privacy': call({ accountId: accountIdInput }).answering<Privacy>(),
  'encryption.setStandard': call({ accountId: accountIdInput, standard: z.enum(privacyKinds) }).answering<Privacy>(),
  'encryption.keepPassphrase': call({ accountId: accountIdInput, passphrase }).answering<Privacy>(),
  'encryption.forgetPassphrase': call({ accountId: accountIdInput }).answering<Privacy>(),
  'encryption.addRecipient': call({
    accountId: accountIdInput,
    publicKey,
    name: z.string().trim().max(LONGEST_RECIPIENT_NAME).nullable(),
  }).answering<Privacy>(),
  'encryption.removeRecipient': call({ accountId: accountIdInput, publicKey }).answering<Privacy>(),
  /**
   * Creates a key pair for the user. `to`: the place of its secret key, the keychain or a file in the downloads
   * folder.
   */
  'encryption.makeKey': call({ accountId: accountIdInput, to: z.enum(['keychain', 'file']) }).answering<Privacy>(),
  /** Stores a secret key that the user already has. */
  'encryption.keepKey': call({ accountId: accountIdInput, secretKey }).answering<Privacy>(),
  'encryption.forgetKey': call({ accountId: accountIdInput }).answering<Privacy>(),
} as const;
