import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { WatchEnd } from '../../shared/bridge/lookup.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Commit } from '../storage/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';

/** As many submissions are watched at once, of all accounts together. */
export const MOST_WATCHES = 100;

type WatchParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly now: () => number;
  readonly asking: Asking;
  readonly kept: Kept;
  readonly records: Records;
  readonly events: DomainEvents;
  /** How long to wait before the first look, milliseconds; grows from there. */
  readonly firstLookMs?: number;
  /** For how long the service may not know an id before nobody looks any more, milliseconds. */
  readonly unknownForMs?: number;
};

type Watch = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly abort: AbortController;
  waitMs: number;
  /** Since when every answer has been that there is no such submission, by the clock that is never set. */
  unknownSince: number | null;
};

const FIRST_LOOK_MS = 1_500;
const LONGEST_WAIT_MS = 60_000;
/** A submission is registered at once: one that is not known after so long was never made, or belongs elsewhere. */
const UNKNOWN_FOR_MS = 10 * 60_000;
/** Answers that will not be another one later. */
const hopeless: ReadonlySet<string> = new Set(['not-found', 'not-an-id', 'look-ups-not-offered']);
const watchRow = z.object({ account_id: z.string(), submission_id: z.string() });

/**
 * Reads submissions again, at growing intervals, until they are in a block. Kept over a restart. Nothing is
 * watched for ever: the service has to know it, and there is room for so many at once.
 */
export class Watches {
  readonly #parts: WatchParts;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #select: StatementSync;
  readonly #watches = new Map<string, Watch>();
  readonly #timers = new Map<Watch, NodeJS.Timeout>();
  /** On their way to the disk. */
  readonly #beginning = new Set<string>();

  constructor(parts: WatchParts) {
    const { database } = parts;
    this.#parts = parts;
    this.#insert = database.prepare(
      'INSERT INTO lookup_watches (account_id, submission_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#remove = database.prepare('DELETE FROM lookup_watches WHERE account_id = ? AND submission_id = ?');
    this.#select = database.prepare('SELECT account_id, submission_id FROM lookup_watches ORDER BY since DESC LIMIT ?');
  }

  /** Goes on with what was watched when the app ended. */
  resume(): void {
    for (const row of this.#select.all(MOST_WATCHES)) {
      const { account_id, submission_id } = watchRow.parse(row);
      this.#begin(account_id, submission_id);
    }
  }

  has(accountId: string, submissionId: string): boolean {
    return this.#watches.has(keyOf(accountId, submissionId));
  }

  /** Errors: `too-many-watches`. None gives its place to another: what a person watches stays watched. */
  async add(accountId: string, submissionId: string): Promise<Result<null>> {
    const key = keyOf(accountId, submissionId);
    if (this.#watches.has(key) || this.#beginning.has(key)) return success(null);
    if (this.#watches.size + this.#beginning.size >= MOST_WATCHES)
      return failure({ code: 'too-many-watches', values: { most: MOST_WATCHES } });
    this.#beginning.add(key);
    try {
      await this.#parts.commit(() => {
        this.#insert.run(accountId, submissionId, new Date(this.#parts.now()).toISOString());
      });
      // Meanwhile it may have been taken back.
      if (this.#beginning.has(key)) this.#begin(accountId, submissionId);
    } finally {
      this.#beginning.delete(key);
    }
    return success(null);
  }

  async remove(accountId: string, submissionId: string): Promise<void> {
    const key = keyOf(accountId, submissionId);
    this.#beginning.delete(key);
    const watch = this.#watches.get(key);
    if (watch !== undefined) this.#stop(watch);
    await this.#forget(accountId, submissionId);
  }

  /** Another service is asked from now on: what the old one is being asked is let go of. */
  startAnew(accountId: string): void {
    for (const watch of [...this.#watches.values()]) {
      if (watch.accountId !== accountId) continue;
      this.#stop(watch);
      this.#begin(accountId, watch.submissionId);
    }
  }

  forgetAccount(accountId: string): void {
    for (const watch of [...this.#watches.values()]) if (watch.accountId === accountId) this.#stop(watch);
  }

  close(): void {
    for (const watch of [...this.#watches.values()]) this.#stop(watch);
  }

  #begin(accountId: string, submissionId: string): void {
    const key = keyOf(accountId, submissionId);
    if (this.#watches.has(key)) return;
    const waitMs = this.#parts.firstLookMs ?? FIRST_LOOK_MS;
    const watch = { accountId, submissionId, abort: new AbortController(), waitMs, unknownSince: null };
    this.#watches.set(key, watch);
    this.#lookLater(watch);
  }

  #lookLater(watch: Watch): void {
    if (watch.abort.signal.aborted) return;
    this.#timers.set(
      watch,
      setTimeout(() => void this.#look(watch), watch.waitMs),
    );
    watch.waitMs = Math.min(watch.waitMs * 1.5, LONGEST_WAIT_MS);
  }

  #stop(watch: Watch): void {
    watch.abort.abort();
    clearTimeout(this.#timers.get(watch));
    this.#timers.delete(watch);
    this.#watches.delete(keyOf(watch.accountId, watch.submissionId));
  }

  async #look(watch: Watch): Promise<void> {
    const { kept, asking, records, events } = this.#parts;
    const { accountId, submissionId } = watch;
    const { signal } = watch.abort;
    // The queue may have read it meanwhile.
    let { record } = kept.submission(accountId, submissionId);
    if (record?.phase !== 'in-block') {
      const asked = await asking.ask(accountId, submissionId, { urgency: 'background', signal });
      if (signal.aborted) return;
      watch.unknownSince =
        asked.ok || !hopeless.has(asked.error.code) ? null : (watch.unknownSince ?? performance.now());
      if (asked.ok) {
        record = asked.value;
        await records.put(accountId, [record]);
      } else if (this.#isGivenUp(watch)) {
        await this.#end(watch, asked.error.code === 'look-ups-not-offered' ? 'not-offered' : 'unknown');
        return;
      }
    }
    if (signal.aborted) return;
    const isFinal = record?.phase === 'in-block';
    if (record !== null) {
      const { submission, cost } = kept.submission(accountId, submissionId);
      const news = { accountId, submissionId, name: submission?.name ?? null, record, cost, isFinal };
      if (isFinal) {
        this.#stop(watch);
        await this.#forget(accountId, submissionId).catch(() => undefined);
      }
      events.emit('lookup.watch', { news });
    }
    if (!isFinal) this.#lookLater(watch);
  }

  #isGivenUp({ unknownSince }: Watch): boolean {
    const patienceMs = this.#parts.unknownForMs ?? UNKNOWN_FOR_MS;
    return unknownSince !== null && performance.now() - unknownSince >= patienceMs;
  }

  /** Ends a watch that did not come to its end by itself, and says why. */
  async #end(watch: Watch, why: WatchEnd['why']): Promise<void> {
    const { accountId, submissionId } = watch;
    this.#stop(watch);
    await this.#forget(accountId, submissionId).catch(() => undefined);
    const { submission } = this.#parts.kept.submission(accountId, submissionId);
    const end = { accountId, submissionId, name: submission?.name ?? null, why };
    this.#parts.events.emit('lookup.watch-ended', { end });
  }

  #forget(accountId: string, submissionId: string): Promise<void> {
    return this.#parts.commit(() => {
      this.#remove.run(accountId, submissionId);
    });
  }
}

const keyOf = (accountId: string, submissionId: string): string => `${accountId} ${submissionId}`;
