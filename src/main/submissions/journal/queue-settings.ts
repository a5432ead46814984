import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { QueueSettings } from '../../../shared/bridge/submissions.ts';
import { type Commit, inSteps, jsonIn } from '../../storage/index.ts';

const settingsShape: z.ZodType<QueueSettings> = z.object({
  atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
  spendingLimit: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
});

/** Of settings that nobody can read: there may have been a line, so each file is asked about. */
const unreadable: QueueSettings = { atOnce: 'automatic', spendingLimit: '0' };
const standard: QueueSettings = { atOnce: 'automatic', spendingLimit: null };

export type QueueSettingsStore = ReturnType<typeof createQueueSettings>;

/** How the queue works for each account, kept in the database. */
export function createQueueSettings(database: DatabaseSync, commit: Commit) {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const commitStep = inSteps(database, commit);
  const known = new Map<string, QueueSettings>();
  const nameOf = (accountId: string): string => `queue:${accountId}`;

  return {
    of(accountId: string): QueueSettings {
      const found = known.get(accountId);
      if (found !== undefined) return found;
      const value = select.get(nameOf(accountId))?.value;
      const settings = value === undefined ? standard : (settingsShape.safeParse(jsonIn(value)).data ?? unreadable);
      known.set(accountId, settings);
      return settings;
    },
    async set(accountId: string, settings: QueueSettings): Promise<void> {
      await commitStep(() => {
        upsert.run(nameOf(accountId), JSON.stringify(settings));
      });
      known.set(accountId, settings);
    },
  };
}
