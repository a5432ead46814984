import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { LONGEST_REMEMBERED, type RecentLookup } from '../../shared/bridge/lookup.ts';
import type { Commit } from '../storage/index.ts';

const KEPT = 50;

const recentRow: z.ZodType<RecentLookup> = z.object({
  id: z.number(),
  text: z.string(),
  outcome: z.string(),
  at: z.string(),
});

/** The look-ups of the past, so that one is a click away the next day. The same text stands there once. */
export class RecentLookups {
  readonly #commit: Commit;
  readonly #now: () => number;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;
  readonly #trim: StatementSync;
  readonly #select: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync, commit: Commit, now: () => number) {
    this.#commit = commit;
    this.#now = now;
    this.#remove = database.prepare('DELETE FROM lookup_recent WHERE text = ?');
    this.#insert = database.prepare('INSERT INTO lookup_recent (account_id, text, outcome, at) VALUES (?, ?, ?, ?)');
    this.#trim = database.prepare(
      `DELETE FROM lookup_recent WHERE id NOT IN (SELECT id FROM lookup_recent ORDER BY id DESC LIMIT ${KEPT})`,
    );
    this.#select = database.prepare(
      `SELECT id, text, outcome, at FROM lookup_recent WHERE length(text) <= ${LONGEST_REMEMBERED} ORDER BY id DESC`,
    );
    this.#clear = database.prepare('DELETE FROM lookup_recent');
  }

  list(): RecentLookup[] {
    return this.#select.all().map((row) => recentRow.parse(row));
  }

  remember(accountId: string, text: string, outcome: string): Promise<void> {
    return this.#commit(() => {
      this.#remove.run(text);
      this.#insert.run(accountId, text, outcome, new Date(this.#now()).toISOString());
      this.#trim.run();
    });
  }

  clear(): Promise<void> {
    return this.#commit(() => {
      this.#clear.run();
    });
  }
}
