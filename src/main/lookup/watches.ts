import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { LookupEvent } from '../../shared/lookup.ts';
import type { RecordStore } from '../ledger/index.ts';
import type { Commit } from '../storage/index.ts';
import type { Asking } from './asking.ts';
import type { Kept } from './kept.ts';

export type WatchParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly now: () => number;
  readonly asking: Asking;
  readonly kept: Kept;
  readonly records: RecordStore;
  readonly send: (event: LookupEvent) => void;
  /** How long to wait before the first look, milliseconds; grows from there. */
  readonly firstLookMs?: number;
};

type Watch = {
  readonly accountId: string;
  readonly submissionId: string;
  readonly abort: AbortController;
  waitMs: number;
};

const FIRST_LOOK_MS = 1_500;
const LONGEST_WAIT_MS = 60_000;
const watchRow = z.object({ account_id: z.string(), submission_id: z.string() });

/** Reads pending submissions again, at growing intervals, until their records are final. Kept over a restart. */
export function createWatches(parts: WatchParts) {
  const { database, commit, asking, kept, records, send } = parts;
  const insert = database.prepare(
    'INSERT INTO lookup_watches (account_id, submission_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM lookup_watches WHERE account_id = ? AND submission_id = ?');
  const select = database.prepare('SELECT account_id, submission_id FROM lookup_watches');
  const watches = new Map<string, Watch>();
  const timers = new Map<Watch, NodeJS.Timeout>();

  const keyOf = (accountId: string, submissionId: string): string => `${accountId} ${submissionId}`;

  function begin(accountId: string, submissionId: string): void {
    const key = keyOf(accountId, submissionId);
    if (watches.has(key)) return;
    const waitMs = parts.firstLookMs ?? FIRST_LOOK_MS;
    const watch = { accountId, submissionId, abort: new AbortController(), waitMs };
    watches.set(key, watch);
    lookLater(watch);
  }

  function lookLater(watch: Watch): void {
    if (watch.abort.signal.aborted) return;
    timers.set(
      watch,
      setTimeout(() => void look(watch), watch.waitMs),
    );
    watch.waitMs = Math.min(watch.waitMs * 1.5, LONGEST_WAIT_MS);
  }

  function stop(watch: Watch): void {
    watch.abort.abort();
    clearTimeout(timers.get(watch));
    timers.delete(watch);
    watches.delete(keyOf(watch.accountId, watch.submissionId));
  }

  async function look(watch: Watch): Promise<void> {
    const { accountId, submissionId } = watch;
    const { signal } = watch.abort;
    // The queue may have read it meanwhile.
    let { record } = kept.submission(accountId, submissionId);
    if (record === null || record.phase === 'pending') {
      const asked = await asking.ask(accountId, submissionId, { urgency: 'background', signal });
      if (signal.aborted) return;
      if (asked.ok) {
        record = asked.value;
        await records.put(accountId, [record]).catch(() => undefined);
      }
    }
    if (signal.aborted) return;
    const landed = record !== null && record.phase !== 'pending';
    if (record !== null) {
      const { item, cost } = kept.submission(accountId, submissionId);
      const news = { accountId, submissionId, name: item?.name ?? null, record, cost, landed };
      if (landed) {
        stop(watch);
        await forget(accountId, submissionId).catch(() => undefined);
      }
      send({ kind: 'lookup-watch', news });
    }
    if (!landed) lookLater(watch);
  }

  const forget = (accountId: string, submissionId: string): Promise<void> =>
    commit(() => {
      remove.run(accountId, submissionId);
    });

  return {
    /** Goes on with what was watched when the app ended. */
    resume(): void {
      for (const row of select.all()) {
        const { account_id, submission_id } = watchRow.parse(row);
        begin(account_id, submission_id);
      }
    },

    has: (accountId: string, submissionId: string): boolean => watches.has(keyOf(accountId, submissionId)),

    async add(accountId: string, submissionId: string): Promise<void> {
      await commit(() => {
        insert.run(accountId, submissionId, new Date(parts.now()).toISOString());
      });
      begin(accountId, submissionId);
    },

    async remove(accountId: string, submissionId: string): Promise<void> {
      const watch = watches.get(keyOf(accountId, submissionId));
      if (watch !== undefined) stop(watch);
      await forget(accountId, submissionId);
    },

    forgetAccount(accountId: string): void {
      for (const watch of [...watches.values()]) if (watch.accountId === accountId) stop(watch);
    },

    close(): void {
      for (const watch of [...watches.values()]) stop(watch);
    },
  };
}
