import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { CredentialKind } from '../../shared/bridge/accounts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Commit } from '../storage/index.ts';
import {
  type AccountLabel,
  type CredentialFacts,
  credentialKinds,
  entryName,
  factsOf,
  isPrivate,
  type PrivateKind,
  readSecret,
  type SecretKind,
  sameFacts,
  secretKinds,
} from './credential.ts';
import type { Keychain, KeychainFailure } from './keychain.ts';

/** The only two places of a secret: the system's keychain, or memory until the app closes. */
export type Kept = 'keychain' | 'session';

/** `reason`: why the secret is not in the keychain; null if the keychain was not asked. */
type Saved = { readonly kept: 'keychain' } | { readonly kept: 'session'; readonly reason: KeychainFailure | null };

export type CredentialsDescription = {
  readonly apiKey: { readonly ending: string } | null;
  readonly accessToken: CredentialFacts | null;
  /** `session` if at least one credential is in memory only. */
  readonly kept: Kept;
};

export type VaultAnswer<Value, Problem extends Failure = KeychainFailure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

/**
 * Keeps the credentials of all accounts. The keychain holds the secrets. `store` holds the entry names and the facts
 * that may be shown, so that showing an account never makes a locked keychain ask for its password.
 *
 * A power cut between two steps loses nothing. The database lists every entry before the keychain holds it, a new
 * secret replaces the old one atomically, and each read corrects the recorded facts. Rejects only if the database
 * cannot be written.
 */
export class Vault {
  readonly #keychain: Keychain;
  readonly #store: CredentialStore;
  readonly #session = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(keychain: Keychain, store: CredentialStore) {
    this.#keychain = keychain;
    this.#store = store;
  }

  /**
   * Saves a pasted secret in place of the old one. Without a keychain it is kept in memory, and the result says so. If
   * the keychain is locked or refuses, the save fails and the old secret stays. `keep: 'session'` does not use the
   * keychain.
   */
  save(
    account: AccountLabel,
    kind: CredentialKind,
    pasted: string,
    keep: Kept = 'keychain',
  ): Promise<VaultAnswer<Saved, KeychainFailure | Failure<'secret-not-valid'>>> {
    return this.#inTurn(async () => {
      const secret = readSecret(kind, pasted);
      return secret.ok ? this.#save(account, kind, secret.value, keep) : secret;
    });
  }

  /** Saves a secret for the user's own files unchanged. `AccountLabel.address` is '' if there is none. */
  savePrivate(account: AccountLabel, kind: PrivateKind, secret: string): Promise<VaultAnswer<Saved>> {
    return this.#inTurn(() => this.#save(account, kind, secret, 'keychain'));
  }

  /** Returns the place of a secret; null if there is none. Does not touch the keychain. */
  whereIs(accountId: string, kind: SecretKind): Kept | null {
    if (this.#session.has(sessionKey(accountId, kind))) return 'session';
    const record = this.#store.find(accountId, kind);
    return record === null || record.facts === null ? null : 'keychain';
  }

  /**
   * Reads the secret from the keychain at each call. Null if there is none, or if the database was restored and the
   * keychain may hold a newer secret for another address.
   */
  read(accountId: string, kind: SecretKind): Promise<VaultAnswer<string | null>> {
    return this.#inTurn(async () => {
      const held = this.#session.get(sessionKey(accountId, kind));
      if (held !== undefined) return { ok: true, value: held };
      const record = this.#store.find(accountId, kind);
      if (record === null) return { ok: true, value: null };
      const found = await this.#keychain.read(record.entry);
      if (!found.ok) return found;
      const facts = found.value === null ? null : factsOf(kind, found.value);
      const { entry, isUnproven } = record;
      // Secrets for files have no facts to compare, and are never sent to anyone.
      if (isUnproven && !isPrivate(kind) && !proves(facts, record.facts)) {
        // A missing entry may appear later, when the keychain is ready. An entry with another secret stays distrusted.
        if (record.facts !== null && facts !== null) {
          await this.#store.put(accountId, kind, { entry, facts: null, isUnproven });
        }
        return { ok: true, value: null };
      }
      if (isUnproven || !sameFacts(facts, record.facts)) {
        await this.#store.put(accountId, kind, { entry, facts, isUnproven: false });
      }
      return found;
    });
  }

  /**
   * Removes an account's secrets of these kinds from keychain and memory. If the keychain fails, the call fails and can
   * be repeated.
   */
  forget(accountId: string, kinds: readonly SecretKind[] = secretKinds): Promise<VaultAnswer<null>> {
    return this.#inTurn(async () => {
      for (const kind of kinds) {
        const record = this.#store.find(accountId, kind);
        if (record !== null) {
          const removed = await this.#keychain.remove(record.entry);
          if (!removed.ok) return removed;
          await this.#store.remove(accountId, kind);
        }
        this.#session.delete(sessionKey(accountId, kind));
      }
      return { ok: true, value: null };
    });
  }

  /** Forgets an account whose keychain cannot be used. Returns the names of the entries left in it. */
  abandon(accountId: string): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const left: string[] = [];
      for (const kind of secretKinds) {
        this.#session.delete(sessionKey(accountId, kind));
        const record = this.#store.find(accountId, kind);
        if (record === null) continue;
        await this.#store.remove(accountId, kind);
        left.push(record.entry);
      }
      return left;
    });
  }

  /** True if a credential in memory hides another one in the keychain. */
  hidesAnother(accountId: string): boolean {
    return credentialKinds.some(
      (kind) => this.#session.has(sessionKey(accountId, kind)) && this.#store.find(accountId, kind)?.facts != null,
    );
  }

  /** Returns the facts that may be shown about an account's credentials. Does not touch the keychain. */
  describe(accountId: string): CredentialsDescription {
    const apiKey = this.#factsFor(accountId, 'api-key');
    const isInSession = credentialKinds.some((kind) => this.#session.has(sessionKey(accountId, kind)));
    return {
      apiKey: apiKey === null ? null : { ending: apiKey.ending },
      accessToken: this.#factsFor(accountId, 'access-token'),
      kept: isInSession ? 'session' : 'keychain',
    };
  }

  /** Runs steps one after the other: a read that corrects a record must not undo a save. */
  #inTurn<Value>(step: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => null);
    return result;
  }

  #factsFor(accountId: string, kind: CredentialKind): CredentialFacts | null {
    const held = this.#session.get(sessionKey(accountId, kind));
    return held === undefined ? (this.#store.find(accountId, kind)?.facts ?? null) : factsOf(kind, held);
  }

  async #save(account: AccountLabel, kind: SecretKind, secret: string, keep: Kept): Promise<VaultAnswer<Saved>> {
    let reason: KeychainFailure | null = null;
    if (keep === 'keychain') {
      const saved = await this.#saveInKeychain(account, kind, secret);
      if (saved.ok) {
        this.#session.delete(sessionKey(account.id, kind));
        return { ok: true, value: { kept: 'keychain' } };
      }
      if (saved.error.code !== 'keychain-missing') return saved;
      reason = saved.error;
    }
    this.#session.set(sessionKey(account.id, kind), secret);
    return { ok: true, value: { kept: 'session', reason } };
  }

  async #saveInKeychain(account: AccountLabel, kind: SecretKind, secret: string) {
    const known = this.#store.find(account.id, kind);
    const entry = known?.entry ?? entryName(account, kind);
    if (known === null) await this.#store.put(account.id, kind, { entry, facts: null, isUnproven: false });
    const written = await this.#keychain.write(entry, secret);
    if (written.ok) await this.#store.put(account.id, kind, { entry, facts: factsOf(kind, secret), isUnproven: false });
    // Without a keychain nothing was written. A locked keychain may still write after the user unlocks it, so the
    // record stays.
    else if (known === null && written.error.code === 'keychain-missing') await this.#store.remove(account.id, kind);
    return written;
  }
}

function sessionKey(accountId: string, kind: SecretKind): string {
  return JSON.stringify([accountId, kind]);
}

/** A secret without `ending` is too short to be recognised. */
function proves(facts: CredentialFacts | null, known: CredentialFacts | null): boolean {
  return facts !== null && facts.ending !== '' && sameFacts(facts, known);
}

export type CredentialRecord = {
  readonly entry: string;
  /** Null until the keychain has confirmed the write: the secret may be there or not. */
  readonly facts: CredentialFacts | null;
  /** The database was restored: the entry may hold a newer secret, for another address. */
  readonly isUnproven: boolean;
};

const rowShape = z.object({
  entry: z.string(),
  ending: z.string().nullable(),
  expires_at: z.string().nullable(),
  unproven: z.number(),
});

/** Call after a database was restored. Each secret is then compared with its record before it is used. */
export function distrustCredentials(database: DatabaseSync): void {
  database.exec('UPDATE credentials SET unproven = 1');
}

/** An account with a record here cannot be deleted, because the name of its keychain entry would be lost. */
export class CredentialStore {
  readonly #commit: Commit;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#select = database.prepare(
      'SELECT entry, ending, expires_at, unproven FROM credentials WHERE account_id = ? AND kind = ?',
    );
    this.#upsert = database.prepare(
      `INSERT INTO credentials (account_id, kind, entry, ending, expires_at, unproven) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, kind) DO UPDATE
       SET entry = excluded.entry, ending = excluded.ending, expires_at = excluded.expires_at,
           unproven = excluded.unproven`,
    );
    this.#delete = database.prepare('DELETE FROM credentials WHERE account_id = ? AND kind = ?');
  }

  find(accountId: string, kind: SecretKind): CredentialRecord | null {
    const row = this.#select.get(accountId, kind);
    if (row === undefined) return null;
    const { entry, ending, expires_at, unproven } = rowShape.parse(row);
    const facts = ending === null ? null : { ending: ending, expiresAt: expires_at };
    return { entry, facts, isUnproven: unproven !== 0 };
  }

  /** Resolves once the record is on disk, like `remove`. */
  put(accountId: string, kind: SecretKind, { entry, facts, isUnproven }: CredentialRecord): Promise<void> {
    return this.#commit(() => {
      const { ending, expiresAt } = facts ?? { ending: null, expiresAt: null };
      this.#upsert.run(accountId, kind, entry, ending, expiresAt, isUnproven ? 1 : 0);
    });
  }

  remove(accountId: string, kind: SecretKind): Promise<void> {
    return this.#commit(() => {
      this.#delete.run(accountId, kind);
    });
  }
}
