import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { TokenRecord } from '../../shared/records.ts';
import { type Commit, jsonIn } from '../storage/index.ts';
import { tokenRecord } from './token-store.ts';

/** The balance from which on everything is explained. Amounts are whole base units as decimal text. */
export type Baseline = {
  readonly balance: string;
  /** UTC instant of the read. */
  readonly at: string;
  /** Fees are summed over records made since here (UTC), early enough for what was charged late. */
  readonly feesSince: string;
  /** That sum at the time of the read. */
  readonly fees: string;
};

/** What is remembered of one token between reads. */
export type BalanceMark = {
  readonly record: TokenRecord;
  /** UTC instant at which the service last listed it. */
  readonly seenAt: string;
  /** Null while records cannot be held against this balance. */
  readonly baseline: Baseline | null;
  /** Base units that no record explains; null when all is explained. */
  readonly missing: string | null;
  /** The person was told that the balance is low, and it has not recovered since. */
  readonly warned: boolean;
};

export type KeyedMark = { readonly key: string; readonly mark: BalanceMark };

const mark: z.ZodType<BalanceMark> = z.object({
  record: tokenRecord,
  seenAt: z.string(),
  baseline: z.object({ balance: z.string(), at: z.string(), feesSince: z.string(), fees: z.string() }).nullable(),
  missing: z.string().nullable(),
  warned: z.boolean(),
});

const row = z.object({ key: z.string(), mark: z.string() });

/** Every token that was ever listed, until the person lets go of one that is listed no more. */
export class BalanceMarks {
  readonly #commit: Commit;
  readonly #select: StatementSync;
  readonly #write: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#commit = commit;
    this.#select = database.prepare('SELECT key, mark FROM balance_marks WHERE account_id = ? ORDER BY key');
    this.#write = database.prepare(
      `INSERT INTO balance_marks (account_id, key, mark) VALUES (?, ?, ?)
       ON CONFLICT (account_id, key) DO UPDATE SET mark = excluded.mark`,
    );
    this.#remove = database.prepare('DELETE FROM balance_marks WHERE account_id = ? AND key = ?');
  }

  /** One that nobody can read is left out: its token is remembered anew at the next read. */
  all(accountId: string): readonly KeyedMark[] {
    return this.#select.all(accountId).flatMap((found) => {
      const { key, mark: json } = row.parse(found);
      const known = mark.safeParse(jsonIn(json));
      return known.success ? [{ key, mark: known.data }] : [];
    });
  }

  put(accountId: string, marks: readonly KeyedMark[]): Promise<void> {
    return this.#commit(() => {
      for (const { key, mark } of marks) this.#write.run(accountId, key, JSON.stringify(mark));
    });
  }

  remove(accountId: string, key: string): Promise<void> {
    return this.#commit(() => {
      this.#remove.run(accountId, key);
    });
  }
}
