import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Commit } from '../storage/index.ts';
import type { ItemBook } from './item-book.ts';
import type { Past } from './past.ts';

const idsShape = z.array(z.number().int());

/**
 * Items whose answer was lost by a service that their account has left since. The list of another service says nothing of
 * them. They are kept by their ids, not by the time of the move, since a clock may be set back.
 */
export class LeftBehind {
  readonly #database: DatabaseSync;
  readonly #commit: Commit;
  readonly #book: ItemBook;
  readonly #past: Past;
  readonly #known = new Map<string, Set<number>>();

  constructor(database: DatabaseSync, commit: Commit, book: ItemBook, past: Past) {
    this.#database = database;
    this.#commit = commit;
    this.#book = book;
    this.#past = past;
  }

  has(accountId: string, itemId: number): boolean {
    return this.#of(accountId).has(itemId);
  }

  /** The account's requests go elsewhere from now on. */
  async moved(accountId: string): Promise<void> {
    const ids = this.#of(accountId);
    for (const { id } of this.#past.lostItems(accountId)) ids.add(id);
    for (const { id, state } of this.#book.ofAccount(accountId)) {
      if (state.kind === 'unsettled' || state.kind === 'sending') ids.add(id);
    }
    if (ids.size === 0) return;
    await this.#commit(() => {
      this.#database
        .prepare(
          'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        )
        .run(nameOf(accountId), JSON.stringify([...ids]));
    });
  }

  #of(accountId: string): Set<number> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const value = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(nameOf(accountId))?.value;
    const ids = new Set(typeof value === 'string' ? idsShape.parse(JSON.parse(value)) : []);
    this.#known.set(accountId, ids);
    return ids;
  }
}

function nameOf(accountId: string): string {
  return `left-behind:${accountId}`;
}
