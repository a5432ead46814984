import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DropChoices } from '../../../shared/bridge/drops.ts';
import { folderChoices } from '../../../shared/submissions/queue-settings.ts';
import { type Commit, Settings } from '../../storage/index.ts';

const shape: z.ZodType<DropChoices> = z.object({ folders: z.enum(folderChoices), keepsTimes: z.boolean() });
const asked: DropChoices = { folders: 'ask', keepsTimes: true };

const nameOf = (accountId: string): string => `drops:${accountId}`;

/** How the folders of each account go, kept in the database. */
export class KeptChoices {
  readonly #settings: Settings;
  readonly #commit: Commit;
  readonly #standard: DropChoices;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#standard = { ...asked, folders: fromEnvironment() };
  }

  of(accountId: string): DropChoices {
    // Who can't be read is asked once more.
    return this.#settings.json(nameOf(accountId), shape, asked) ?? this.#standard;
  }

  set(accountId: string, choices: DropChoices): Promise<void> {
    return this.#commit(() => this.#settings.putJson(nameOf(accountId), choices));
  }
}

/** `DROPSLIP_FOLDERS` says how folders go where nobody has chosen, for those who drive the app from outside. */
function fromEnvironment(): DropChoices['folders'] {
  return folderChoices.find((choice) => choice === process.env.DROPSLIP_FOLDERS) ?? asked.folders;
}
