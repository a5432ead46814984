import type { DatabaseSync } from 'node:sqlite';
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

export type Recent = ReturnType<typeof createRecent>;

/** The look-ups of the past, so that one is a click away the next day. The same text stands there once. */
export function createRecent(database: DatabaseSync, commit: Commit, now: () => number) {
  const remove = database.prepare('DELETE FROM lookup_recent WHERE text = ?');
  const insert = database.prepare('INSERT INTO lookup_recent (account_id, text, outcome, at) VALUES (?, ?, ?, ?)');
  const trim = database.prepare(
    `DELETE FROM lookup_recent WHERE id NOT IN (SELECT id FROM lookup_recent ORDER BY id DESC LIMIT ${KEPT})`,
  );
  const select = database.prepare(
    `SELECT id, text, outcome, at FROM lookup_recent WHERE length(text) <= ${LONGEST_REMEMBERED} ORDER BY id DESC`,
  );
  const clear = database.prepare('DELETE FROM lookup_recent');

  return {
    list: (): RecentLookup[] => select.all().map((row) => recentRow.parse(row)),

    remember: (accountId: string, text: string, outcome: string): Promise<void> =>
      commit(() => {
        remove.run(text);
        insert.run(accountId, text, outcome, new Date(now()).toISOString());
        trim.run();
      }),

    clear: (): Promise<void> =>
      commit(() => {
        clear.run();
      }),
  };
}
