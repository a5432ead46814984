import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { WatchEnd } from '../../shared/bridge/lookup.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Commit } from '../storage/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';

/** The most watches, of all accounts together. */
export const MOST_WATCHES = 100;

type WatchTimes = {
  /** The delay before the first look, in milliseconds. Later delays are longer. */
  readonly firstLookMs: number;
  /** A watch ends after the service has not known its submission for this time, in milliseconds. */
  readonly unknownForMs: number;
};

/**
 * Services register a submission immediately. One that is unknown for this long does not exist, or belongs to another
 * service.
 */
const watchTimes: WatchTimes = { firstLookMs: 1_500, unknownForMs: 10 * 60_000 };

type Watch = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly abort: AbortController;
  timer: NodeJS.Timeout | undefined;
  waitMs: number;
  /** Start of the time in which every answer was that the submission does not exist; monotonic clock. */
  unknownSince: number | null;
};

const LONGEST_WAIT_MS = 60_000;
/** Answers that do not change later. */
const hopeless: ReadonlySet<string> = new Set(['not-found', 'not-an-id', 'look-ups-not-offered']);
const watchRow = z.object({ account_id: z.string(), submission_id: z.string() });

/** Reads submissions repeatedly, at growing intervals, until they are in a block. Continues after a restart. */
export class Watches {
  readonly #commit: Commit;
  readonly #now: () => number;
  readonly #asking: Asking;
  readonly #kept: Kept;
  readonly #records: Records;
  readonly #events: DomainEvents;
  readonly #times: WatchTimes;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #select: StatementSync;
  readonly #watches = new Map<string, Watch>();

  constructor(
    database: DatabaseSync,
    commit: Commit,
    now: () => number,
    asking: Asking,
    kept: Kept,
    records: Records,
    events: DomainEvents,
    times: WatchTimes = watchTimes,
  ) {
    this.#commit = commit;
    this.#now = now;
    this.#asking = asking;
    this.#kept = kept;
    this.#records = records;
    this.#events = events;
    this.#times = times;
    this.#insert = database.prepare(
      'INSERT INTO lookup_watches (account_id, submission_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#remove = database.prepare('DELETE FROM lookup_watches WHERE account_id = ? AND submission_id = ?');
    this.#select = database.prepare('SELECT account_id, submission_id FROM lookup_watches ORDER BY since DESC');
  }

  /** Continues the watches from before a restart. */
  resume(): void {
    for (const row of this.#select.all()) {
      const { account_id, submission_id } = watchRow.parse(row);
      this.#begin(account_id, submission_id);
    }
  }

  has(accountId: string, submissionId: string): boolean {
    return this.#watches.has(keyOf(accountId, submissionId));
  }

  /** Errors: `too-many-watches`. */
  async add(accountId: string, submissionId: string): Promise<Result<null>> {
    if (this.has(accountId, submissionId)) return success(null);
    if (this.#watches.size >= MOST_WATCHES)
      return failure({ code: 'too-many-watches', values: { most: MOST_WATCHES } });
    this.#begin(accountId, submissionId);
    await this.#commit(() => {
      this.#insert.run(accountId, submissionId, new Date(this.#now()).toISOString());
    });
    return success(null);
  }

  async remove(accountId: string, submissionId: string): Promise<void> {
    const watch = this.#watches.get(keyOf(accountId, submissionId));
    if (watch !== undefined) this.#stop(watch);
    await this.#commit(() => {
      this.#remove.run(accountId, submissionId);
    });
  }

  /** Call when an account uses another service. Its watches start again. */
  startAnew(accountId: string): void {
    for (const { submissionId } of this.#stopAll(accountId)) this.#begin(accountId, submissionId);
  }

  forgetAccount(accountId: string): void {
    this.#stopAll(accountId);
  }

  close(): void {
    for (const watch of [...this.#watches.values()]) this.#stop(watch);
  }

  #stopAll(accountId: string): readonly Watch[] {
    const all = [...this.#watches.values()].filter((watch) => watch.accountId === accountId);
    for (const watch of all) this.#stop(watch);
    return all;
  }

  #begin(accountId: string, submissionId: string): void {
    const abort = new AbortController();
    const { firstLookMs: waitMs } = this.#times;
    const watch: Watch = { accountId, submissionId, abort, timer: undefined, waitMs, unknownSince: null };
    this.#watches.set(keyOf(accountId, submissionId), watch);
    this.#lookLater(watch);
  }

  #lookLater(watch: Watch): void {
    if (watch.abort.signal.aborted) return;
    watch.timer = setTimeout(() => void this.#look(watch), watch.waitMs);
    watch.waitMs = Math.min(watch.waitMs * 1.5, LONGEST_WAIT_MS);
  }

  #stop(watch: Watch): void {
    watch.abort.abort();
    clearTimeout(watch.timer);
    this.#watches.delete(keyOf(watch.accountId, watch.submissionId));
  }

  async #look(watch: Watch): Promise<void> {
    const { accountId, submissionId } = watch;
    const { signal } = watch.abort;
    // The queue may have read the record by now.
    let { record } = this.#kept.submission(accountId, submissionId);
    if (record?.phase !== 'in-block') {
      const asked = await this.#asking.ask(accountId, submissionId, { urgency: 'background', signal });
      if (signal.aborted) return;
      if (asked.ok) {
        record = asked.value;
        watch.unknownSince = null;
        await this.#records.put(accountId, [record]);
      } else {
        watch.unknownSince = hopeless.has(asked.error.code) ? (watch.unknownSince ?? performance.now()) : null;
        if (watch.unknownSince !== null && performance.now() - watch.unknownSince >= this.#times.unknownForMs) {
          await this.#end(watch, asked.error.code === 'look-ups-not-offered' ? 'not-offered' : 'unknown');
          return;
        }
      }
    }
    if (signal.aborted) return;
    if (record !== null) {
      const { submission, cost } = this.#kept.submission(accountId, submissionId);
      const isFinal = record.phase === 'in-block';
      if (isFinal) await this.remove(accountId, submissionId).catch(() => undefined);
      const name = submission?.name ?? null;
      this.#events.emit('lookup.watch', { news: { accountId, submissionId, name, record, cost, isFinal } });
    }
    this.#lookLater(watch);
  }

  /** Ends a watch whose submission is not in a block. */
  async #end({ accountId, submissionId }: Watch, why: WatchEnd['why']): Promise<void> {
    await this.remove(accountId, submissionId).catch(() => undefined);
    const { submission } = this.#kept.submission(accountId, submissionId);
    const end = { accountId, submissionId, name: submission?.name ?? null, why };
    this.#events.emit('lookup.watch-ended', { end });
  }
}

const keyOf = (accountId: string, submissionId: string): string => `${accountId} ${submissionId}`;
