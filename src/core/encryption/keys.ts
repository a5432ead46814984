import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { z } from 'zod';
import { problemOfPassphrase } from '../../shared/account.ts';
import {
  type KeptWhere,
  type Privacy,
  type PrivacyKind,
  privacyKinds,
  type Recipient,
} from '../../shared/bridge/encryption.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { aboutForgetting } from '../../shared/messages/questions/payment-questions.ts';
import { localDay } from '../../shared/time.ts';
import type { Consent } from '../consent.ts';
import { savingProblemOf } from '../files/index.ts';
import { type Commit, Settings } from '../storage/index.ts';
import { type KeyPair, keyFile, makeKeyPair, readPublicKey, readSecretKeys } from './age-keys.ts';
import type { DecryptWith, EncryptFor } from './jobs.ts';

/** A header has a line for each, and every reader tries each: far more than a team has. */
const MOST_RECIPIENTS = 100;
/** Of a file: nobody else who uses this computer may read it. */
const OWNER_ONLY = 0o600;

/** The key first: trying a passphrase takes a second. */
const secretsThatOpen = ['identity', 'passphrase'] as const;
type SecretKind = (typeof secretsThatOpen)[number];
type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

/** Of the room of accounts: its vault over the system's keychain. */
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

type KeyFolder = {
  readonly write: (fileName: string, bytes: Uint8Array, mode: number) => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly finish: () => void;
};

/** For whom an account encrypts. `id`: another for each passphrase that is ever kept. */
export type AccountKey = Exclude<EncryptFor, { kind: 'passphrase' }> | KeptPassphrase;
type KeptPassphrase = Extract<EncryptFor, { kind: 'passphrase' }> & { readonly id: string };

export type KeysParts = {
  readonly settings: PrivacySettings;
  readonly secrets: PrivateSecrets;
  /** Null for one that is not there. */
  readonly account: (accountId: string) => { readonly name: string; readonly address: string | null } | null;
  /** A new one among the person's downloads. */
  readonly newFolder: (name: string) => Promise<KeyFolder>;
  readonly now: () => number;
  readonly consent: Pick<Consent, 'ask'>;
};

const tooMany = failure({ code: 'too-many-recipients', values: { most: MOST_RECIPIENTS } });
const notForgotten: Failure = { code: 'declined' };

/**
 * Who can read what an account submits, unless a drop says otherwise: what is chosen, for whom, and the person's own secrets,
 * which are in the keychain and nowhere else, and only where they say so. Without them files can never be read again, so no page
 * makes them go: none takes the place of another, and main itself asks before one is forgotten.
 */
export class Keys {
  readonly #parts: KeysParts;
  /** What looks whether something is kept, and then keeps it, does so before the next looks. */
  readonly #inTurn = pLimit(1);

  constructor(parts: KeysParts) {
    this.#parts = parts;
  }

  privacy(accountId: string): Result<Privacy> {
    const { settings, secrets, account } = this.#parts;
    if (account(accountId) === null) return failure({ code: 'unknown-account' });
    const { standard, recipients, ownKey } = settings.of(accountId);
    return success({
      standard,
      recipients,
      passphrase: secrets.whereIs(accountId, 'passphrase'),
      ownKey: ownKey === null ? null : { publicKey: ownKey, kept: secrets.whereIs(accountId, 'identity') },
    });
  }

  async setStandard(accountId: string, standard: PrivacyKind): Promise<Result<Privacy>> {
    const now = this.privacy(accountId);
    if (!now.ok) return now;
    if (standard === 'recipients' && now.value.recipients.length === 0) return failure({ code: 'recipient-missing' });
    await this.#parts.settings.change(accountId, (kept) => ({ ...kept, standard }));
    return this.privacy(accountId);
  }

  async keepPassphrase(accountId: string, passphrase: string): Promise<Result<Privacy>> {
    const read = readPassphrase(passphrase);
    if (!read.ok) return read;
    return this.#inTurn(async () => {
      if (this.#has(accountId, 'passphrase')) return failure({ code: 'passphrase-kept' });
      const now = this.privacy(accountId);
      if (!now.ok) return now;
      // First: what is to be encrypted for the one before must never find the new one under its id.
      await this.#parts.settings.change(accountId, (kept) => ({ ...kept, passphraseId: randomUUID() }));
      return this.#keep(accountId, 'passphrase', read.value);
    });
  }

  /** What was submitted with it can still be read by whoever knows it. */
  forgetPassphrase(accountId: string): Promise<Result<Privacy>> {
    return this.#forget(accountId, 'passphrase');
  }

  async addRecipient(accountId: string, typed: string, name: string | null): Promise<Result<Privacy>> {
    const read = await readPublicKey(typed);
    if (!read.ok) return read;
    return this.#inTurn(async () => {
      const now = this.privacy(accountId);
      if (!now.ok) return now;
      const { recipients } = now.value;
      if (recipients.some(({ publicKey }) => publicKey === read.value)) return failure({ code: 'recipient-known' });
      if (recipients.length >= MOST_RECIPIENTS) return tooMany;
      await this.#addRecipient(accountId, { publicKey: read.value, name: name === '' ? null : name });
      return this.privacy(accountId);
    });
  }

  /** Where nobody is left, drops are asked about: with a passphrase, so that none goes out for everybody. */
  async removeRecipient(accountId: string, publicKey: string): Promise<Result<Privacy>> {
    await this.#parts.settings.change(accountId, (kept) => {
      const recipients = kept.recipients.filter((each) => each.publicKey !== publicKey);
      const isForNobody = kept.standard === 'recipients' && recipients.length === 0;
      return { ...kept, recipients, standard: isForNobody ? 'passphrase' : kept.standard };
    });
    return this.privacy(accountId);
  }

  /**
   * Makes a key pair of the person's own, who can read from then on what is encrypted for the list. The public key is kept once
   * its secret key is: nobody must encrypt for a key that is nowhere.
   */
  makeKey(accountId: string, to: 'keychain' | 'file'): Promise<Result<Privacy>> {
    return this.#inTurn(() => this.#makeKey(accountId, to));
  }

  async #makeKey(accountId: string, to: 'keychain' | 'file'): Promise<Result<Privacy>> {
    if (this.#has(accountId, 'identity')) return failure({ code: 'key-kept' });
    if (this.#isFullFor(accountId, null)) return tooMany;
    const pair = await makeKeyPair();
    if (to === 'keychain') return this.#keepMade(accountId, pair);
    const { newFolder, now } = this.#parts;
    try {
      const folder = await newFolder(`Dropslip key ${localDay(now())}`);
      try {
        const text = keyFile(pair, new Date(now()).toISOString());
        await folder.write('age-key.txt', new TextEncoder().encode(text), OWNER_ONLY);
      } catch (error) {
        await folder.discard();
        throw error;
      }
      folder.finish();
    } catch (error) {
      return failure({ code: 'key-not-saved', values: { why: savingProblemOf(error) }, detail: String(error) });
    }
    return this.#own(accountId, pair.publicKey);
  }

  async keepKey(accountId: string, typed: string): Promise<Result<Privacy>> {
    const read = await readSecretKeys(typed);
    if (!read.ok) return read;
    const { publicKey, secretKey } = read.value;
    return this.#inTurn(async () => {
      if (this.#has(accountId, 'identity')) return failure({ code: 'key-kept' });
      if (this.#isFullFor(accountId, publicKey)) return tooMany;
      const kept = await this.#keep(accountId, 'identity', secretKey);
      return kept.ok ? this.#own(accountId, publicKey) : kept;
    });
  }

  async forgetKey(accountId: string): Promise<Result<Privacy>> {
    const forgotten = await this.#forget(accountId, 'identity');
    if (!forgotten.ok) return forgotten;
    await this.#parts.settings.change(accountId, (kept) => ({ ...kept, ownKey: null }));
    return this.privacy(accountId);
  }

  /** For whom the list says; the passphrase as it is kept. A failure where it is not, or nobody is in the list. */
  async encryptFor(accountId: string, kind: Exclude<PrivacyKind, 'public'>): Promise<Result<AccountKey>> {
    if (kind === 'passphrase') return this.#inTurn(() => this.#keptPassphrase(accountId));
    const recipients = this.#parts.settings.of(accountId).recipients.map(({ publicKey }) => publicKey);
    return recipients.length === 0 ? failure({ code: 'recipient-missing' }) : success({ kind, recipients });
  }

  /** Whether `kept` would give anything. Does not touch the keychain. */
  hasKept(accountIds: readonly string[]): boolean {
    return accountIds.some((accountId) => secretsThatOpen.some((kind) => this.#has(accountId, kind)));
  }

  /**
   * All that is kept and may open a file, in the order of the accounts, each read from the keychain no sooner than it is wanted.
   * What the keychain does not give is passed over.
   */
  async *kept(accountIds: readonly string[]): AsyncGenerator<DecryptWith> {
    for (const accountId of accountIds) {
      for (const kind of secretsThatOpen) {
        const read = this.#has(accountId, kind) ? await this.#parts.secrets.read(accountId, kind) : null;
        if (read === null || !read.ok || read.value === null) continue;
        yield kind === 'identity' ? { kind, identity: read.value } : { kind, passphrase: read.value };
      }
    }
  }

  standard(accountId: string): PrivacyKind {
    return this.#parts.settings.of(accountId).standard;
  }

  /** Whether the person knows that what this account submits can be read by anybody, for good. */
  isToldPublic(accountId: string): boolean {
    return this.#parts.settings.of(accountId).toldPublic;
  }

  tellPublic(accountId: string): Promise<void> {
    return this.#parts.settings.change(accountId, (kept) => ({ ...kept, toldPublic: true }));
  }

  /** Its secrets went with its credentials. */
  forgetAccount(accountId: string): Promise<void> {
    return this.#parts.settings.forget(accountId);
  }

  async #keptPassphrase(accountId: string): Promise<Result<KeptPassphrase>> {
    const { settings, secrets } = this.#parts;
    const kept = await secrets.read(accountId, 'passphrase');
    if (!kept.ok) return kept;
    if (kept.value === null) return failure({ code: 'passphrase-needed' });
    const known = settings.of(accountId).passphraseId;
    const id = known ?? randomUUID();
    // One that an earlier version kept has none yet.
    if (known === null) await settings.change(accountId, (now) => ({ ...now, passphraseId: id }));
    return success({ kind: 'passphrase', passphrase: kept.value, id });
  }

  async #keep(accountId: string, kind: SecretKind, secret: string): Promise<Result<Privacy>> {
    const account = this.#parts.account(accountId);
    if (account === null) return failure({ code: 'unknown-account' });
    const label = { id: accountId, name: account.name, address: account.address ?? '' };
    const saved = await this.#parts.secrets.savePrivate(label, kind, secret);
    return saved.ok ? this.privacy(accountId) : failure(saved.error);
  }

  #has(accountId: string, kind: SecretKind): boolean {
    return this.#parts.secrets.whereIs(accountId, kind) !== null;
  }

  async #forget(accountId: string, kind: SecretKind): Promise<Result<Privacy>> {
    const account = this.#parts.account(accountId);
    if (account === null) return failure({ code: 'unknown-account' });
    const asked = await this.#parts.consent.ask(aboutForgetting(kind, account.name), notForgotten);
    if (!asked.ok) return asked;
    const forgotten = await this.#parts.secrets.forget(accountId, [kind]);
    return forgotten.ok ? this.privacy(accountId) : failure(forgotten.error);
  }

  /** What nobody has a copy of must not end with the app. */
  async #keepMade(accountId: string, { publicKey, secretKey }: KeyPair): Promise<Result<Privacy>> {
    const kept = await this.#keep(accountId, 'identity', secretKey);
    if (!kept.ok) return kept;
    if (this.#parts.secrets.whereIs(accountId, 'identity') === 'keychain') return this.#own(accountId, publicKey);
    await this.#parts.secrets.forget(accountId, ['identity']);
    return failure({ code: 'key-not-kept' });
  }

  async #own(accountId: string, publicKey: string): Promise<Result<Privacy>> {
    await this.#parts.settings.change(accountId, (kept) => ({ ...kept, ownKey: publicKey }));
    const isListed = this.#parts.settings.of(accountId).recipients.some((each) => each.publicKey === publicKey);
    if (!isListed) await this.#addRecipient(accountId, { publicKey, name: 'Me' });
    return this.privacy(accountId);
  }

  /** Whether there is no room for one more that is not on the list. */
  #isFullFor(accountId: string, publicKey: string | null): boolean {
    const { recipients } = this.#parts.settings.of(accountId);
    return recipients.length >= MOST_RECIPIENTS && recipients.every((each) => each.publicKey !== publicKey);
  }

  #addRecipient(accountId: string, recipient: Recipient): Promise<void> {
    return this.#parts.settings.change(accountId, (kept) => ({
      ...kept,
      recipients: [...kept.recipients, recipient],
    }));
  }
}

/** A passphrase to encrypt with, as it was typed, blanks and all: the same is typed elsewhere to read the files. */
export function readPassphrase(typed: string): Result<string> {
  const problem = problemOfPassphrase(typed);
  return problem === null ? success(typed) : failure({ code: 'passphrase-not-valid', values: { problem } });
}

const shape = z.object({
  standard: z.enum(privacyKinds),
  recipients: z.array(z.object({ publicKey: z.string(), name: z.string().nullable() })).readonly(),
  ownKey: z.string().nullable(),
  // Earlier versions kept passphrases without.
  passphraseId: z.string().nullable().default(null),
  toldPublic: z.boolean(),
});

/**
 * What is no secret of an account's privacy. `ownKey`: the public one. `passphraseId`: which passphrase was kept last, by a random
 * id that tells nothing of it.
 */
export type KeptPrivacy = Readonly<z.output<typeof shape>>;

const nothingChosen: KeptPrivacy = {
  standard: 'public',
  recipients: [],
  ownKey: null,
  passphraseId: null,
  toldPublic: false,
};

/** In the database, by account. */
export class PrivacySettings {
  readonly #settings: Settings;
  readonly #commit: Commit;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
  }

  /**
   * What nobody can read any more is as if nothing had been chosen, but for what a drop is: with a passphrase, which a person is
   * asked for. What may have been private must not go out for everybody.
   */
  of(accountId: string): KeptPrivacy {
    const unreadable: KeptPrivacy = { ...nothingChosen, standard: 'passphrase' };
    return this.#settings.json(nameOf(accountId), shape, unreadable) ?? nothingChosen;
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
