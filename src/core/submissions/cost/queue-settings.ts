import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type QueueSettings, usualAskBeyondFiles } from '../../../shared/submissions/queue-settings.ts';
import { type Commit, Settings, sequencedCommit } from '../../storage/index.ts';

/** Earlier versions asked about no number of files, and kept of a limit only its base units. */
type KeptSettings = Omit<QueueSettings, 'askBeyondFiles'> & {
  readonly askBeyondFiles?: QueueSettings['askBeyondFiles'] | undefined;
};

const baseUnits = z.string().regex(/^\d{1,78}$/);

const settingsShape: z.ZodType<KeptSettings> = z.object({
  atOnce: z.union([z.literal('automatic'), z.number().int().min(1).max(64)]),
  spendingLimit: z
    .union([
      baseUnits.transform((amount) => ({ amount, token: null })),
      z.object({ amount: baseUnits, token: z.string().nullable() }),
    ])
    .nullable(),
  askBeyondFiles: z.number().int().min(0).nullable().optional(),
});

/** Of settings that nobody can read: there may have been a limit, so each file is asked about. */
const unreadable: KeptSettings = { atOnce: 'automatic', spendingLimit: { amount: '0', token: null } };
const standard: KeptSettings = { atOnce: 'automatic', spendingLimit: null };

const nameOf = (accountId: string): string => `queue:${accountId}`;

/** How the queue works for each account, kept in the database. */
export class QueueSettingsStore {
  readonly #settings: Settings;
  readonly #commitSequenced: Commit;
  readonly #known = new Map<string, QueueSettings>();
  readonly #isPractice: (accountId: string) => boolean;

  /** `isPractice`: nothing real is spent with it, so that no number of files is asked about unless a person sets one. */
  constructor(database: DatabaseSync, commit: Commit, isPractice: (accountId: string) => boolean) {
    this.#isPractice = isPractice;
    this.#settings = new Settings(database);
    this.#commitSequenced = sequencedCommit(database, commit);
  }

  of(accountId: string): QueueSettings {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const usual = this.#isPractice(accountId) ? null : usualAskBeyondFiles;
    const kept = this.#settings.json(nameOf(accountId), settingsShape, unreadable) ?? standard;
    const read = { ...kept, askBeyondFiles: kept.askBeyondFiles === undefined ? usual : kept.askBeyondFiles };
    this.#known.set(accountId, read);
    return read;
  }

  async set(accountId: string, settings: QueueSettings): Promise<void> {
    await this.#commitSequenced(() => this.#settings.putJson(nameOf(accountId), settings));
    this.#known.set(accountId, settings);
  }
}
