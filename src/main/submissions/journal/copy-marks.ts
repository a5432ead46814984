import type { DatabaseSync } from 'node:sqlite';
import { advanceSequence, lastSequence, Settings } from '../../storage/index.ts';

/**
 * How far the order of attempts had come. `seenUntil`: what was kept up to here was there when the copy was made; `putBackAt`:
 * what was submitted after this was so after the data was put back, for the last time where that was more than once.
 */
export type CopyMark = { readonly seenUntil: number; readonly putBackAt: number };

const NAME = 'unread-since-copy:';

/** The accounts whose records were not read whole since their data came from a copy. */
export class CopyMarks {
  readonly #database: DatabaseSync;
  readonly #settings: Settings;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#settings = new Settings(database);
  }

  all(): Map<string, CopyMark> {
    const marks = this.#settings.beginning(NAME).entries();
    return new Map(marks.map(([accountId, text]) => [accountId, markOf(text)]));
  }

  /**
   * Notes how far the order of attempts had come: what is read from now on comes after that. Where an earlier note still
   * stands, it goes on, and is given the new place besides. Within a transaction of the caller's.
   */
  put(accountIds: readonly string[]): void {
    const place = String(lastSequence(this.#database));
    for (const accountId of accountIds) {
      const [seenUntil] = this.#settings.text(NAME + accountId)?.split(' ') ?? [];
      this.#settings.put(NAME + accountId, seenUntil === undefined ? place : `${seenUntil} ${place}`);
    }
    advanceSequence(this.#database);
  }

  /** Within a transaction of the caller's. */
  delete(accountId: string): void {
    this.#settings.delete(NAME + accountId);
  }
}

/** Notes of earlier versions have an instant: of those nothing is known to have been there before, or to have come after. */
function markOf(text: string): CopyMark {
  const [seenUntil, putBackAt = seenUntil] = text.split(' ').map(Number);
  return {
    seenUntil: Number.isSafeInteger(seenUntil) ? Number(seenUntil) : Number.NEGATIVE_INFINITY,
    putBackAt: Number.isSafeInteger(putBackAt) ? Number(putBackAt) : Number.POSITIVE_INFINITY,
  };
}
