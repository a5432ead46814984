import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { QueueSettings } from '../../shared/submissions.ts';
import type { Commit } from '../storage/index.ts';

const settingsShape: z.ZodType<QueueSettings> = z.object({
  atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
  stopLine: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
});

const standard: QueueSettings = { atOnce: 'automatic', stopLine: null };

export type QueueSettingsStore = ReturnType<typeof createQueueSettings>;

/** How the queue works for each account, kept in the database. */
export function createQueueSettings(database: DatabaseSync, commit: Commit) {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const known = new Map<string, QueueSettings>();
  const nameOf = (accountId: string): string => `queue:${accountId}`;

  return {
    of(accountId: string): QueueSettings {
      const found = known.get(accountId);
      if (found !== undefined) return found;
      const value = select.get(nameOf(accountId))?.value;
      const settings = typeof value === 'string' ? settingsShape.parse(JSON.parse(value)) : standard;
      known.set(accountId, settings);
      return settings;
    },
    async set(accountId: string, settings: QueueSettings): Promise<void> {
      await commit(() => {
        upsert.run(nameOf(accountId), JSON.stringify(settings));
      });
      known.set(accountId, settings);
    },
  };
}
