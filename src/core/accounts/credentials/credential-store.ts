import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Commit } from '../../storage/index.ts';
import type { CredentialFacts, SecretKind } from './credential.ts';

/** What the database keeps of a credential: under which name it stands in the keychain, and what may be shown of it. */
export type CredentialRecord = {
  readonly entry: string;
  /** Null from before the keychain is written until it answered: the secret may be there or not. */
  readonly facts: CredentialFacts | null;
  /** What the database says is of a copy: the entry may hold a secret that was made later, for another place. */
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
