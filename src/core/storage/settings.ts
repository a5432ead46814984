import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { jsonIn } from './all-rows.ts';

/** Small texts by name. Call `put`, `putJson` and `delete` within a transaction. */
export class Settings {
  readonly #select: StatementSync;
  readonly #selectNamed: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#select = database.prepare('SELECT value FROM settings WHERE name = ?');
    this.#selectNamed = database.prepare('SELECT name, value FROM settings WHERE substr(name, 1, ?) = ?');
    this.#put = database.prepare(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    );
    this.#delete = database.prepare('DELETE FROM settings WHERE name = ?');
  }

  /** Null if there is none. */
  text(name: string): string | null {
    const value = this.#select.get(name)?.value;
    return typeof value === 'string' ? value : null;
  }

  /** A value stored as JSON: null if there is none, or `unreadable` if it does not have the shape. */
  json<Value>(name: string, shape: z.ZodType<Value>, unreadable: Value): Value | null {
    const text = this.text(name);
    return text === null ? null : (shape.safeParse(jsonIn(text)).data ?? unreadable);
  }

  /** All settings whose names begin with `prefix`, by the rest of their names. */
  beginning(prefix: string): ReadonlyMap<string, string> {
    const rows = this.#selectNamed.all(prefix.length, prefix);
    return new Map(rows.map(({ name, value }) => [String(name).slice(prefix.length), String(value)]));
  }

  put(name: string, text: string): void {
    this.#put.run(name, text);
  }

  putJson(name: string, value: unknown): void {
    this.put(name, JSON.stringify(value));
  }

  delete(name: string): void {
    this.#delete.run(name);
  }
}
