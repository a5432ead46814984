import type { DatabaseSync } from 'node:sqlite';
import { type Commit, jsonIn, Settings } from '../../core/storage/index.ts';
import { readPreferences } from '../../shared/bridge/app.ts';
import {
  type ChangedPreferences,
  type Preferences as Chosen,
  standardPreferences,
  withChanges,
} from '../../shared/preferences.ts';

const KEPT_AS = 'preferences';

export class Preferences {
  readonly #settings: Settings;
  readonly #commit: Commit;
  /** Applies the user's choice outside of the page. */
  readonly #onChange: (chosen: Chosen) => void;
  #chosen: Chosen;

  constructor(database: DatabaseSync, commit: Commit, onChange: (chosen: Chosen) => void) {
    this.#settings = new Settings(database);
    this.#commit = commit;
    this.#onChange = onChange;
    this.#chosen = { ...standardPreferences, ...readPreferences(jsonIn(this.#settings.text(KEPT_AS) ?? '')) };
    onChange(this.#chosen);
  }

  get chosen(): Chosen {
    return this.#chosen;
  }

  /** Applies the change at once, because the page shows it already. Rejects if it cannot be saved. */
  async change(changed: ChangedPreferences): Promise<void> {
    this.#chosen = withChanges(this.#chosen, changed);
    this.#onChange(this.#chosen);
    await this.#commit(() => this.#settings.putJson(KEPT_AS, this.#chosen));
  }
}
