import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { z } from 'zod';
import { problemOfPassphrase } from '../../shared/account.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import {
  type KeptWhere,
  MOST_RECIPIENTS,
  type Privacy,
  type PrivacyKind,
  privacyKinds,
  type Recipient,
} from '../../shared/bridge/encryption.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { aboutForgetting } from '../../shared/messages/questions/payment-questions.ts';
import { localDay } from '../../shared/time.ts';
import { type Consent, declined } from '../consent.ts';
import { savingProblemOf } from '../files/index.ts';
import { type Commit, Settings } from '../storage/index.ts';
import { type KeyPair, keyFile, makeKeyPair, readPublicKey, readSecretKeys } from './age-keys.ts';
import type { DecryptWith, EncryptFor } from './jobs.ts';

/** In the order in which they are tried. The key is first, because trying a passphrase takes a second. */
const secretKinds = ['identity', 'passphrase'] as const;
type SecretKind = (typeof secretKinds)[number];
type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

/** The keychain's entries for encryption. Implemented by the accounts' vault. */
type PrivateSecrets = {
  readonly savePrivate: (
    account: { readonly id: string; readonly name: string; readonly address: string },
    kind: SecretKind,
    secret: string,
  ) => Promise<Answer<unknown>>;
  readonly read: (accountId: string, kind: SecretKind) => Promise<Answer<string | null>>;
  readonly forget: (accountId: string, kinds: readonly SecretKind[]) => Promise<Answer<null>>;
  readonly whereIs: (accountId: string, kind: SecretKind) => KeptWhere;
};

/**
 * Saves a secret file in a new folder of the user's downloads, without access for other users of this computer. Rejects
 * if the disk fails, and leaves nothing then.
 */
export type SaveKey = (folder: string, fileName: string, text: string) => Promise<void>;

/** The key that an account encrypts with. `id`: unique for each stored passphrase. */
export type AccountKey = Exclude<EncryptFor, { kind: 'passphrase' }> | KeptPassphrase;
type KeptPassphrase = Extract<EncryptFor, { kind: 'passphrase' }> & { readonly id: string };

/**
 * Manages who can read an account's submissions unless a drop says otherwise: the standard (the privacy of a new drop),
 * the recipients, and the user's own secrets. The secrets are only in the keychain, and only if the user wants that.
 * Without them files can never be read again, so the window cannot lose them: no secret replaces another, and main asks
 * the user before it removes one.
 */
export class Keys {
  readonly #settings: PrivacySettings;
  readonly #secrets: PrivateSecrets;
  readonly #account: (accountId: string) => { readonly name: string; readonly address: string | null } | null;
  readonly #saveKey: SaveKey;
  readonly #now: () => number;
  readonly #consent: Consent;
  /** Runs check-and-store operations one at a time. */
  readonly #oneAtATime = pLimit(1);

  /** `account`: null if there is no such account. */
  constructor(
    settings: PrivacySettings,
    secrets: PrivateSecrets,
    account: (accountId: string) => { readonly name: string; readonly address: string | null } | null,
    saveKey: SaveKey,
    now: () => number,
    consent: Consent,
  ) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#account = account;
    this.#saveKey = saveKey;
    this.#now = now;
    this.#consent = consent;
  }

  privacy(accountId: string): Result<Privacy> {
    if (this.#account(accountId) === null) return failure({ code: 'unknown-account' });
    const { standard, recipients, ownKey } = this.#settings.of(accountId);
    return success({
      standard,
      recipients,
      passphrase: this.#secrets.whereIs(accountId, 'passphrase'),
      ownKey: ownKey === null ? null : { publicKey: ownKey, kept: this.#secrets.whereIs(accountId, 'identity') },
    });
  }

  async setStandard(accountId: string, standard: PrivacyKind): Promise<Result<Privacy>> {
    const now = this.privacy(accountId);
    if (!now.ok) return now;
    if (standard === 'recipients' && now.value.recipients.length === 0) return failure({ code: 'recipient-missing' });
    await this.#settings.change(accountId, (kept) => ({ ...kept, standard }));
    return this.privacy(accountId);
  }

  async keepPassphrase(accountId: string, passphrase: string): Promise<Result<Privacy>> {
    const read = readPassphrase(passphrase);
    if (!read.ok) return read;
    return this.#oneAtATime(async () => {
      if (this.#has(accountId, 'passphrase')) return failure({ code: 'passphrase-kept' });
      const now = this.privacy(accountId);
      if (!now.ok) return now;
      // The id changes first, so that an encryption for the earlier passphrase never finds the new one under its id.
      await this.#settings.change(accountId, (kept) => ({ ...kept, passphraseId: randomUUID() }));
      return this.#keep(accountId, 'passphrase', read.value);
    });
  }

  /** Earlier submissions stay readable for everyone who knows the passphrase. */
  forgetPassphrase(accountId: string): Promise<Result<Privacy>> {
    return this.#forget(accountId, 'passphrase');
  }

  async addRecipient(accountId: string, typed: string, name: string | null): Promise<Result<Privacy>> {
    const read = await readPublicKey(typed);
    if (!read.ok) return read;
    return this.#oneAtATime(async () => {
      const now = this.privacy(accountId);
      if (!now.ok) return now;
      const { recipients } = now.value;
      if (recipients.some(({ publicKey }) => publicKey === read.value)) return failure({ code: 'recipient-known' });
      if (recipients.length >= MOST_RECIPIENTS) {
        return failure({ code: 'too-many-recipients', values: { most: MOST_RECIPIENTS } });
      }
      await this.#addRecipient(accountId, { publicKey: read.value, name: name === '' ? null : name });
      return this.privacy(accountId);
    });
  }

  /** If no recipient is left, the standard becomes a passphrase, so that drops do not become public. */
  async removeRecipient(accountId: string, publicKey: string): Promise<Result<Privacy>> {
    await this.#settings.change(accountId, (kept) => {
      const recipients = kept.recipients.filter((each) => each.publicKey !== publicKey);
      const hasNoReader = kept.standard === 'recipients' && recipients.length === 0;
      return { ...kept, recipients, standard: hasNoReader ? 'passphrase' : kept.standard };
    });
    return this.privacy(accountId);
  }

  /**
   * Creates a key pair for the user and adds it to the recipients. The public key is stored only after its secret key,
   * because files that are encrypted for a lost key cannot be read.
   */
  makeKey(accountId: string, to: 'keychain' | 'file'): Promise<Result<Privacy>> {
    return this.#oneAtATime(() => this.#makeKey(accountId, to));
  }

  async #makeKey(accountId: string, to: 'keychain' | 'file'): Promise<Result<Privacy>> {
    // A page could otherwise fill the list of recipients and the downloads with keys.
    if (this.#settings.of(accountId).ownKey !== null) return failure({ code: 'key-kept' });
    const pair = await makeKeyPair();
    if (to === 'keychain') return this.#keepNewKey(accountId, pair);
    try {
      const text = keyFile(pair, new Date(this.#now()).toISOString());
      await this.#saveKey(`Dropslip key ${localDay(this.#now())}`, 'age-key.txt', text);
    } catch (error) {
      return failure({ code: 'key-not-saved', values: { why: savingProblemOf(error) }, detail: String(error) });
    }
    return this.#setOwnKey(accountId, pair.publicKey);
  }

  async keepKey(accountId: string, typed: string): Promise<Result<Privacy>> {
    const read = await readSecretKeys(typed);
    if (!read.ok) return read;
    const { publicKey, secretKey } = read.value;
    return this.#oneAtATime(async () => {
      if (this.#has(accountId, 'identity')) return failure({ code: 'key-kept' });
      const kept = await this.#keep(accountId, 'identity', secretKey);
      return kept.ok ? this.#setOwnKey(accountId, publicKey) : kept;
    });
  }

  async forgetKey(accountId: string): Promise<Result<Privacy>> {
    const forgotten = await this.#forget(accountId, 'identity');
    if (!forgotten.ok) return forgotten;
    await this.#settings.change(accountId, (kept) => ({ ...kept, ownKey: null }));
    return this.privacy(accountId);
  }

  /** The stored passphrase or the recipients. Fails if there are none. */
  async encryptFor(accountId: string, kind: Exclude<PrivacyKind, 'public'>): Promise<Result<AccountKey>> {
    if (kind === 'passphrase') return this.#oneAtATime(() => this.#keptPassphrase(accountId));
    const recipients = this.#settings.of(accountId).recipients.map(({ publicKey }) => publicKey);
    return recipients.length === 0 ? failure({ code: 'recipient-missing' }) : success({ kind, recipients });
  }

  /**
   * All stored secrets that may open a file, in the order of the accounts. Each is read from the keychain only when it
   * is needed. Skips secrets that the keychain does not return.
   */
  async *kept(accountIds: readonly string[]): AsyncGenerator<DecryptWith> {
    for (const accountId of accountIds) {
      for (const kind of secretKinds) {
        const read = this.#has(accountId, kind) ? await this.#secrets.read(accountId, kind) : null;
        if (read === null || !read.ok || read.value === null) continue;
        yield kind === 'identity' ? { kind, identity: read.value } : { kind, passphrase: read.value };
      }
    }
  }

  standard(accountId: string): PrivacyKind {
    return this.#settings.of(accountId).standard;
  }

  /** True if the user has approved that everybody can read this account's public submissions permanently. */
  hasApprovedPublic(accountId: string): boolean {
    return this.#settings.of(accountId).toldPublic;
  }

  recordPublicApproval(accountId: string): Promise<void> {
    return this.#settings.change(accountId, (kept) => ({ ...kept, toldPublic: true }));
  }

  /** The account's secrets are removed with its credentials. */
  forgetAccount(accountId: string): Promise<void> {
    return this.#settings.forget(accountId);
  }

  async #keptPassphrase(accountId: string): Promise<Result<KeptPassphrase>> {
    const kept = await this.#secrets.read(accountId, 'passphrase');
    if (!kept.ok) return kept;
    const { passphraseId: id } = this.#settings.of(accountId);
    if (kept.value === null || id === null) return failure({ code: 'passphrase-needed' });
    return success({ kind: 'passphrase', passphrase: kept.value, id });
  }

  async #keep(accountId: string, kind: SecretKind, secret: string): Promise<Result<Privacy>> {
    const account = this.#account(accountId);
    if (account === null) return failure({ code: 'unknown-account' });
    const label = { id: accountId, name: account.name, address: account.address ?? '' };
    const saved = await this.#secrets.savePrivate(label, kind, secret);
    return saved.ok ? this.privacy(accountId) : failure(saved.error);
  }

  #has(accountId: string, kind: SecretKind): boolean {
    return this.#secrets.whereIs(accountId, kind) !== null;
  }

  async #forget(accountId: string, kind: SecretKind): Promise<Result<Privacy>> {
    const account = this.#account(accountId);
    if (account === null) return failure({ code: 'unknown-account' });
    const asked = await this.#consent.ask(aboutForgetting(kind, account.name), declined);
    if (!asked.ok) return asked;
    const forgotten = await this.#secrets.forget(accountId, [kind]);
    return forgotten.ok ? this.privacy(accountId) : failure(forgotten.error);
  }

  /** Stores a new key. Fails if the keychain is not available, because the key would be lost when the app ends. */
  async #keepNewKey(accountId: string, { publicKey, secretKey }: KeyPair): Promise<Result<Privacy>> {
    const kept = await this.#keep(accountId, 'identity', secretKey);
    if (!kept.ok) return kept;
    if (this.#secrets.whereIs(accountId, 'identity') === 'keychain') return this.#setOwnKey(accountId, publicKey);
    await this.#secrets.forget(accountId, ['identity']);
    return failure({ code: 'key-not-kept' });
  }

  /** Stores the public key as the user's own, and adds it to the recipients. */
  async #setOwnKey(accountId: string, publicKey: string): Promise<Result<Privacy>> {
    await this.#settings.change(accountId, (kept) => ({ ...kept, ownKey: publicKey }));
    const isListed = this.#settings.of(accountId).recipients.some((each) => each.publicKey === publicKey);
    if (!isListed) await this.#addRecipient(accountId, { publicKey, name: 'Me' });
    return this.privacy(accountId);
  }

  #addRecipient(accountId: string, recipient: Recipient): Promise<void> {
    return this.#settings.change(accountId, (kept) => ({
      ...kept,
      recipients: [...kept.recipients, recipient],
    }));
  }
}

/**
 * Validates a passphrase for encryption. Keeps it exactly as typed, with spaces, because the same must be typed
 * elsewhere to read the files.
 */
export function readPassphrase(typed: string): Result<string> {
  const problem = problemOfPassphrase(typed);
  return problem === null ? success(typed) : failure({ code: 'passphrase-not-valid', values: { problem } });
}

const shape = z.object({
  standard: z.enum(privacyKinds),
  recipients: z.array(z.object({ publicKey: z.string(), name: z.string().nullable() })).readonly(),
  ownKey: z.string().nullable(),
  passphraseId: z.string().nullable(),
  // True once the user has approved public submissions.
  toldPublic: z.boolean(),
});

/**
 * The settings of an account's privacy, without secrets. `ownKey`: a public key. `passphraseId`: a random id of the
 * passphrase that was stored last.
 */
export type KeptPrivacy = Readonly<z.output<typeof shape>>;

const defaultPrivacy: KeptPrivacy = {
  standard: 'public',
  recipients: [],
  ownKey: null,
  passphraseId: null,
  toldPublic: false,
};

/** Stores the settings in the database, by account. */
export class PrivacySettings {
  readonly #settings: Settings;
  readonly #commit: Commit;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
  }

  /**
   * Unreadable settings count as missing, except that the standard is a passphrase, which the user must enter.
   * Submissions that may have been private must not become public.
   */
  of(accountId: string): KeptPrivacy {
    const unreadable: KeptPrivacy = { ...defaultPrivacy, standard: 'passphrase' };
    return this.#settings.json(nameOf(accountId), shape, unreadable) ?? defaultPrivacy;
  }

  /** Resolves once it is on disk. */
  change(accountId: string, change: (now: KeptPrivacy) => KeptPrivacy): Promise<void> {
    return this.#commit(() => this.#settings.putJson(nameOf(accountId), change(this.of(accountId))));
  }

  forget(accountId: string): Promise<void> {
    return this.#commit(() => this.#settings.delete(nameOf(accountId)));
  }
}

function nameOf(accountId: string): string {
  return `privacy:${accountId}`;
}

export function encryptionHandlers(keys: Keys): Handlers<'encryption'> {
  return {
    'encryption.privacy': ({ accountId }) => keys.privacy(accountId),
    'encryption.setStandard': ({ accountId, standard }) => keys.setStandard(accountId, standard),
    'encryption.keepPassphrase': ({ accountId, passphrase }) => keys.keepPassphrase(accountId, passphrase),
    'encryption.forgetPassphrase': ({ accountId }) => keys.forgetPassphrase(accountId),
    'encryption.addRecipient': ({ accountId, publicKey, name }) => keys.addRecipient(accountId, publicKey, name),
    'encryption.removeRecipient': ({ accountId, publicKey }) => keys.removeRecipient(accountId, publicKey),
    'encryption.makeKey': ({ accountId, to }) => keys.makeKey(accountId, to),
    'encryption.keepKey': ({ accountId, secretKey }) => keys.keepKey(accountId, secretKey),
    'encryption.forgetKey': ({ accountId }) => keys.forgetKey(accountId),
  };
}
