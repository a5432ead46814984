import { z } from 'zod';
import { accountIdInput } from './accounts.ts';
import { call } from './call.ts';

/** Who can read what is submitted: anybody, who has the passphrase, or who has the secret key of one of the public keys. */
export const privacyKinds = ['public', 'passphrase', 'recipients'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

/** Characters of a passphrase. */
export const LONGEST_PASSPHRASE = 1_000;
const LONGEST_RECIPIENT_NAME = 100;
/** Those that hold against quantum computers have 2,000 characters. */
export const LONGEST_PUBLIC_KEY = 2_500;

export type Recipient = {
  /** `age1…`, `age1pq1…`, `age1tag1…` or `age1tagpq1…`. */
  readonly publicKey: string;
  readonly name: string | null;
};

/** Where a secret is kept: in the system's keychain, or, where there is none, in memory until the app ends. Null: it is not. */
export type KeptWhere = 'keychain' | 'session' | null;

/** What of an account's privacy may be seen: never a passphrase or a secret key. */
export type Privacy = {
  /** What a drop is unless the person says otherwise. */
  readonly standard: PrivacyKind;
  readonly recipients: readonly Recipient[];
  readonly passphrase: KeptWhere;
  /** The person's own key. `publicKey`: what they give to others; null while there is none. */
  readonly ownKey: { readonly publicKey: string; readonly kept: KeptWhere } | null;
};

export const passphrase = z.string().min(1).max(LONGEST_PASSPHRASE);
const publicKey = z.string().min(1).max(LONGEST_PUBLIC_KEY);
const secretKey = z.string().min(1).max(10_000);

/** A secret comes over once, to be kept, and never goes back. */
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
  /** Makes a key pair of the person's own. `to`: where its secret key goes, the keychain or a file in their downloads. */
  'encryption.makeKey': call({ accountId: accountIdInput, to: z.enum(['keychain', 'file']) }).answering<Privacy>(),
  /** Keeps a secret key that the person has already. */
  'encryption.keepKey': call({ accountId: accountIdInput, secretKey }).answering<Privacy>(),
  'encryption.forgetKey': call({ accountId: accountIdInput }).answering<Privacy>(),
} as const;

/** The key that opens encrypted content: none, one that is stored, or one that the user types. */
export const openWith = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('kept') }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(1).max(LONGEST_PASSPHRASE) }),
  /** One secret key of age, or the text of a file of several. */
  z.strictObject({ kind: z.literal('identity'), identity: z.string().trim().min(1).max(10_000) }),
]);
export type OpenWith = Readonly<z.output<typeof openWith>>;
