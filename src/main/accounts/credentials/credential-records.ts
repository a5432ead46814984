import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Commit } from '../../storage/index.ts';
import type { CredentialFacts, CredentialKind } from './credential.ts';

/** What the database keeps of a credential: under which name it stands in the keychain, and what may be shown of it. */
export type CredentialRecord = {
  readonly entry: string;
  /** Null from before the keychain is written until it answered: the secret may be there or not. */
  readonly facts: CredentialFacts | null;
  /** What the database says is of a copy: the entry may hold a secret that was made later, for another place. */
  readonly isUnproven: boolean;
};

export type CredentialRecords = {
  readonly find: (accountId: string, kind: CredentialKind) => CredentialRecord | null;
  /** Both resolve once the change is on disk. */
  readonly put: (accountId: string, kind: CredentialKind, record: CredentialRecord) => Promise<void>;
  readonly remove: (accountId: string, kind: CredentialKind) => Promise<void>;
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
export function createCredentialRecords(database: DatabaseSync, commit: Commit): CredentialRecords {
  const select = database.prepare(
    'SELECT entry, last_four, expires_at, unproven FROM credentials WHERE account_id = ? AND kind = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO credentials (account_id, kind, entry, last_four, expires_at, unproven) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, kind) DO UPDATE
     SET entry = excluded.entry, last_four = excluded.last_four, expires_at = excluded.expires_at,
         unproven = excluded.unproven`,
  );
  const drop = database.prepare('DELETE FROM credentials WHERE account_id = ? AND kind = ?');

  return {
    find(accountId, kind) {
      const row = select.get(accountId, kind);
      if (row === undefined) return null;
      const { entry, last_four, expires_at, unproven } = rowShape.parse(row);
      const facts = last_four === null ? null : { lastFour: last_four, expiresAt: expires_at };
      return { entry, facts, isUnproven: unproven !== 0 };
    },
    put: (accountId, kind, { entry, facts, isUnproven }) =>
      commit(() => {
        upsert.run(accountId, kind, entry, facts?.lastFour ?? null, facts?.expiresAt ?? null, isUnproven ? 1 : 0);
      }),
    remove: (accountId, kind) =>
      commit(() => {
        drop.run(accountId, kind);
      }),
  };
}
