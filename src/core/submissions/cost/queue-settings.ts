import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type QueueSettings, usualAskBeyondFiles } from '../../../shared/submissions/queue-settings.ts';
import { type Commit, Settings, sequencedCommit } from '../../storage/index.ts';

const settingsShape: z.ZodType<QueueSettings> = z.object({
  atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
  spendingLimit: z.object({ amount: z.string().regex(/^\d{1,78}$/), token: z.string().nullable() }).nullable(),
  askBeyondFiles: z.number().int().min(0).nullable(),
});

const nameOf = (accountId: string): string => `queue:${accountId}`;

/** Stores the queue settings of each account. */
export class QueueSettingsStore {
  readonly #settings: Settings;
  readonly #commitSequenced: Commit;
  readonly #known = new Map<string, QueueSettings>();
  readonly #isPractice: (accountId: string) => boolean;

  /** A practice account spends nothing real, so by default no number of files needs approval. */
  constructor(database: DatabaseSync, commit: Commit, isPractice: (accountId: string) => boolean) {
    this.#isPractice = isPractice;
    this.#settings = new Settings(database);
    this.#commitSequenced = sequencedCommit(database, commit);
  }

  of(accountId: string): QueueSettings {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const askBeyondFiles = this.#isPractice(accountId) ? null : usualAskBeyondFiles;
    const standard: QueueSettings = { atOnce: 'automatic', spendingLimit: null, askBeyondFiles };
    // Unreadable settings may have had a limit, so each file needs approval.
    const unreadable: QueueSettings = { ...standard, spendingLimit: { amount: '0', token: null } };
    const read = this.#settings.json(nameOf(accountId), settingsShape, unreadable) ?? standard;
    this.#known.set(accountId, read);
    return read;
  }

  async set(accountId: string, settings: QueueSettings): Promise<void> {
    await this.#commitSequenced(() => this.#settings.putJson(nameOf(accountId), settings));
    this.#known.set(accountId, settings);
  }
}
