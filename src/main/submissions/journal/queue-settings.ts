import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { QueueSettings } from '../../../shared/bridge/submissions.ts';
import { type Commit, Settings, sequencedCommit } from '../../storage/index.ts';

const settingsShape: z.ZodType<QueueSettings> = z.object({
  atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
  spendingLimit: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
});

/** Of settings that nobody can read: there may have been a limit, so each file is asked about. */
const unreadable: QueueSettings = { atOnce: 'automatic', spendingLimit: '0' };
const standard: QueueSettings = { atOnce: 'automatic', spendingLimit: null };

const nameOf = (accountId: string): string => `queue:${accountId}`;

/** How the queue works for each account, kept in the database. */
export class QueueSettingsStore {
  readonly #settings: Settings;
  readonly #commitSequenced: Commit;
  readonly #known = new Map<string, QueueSettings>();

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commitSequenced = sequencedCommit(database, commit);
  }

  of(accountId: string): QueueSettings {
    const known =
      this.#known.get(accountId) ?? this.#settings.json(nameOf(accountId), settingsShape, unreadable) ?? standard;
    this.#known.set(accountId, known);
    return known;
  }

  async set(accountId: string, settings: QueueSettings): Promise<void> {
    await this.#commitSequenced(() => this.#settings.putJson(nameOf(accountId), settings));
    this.#known.set(accountId, settings);
  }
}
