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

/** Where a secret is: in the system's keychain, or in memory until the app closes. Never anywhere else. */
export type Kept = 'keychain' | 'session';

/** `reason`: why the keychain does not have it; null if it was not asked. */
type Saved = { readonly kept: 'keychain' } | { readonly kept: 'session'; readonly reason: KeychainFailure | null };

export type CredentialsDescription = {
  readonly apiKey: { readonly lastFour: string } | null;
  readonly accessToken: CredentialFacts | null;
  /** `session` when at least one of them lives for this session only. */
  readonly kept: Kept;
};

export type VaultAnswer<Value, Problem extends Failure = KeychainFailure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

type VaultRecords = Pick<CredentialStore, 'find' | 'put' | 'remove'>;

/**
 * The credentials of all accounts. The keychain holds the secrets; `store` holds the names of the entries and what may be
 * shown of them, so that showing an account never makes a locked keychain ask for its password.
 *
 * A power cut between any two steps loses nothing: the record is written before the keychain, so every entry in the
 * keychain is one that the database knows; a new secret takes the place of the old one in one step; and what a record
 * says is set right whenever the secret is read. Rejects only when the database can't be written.
 */
export class Vault {
  readonly #keychain: Keychain;
  readonly #store: VaultRecords;
  readonly #session = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(keychain: Keychain, store: VaultRecords) {
    this.#keychain = keychain;
    this.#store = store;
  }

  /**
   * Keeps what a person pasted, in place of what was there. Without a keychain it is kept for this session, and the
   * answer says so; a locked keychain, or one that refuses, is a failure and the old secret stays. With
   * `keep: 'session'` the keychain is not asked.
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

  /** The same for what opens a person's own files, as it is. `AccountLabel.address` is '' where there is none. */
  savePrivate(account: AccountLabel, kind: PrivateKind, secret: string): Promise<VaultAnswer<Saved>> {
    return this.#inTurn(() => this.#save(account, kind, secret, 'keychain'));
  }

  /** Where a secret is; null where there is none. Does not touch the keychain. */
  whereIs(accountId: string, kind: SecretKind): Kept | null {
    if (this.#session.has(sessionKey(accountId, kind))) return 'session';
    const record = this.#store.find(accountId, kind);
    return record === null || record.facts === null ? null : 'keychain';
  }

  /**
   * The secret, asked of the keychain anew each time: for the header of one request. Null when there is none, or when
   * the data is of a copy and the keychain may hold another by now: that was for where the account was then.
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
      // Of what opens files nothing is known by which to tell, and it goes to nobody.
      if (isUnproven && !isPrivate(kind) && !proves(facts, record.facts)) {
        // A keychain that shows nothing may only not be there yet. Another secret stays another one.
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
   * Removes an account's secrets, or one of them, from keychain and memory. When the keychain does not let that happen
   * the failure says so, and forgetting can be tried again.
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

  /** Forgets an account whose keychain can't be had. Gives the entries that stay behind in it, to be named. */
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

  /** What may be shown of an account's credentials. Does not touch the keychain. */
  describe(accountId: string): CredentialsDescription {
    const apiKey = this.#factsFor(accountId, 'api-key');
    const isInSession = credentialKinds.some((kind) => this.#session.has(sessionKey(accountId, kind)));
    return {
      apiKey: apiKey === null ? null : { lastFour: apiKey.lastFour },
      accessToken: this.#factsFor(accountId, 'access-token'),
      kept: isInSession ? 'session' : 'keychain',
    };
  }

  /** One after the other: a read that sets a record right must not undo what a save has just written. */
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
    // Where there is no keychain nothing was written. A locked one may still write once the person has answered.
    else if (known === null && written.error.code === 'keychain-missing') await this.#store.remove(account.id, kind);
    return written;
  }
}

function sessionKey(accountId: string, kind: SecretKind): string {
  return JSON.stringify([accountId, kind]);
}

/** Of a secret that is too short to be told by its end nothing is known. */
function proves(facts: CredentialFacts | null, known: CredentialFacts | null): boolean {
  return facts !== null && facts.lastFour !== '' && sameFacts(facts, known);
}

/** The database's record of a credential: its entry name in the keychain and the facts that may be shown. */
export type CredentialRecord = {
  readonly entry: string;
  /** Null from before the keychain is written until it answered: the secret may be there or not. */
  readonly facts: CredentialFacts | null;
  /** The record comes from a restored copy: the entry may hold a later secret, for another address. */
  readonly isUnproven: boolean;
};

const rowShape = z.object({
  entry: z.string(),
  last_four: z.string().nullable(),
  expires_at: z.string().nullable(),
  unproven: z.number(),
});

/** For a database that was put back: nothing in the keychain is taken for what it knew before that was looked at. */
export function distrustCredentials(database: DatabaseSync): void {
  database.exec('UPDATE credentials SET unproven = 1');
}

/** An account can't be deleted while it has a record here: that would lose the name of an entry in the keychain. */
export class CredentialStore {
  readonly #commit: Commit;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#select = database.prepare(
      'SELECT entry, last_four, expires_at, unproven FROM credentials WHERE account_id = ? AND kind = ?',
    );
    this.#upsert = database.prepare(
      `INSERT INTO credentials (account_id, kind, entry, last_four, expires_at, unproven) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, kind) DO UPDATE
       SET entry = excluded.entry, last_four = excluded.last_four, expires_at = excluded.expires_at,
           unproven = excluded.unproven`,
    );
    this.#delete = database.prepare('DELETE FROM credentials WHERE account_id = ? AND kind = ?');
  }

  find(accountId: string, kind: SecretKind): CredentialRecord | null {
    const row = this.#select.get(accountId, kind);
    if (row === undefined) return null;
    const { entry, last_four, expires_at, unproven } = rowShape.parse(row);
    const facts = last_four === null ? null : { lastFour: last_four, expiresAt: expires_at };
    return { entry, facts, isUnproven: unproven !== 0 };
  }

  /** Resolves once it is on disk, as does `remove`. */
  put(accountId: string, kind: SecretKind, { entry, facts, isUnproven }: CredentialRecord): Promise<void> {
    return this.#commit(() => {
      const { lastFour, expiresAt } = facts ?? { lastFour: null, expiresAt: null };
      this.#upsert.run(accountId, kind, entry, lastFour, expiresAt, isUnproven ? 1 : 0);
    });
  }

  remove(accountId: string, kind: SecretKind): Promise<void> {
    return this.#commit(() => {
      this.#delete.run(accountId, kind);
    });
  }
}
