import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { SubmitBy } from '../../shared/accounts.ts';
import type { Commit } from '../storage/index.ts';

/** An account as the database holds it. No credential is ever among it. */
export type StoredAccount = {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  readonly name: string;
  /** Null for the practice account: its service gets a new port at every start. */
  readonly baseUrl: string | null;
  readonly submitBy: SubmitBy;
};

const submitByShape: z.ZodType<SubmitBy> = z.discriminatedUnion('variant', [
  z.object({ variant: z.literal('api-key') }),
  z.object({ variant: z.literal('access-token'), token: z.string() }),
]);

const rowShape = z.object({
  id: z.string(),
  kind: z.enum(['practice', 'service']),
  name: z.string(),
  base_url: z.string().nullable(),
  submit_by: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(submitByShape),
});

export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(database: DatabaseSync, commit: Commit) {
  const insert = database.prepare(
    `INSERT INTO accounts (id, kind, name, base_url, submit_by, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const setSubmitBy = database.prepare('UPDATE accounts SET submit_by = ? WHERE id = ?');
  const select = database.prepare('SELECT * FROM accounts ORDER BY created_at, id');

  return {
    all: (): StoredAccount[] =>
      select.all().map((row) => {
        const { base_url, submit_by, ...rest } = rowShape.parse(row);
        return { ...rest, baseUrl: base_url, submitBy: submit_by };
      }),
    /** Keeps what is there when the id is known already. */
    add: (account: StoredAccount, createdAt: string): Promise<void> =>
      commit(() => {
        const { id, kind, name, baseUrl, submitBy } = account;
        insert.run(id, kind, name, baseUrl, JSON.stringify(submitBy), createdAt);
      }),
    setSubmitBy: (id: string, submitBy: SubmitBy): Promise<void> =>
      commit(() => {
        setSubmitBy.run(JSON.stringify(submitBy), id);
      }),
  };
}
