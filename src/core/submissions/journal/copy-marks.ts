import type { DatabaseSync } from 'node:sqlite';
import { advanceSequence, lastSequence, Settings } from '../../storage/index.ts';

const NAME = 'unread-since-copy:';

/** The accounts whose records were not read whole since their data came from a copy. */
export class CopyMarks {
  readonly #database: DatabaseSync;
  readonly #settings: Settings;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#settings = new Settings(database);
  }

  /** By account, how far the order of attempts had come: what was kept up to there was there when the copy was made. */
  all(): Map<string, number> {
    const marks = this.#settings.beginning(NAME).entries();
    return new Map(marks.map(([accountId, text]) => [accountId, seenUntil(text)]));
  }

  /**
   * Notes how far the order of attempts had come: what is read from now on comes after that. An earlier note stays. Within a
   * transaction of the caller's.
   */
  put(accountIds: readonly string[]): void {
    for (const accountId of accountIds) {
      if (this.#settings.text(NAME + accountId) !== null) continue;
      this.#settings.put(NAME + accountId, String(lastSequence(this.#database)));
    }
    advanceSequence(this.#database);
  }

  /** Within a transaction of the caller's. */
  delete(accountId: string): void {
    this.#settings.delete(NAME + accountId);
  }
}

/** Some notes of earlier versions have a second number, others an instant: of those nothing is known to have been there before. */
function seenUntil(text: string): number {
  const number = Number(text.split(' ')[0]);
  return Number.isSafeInteger(number) ? number : Number.NEGATIVE_INFINITY;
}
