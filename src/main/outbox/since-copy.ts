import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Commit } from '../storage/index.ts';
import type { recordsAfter } from './checking.ts';
import type { Clock } from './clock.ts';

/** What reading an account's whole list of submissions has come to. `retryAt`: epoch milliseconds. */
export type RecordsRead =
  | { readonly kind: 'read' }
  | { readonly kind: 'unread'; readonly records: ReturnType<typeof recordsAfter>; readonly retryAt: number | null };

/** `ask`: the records do not tell, so a person has to. */
export type SinceCopyLook =
  | { readonly kind: 'read' }
  | { readonly kind: 'again'; readonly ms: number }
  | { readonly kind: 'ask' };

export type SinceCopyParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly readRecords: (accountId: string) => Promise<RecordsRead>;
};

const LOOK_AGAIN_MS = 15_000;
const SOONEST_LOOK_MS = 1_000;
/** How long the records are waited for before a person is asked. */
const patienceMs: { readonly [Records in ReturnType<typeof recordsAfter>]: number } = {
  none: 0,
  unreadable: 60_000,
  'out-of-reach': 10 * 60_000,
};
/** Files that come after the question are put to the person as well, without another look for so long. */
const ASKED_HOLDS_MS = 60_000;

const NAME = 'unread-since-copy:';

/** Notes that no account's records were read since its data came from a copy. Within a transaction of the caller's. */
export function markUnread(database: DatabaseSync, takenAt: string): void {
  database
    .prepare(
      `INSERT INTO settings (name, value) SELECT ? || id, ? FROM accounts WHERE TRUE
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run(NAME, takenAt);
}

/**
 * Accounts whose data came from a copy, and whose records were not read since. What they submitted after the copy was made
 * is known to those records alone: until they are there, no file of theirs is known to be a new one, and none is sent.
 */
export class SinceCopy {
  readonly #parts: SinceCopyParts;
  readonly #unread: Set<string>;
  readonly #delete: StatementSync;
  /** Since when, by the steady clock, the records could not be read, and when a person was last asked about it. */
  readonly #unreadSince = new Map<string, number>();
  readonly #askedAt = new Map<string, number>();

  constructor(parts: SinceCopyParts) {
    this.#parts = parts;
    const rows = parts.database
      .prepare('SELECT name FROM settings WHERE substr(name, 1, ?) = ?')
      .all(NAME.length, NAME);
    this.#unread = new Set(rows.map(({ name }) => String(name).slice(NAME.length)));
    this.#delete = parts.database.prepare('DELETE FROM settings WHERE name = ?');
  }

  isUnread(accountId: string): boolean {
    return this.#unread.has(accountId);
  }

  /** Reads an account's records. Never rejects. */
  async look(accountId: string): Promise<SinceCopyLook> {
    const { clock, readRecords } = this.#parts;
    const askedAt = this.#askedAt.get(accountId);
    if (askedAt !== undefined && clock.monotonic() - askedAt < ASKED_HOLDS_MS) return { kind: 'ask' };
    try {
      const read = await readRecords(accountId);
      if (read.kind === 'unread') return this.#unreadYet(accountId, read);
      await this.#parts.commit(() => {
        this.#delete.run(NAME + accountId);
      });
    } catch {
      // The disk may not have taken the records either.
      return { kind: 'again', ms: LOOK_AGAIN_MS };
    }
    this.#unread.delete(accountId);
    return { kind: 'read' };
  }

  /** A person has said that its files are to be sent although the records were not read; or the account is taken away. */
  async release(accountId: string): Promise<void> {
    if (!this.#unread.delete(accountId)) return;
    try {
      await this.#parts.commit(() => {
        this.#delete.run(NAME + accountId);
      });
    } catch {
      // It is asked about once more after a restart.
    }
  }

  #unreadYet(accountId: string, { records, retryAt }: Extract<RecordsRead, { kind: 'unread' }>): SinceCopyLook {
    const now = this.#parts.clock.monotonic();
    const since = this.#unreadSince.get(accountId) ?? now;
    this.#unreadSince.set(accountId, since);
    if (now - since >= patienceMs[records]) {
      this.#askedAt.set(accountId, now);
      return { kind: 'ask' };
    }
    const ms = retryAt === null ? LOOK_AGAIN_MS : Math.max(SOONEST_LOOK_MS, retryAt - this.#parts.clock.now());
    return { kind: 'again', ms };
  }
}
