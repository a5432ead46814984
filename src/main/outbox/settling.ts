import type { SubmissionRecord } from '../../shared/records.ts';
import type { RecordStore, TokenBook } from '../ledger/index.ts';
import type { Connection } from '../service/connection.ts';
import { getAllExpenditure, getSubmissionInfo } from '../service/index.ts';
import type { ServiceResult } from '../service/outcome.ts';
import type { ItemBook } from './item-book.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Queue } from './queue.ts';
import type { ItemEvent } from './transitions.ts';

export type SettlingParts = {
  readonly book: ItemBook;
  readonly queue: Queue;
  readonly records: RecordStore;
  readonly tokens: TokenBook;
  readonly now: () => number;
  readonly connection: (accountId: string) => Connection | null;
};

const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** From here on one list call is cheaper than asking for each. */
const LIST_FROM = 3;

type Watch = { dueAt: number; waitMs: number };

export type Settling = ReturnType<typeof createSettling>;

/**
 * Reads the service's records until every submission is in a block or has failed, and looks there for items whose answer
 * was lost. Intervals grow; many items share one list call.
 */
export function createSettling(parts: SettlingParts) {
  const { book, queue, now } = parts;
  const watches = new Map<number, Watch>();
  let timer: NodeJS.Timeout | null = null;
  let timerDue = Number.POSITIVE_INFINITY;
  let looking = false;
  let closed = false;

  function schedule(): void {
    if (closed || looking) return;
    let due = Number.POSITIVE_INFINITY;
    for (const watch of watches.values()) due = Math.min(due, watch.dueAt);
    if (due === timerDue && timer !== null) return;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    timerDue = due;
    if (due === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => void lookAtDue(), Math.max(50, due - now()));
  }

  async function lookAtDue(): Promise<void> {
    timer = null;
    looking = true;
    try {
      // Those that come due soon ride along: one call now instead of two.
      const byAccount = new Map<string, OutboxItem[]>();
      for (const [id, watch] of watches) {
        const item = book.get(id);
        if (item?.state.kind !== 'submitted' && item?.state.kind !== 'unsettled') watches.delete(id);
        else if (watch.dueAt <= now() + watch.waitMs / 2) {
          byAccount.set(item.accountId, [...(byAccount.get(item.accountId) ?? []), item]);
        }
      }
      for (const [accountId, items] of byAccount) await look(accountId, items);
    } finally {
      looking = false;
      schedule();
    }
  }

  async function look(accountId: string, items: readonly OutboxItem[]): Promise<void> {
    for (const { id } of items) {
      const watch = watches.get(id);
      if (watch === undefined) continue;
      watch.waitMs = Math.min(watch.waitMs * 1.5, LONGEST_WAIT_MS);
      watch.dueAt = now() + watch.waitMs;
    }
    const connection = parts.connection(accountId);
    if (connection === null) return;
    const records = await readRecords(connection, items);
    // The account may have been taken away meanwhile.
    if (records.length === 0 || !items.some((item) => book.get(item.id) !== null)) return;
    await parts.records.put(accountId, records);
    const byId = new Map(records.map((record) => [record.id, record]));
    await Promise.all(
      items.map(async (item) => {
        if (item.state.kind === 'submitted') {
          const record = byId.get(item.state.submissionId);
          if (record !== undefined) await confirm(item, record, connection);
        } else await settle(item, records);
      }),
    );
  }

  async function readRecords(connection: Connection, items: readonly OutboxItem[]): Promise<SubmissionRecord[]> {
    const submitted = items.flatMap((item) => (item.state.kind === 'submitted' ? [item.state.submissionId] : []));
    if (submitted.length < items.length || items.length >= LIST_FROM) {
      const listed = await readList(connection, items.length);
      if (listed.ok) {
        const seen = new Set(listed.value.map((record) => record.id));
        const missing = submitted.filter((id) => !seen.has(id)).slice(0, LIST_FROM);
        return [...listed.value, ...(await readEach(connection, missing))];
      }
    }
    return readEach(connection, submitted.slice(0, LIST_FROM));
  }

  function readList(connection: Connection, wanted: number): Promise<ServiceResult<SubmissionRecord[]>> {
    // The order of the list is the service's own, so the newest need not come first: ask for plenty.
    return getAllExpenditure(connection, { limit: Math.max(1_000, wanted * 4, [...book.all()].length * 2) });
  }

  async function readEach(connection: Connection, ids: readonly string[]): Promise<SubmissionRecord[]> {
    const answers = await Promise.all(ids.map((id) => getSubmissionInfo(connection, id)));
    return answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  }

  async function confirm(item: OutboxItem, record: SubmissionRecord, connection: Connection): Promise<void> {
    if (record.phase === 'pending') return;
    const cost = await parts.tokens.costOf(item.accountId, connection, record);
    const event: ItemEvent =
      record.phase === 'in-block'
        ? { type: 'confirm', at: new Date(now()).toISOString() }
        : {
            type: 'fail',
            reason: {
              code: 'failed-in-service',
              message: 'The service took the file but gave up on it. Ask its operator, or submit the file again.',
              ...(record.error === null ? {} : { detail: record.error }),
            },
          };
    const changed = book.apply(item.id, event, { cost });
    watches.delete(item.id);
    if (changed !== null) await queue.persist(changed);
  }

  /** Matches an item whose answer was lost against the service's records, by the digest of its bytes. */
  async function settle(item: OutboxItem, records: readonly SubmissionRecord[]): Promise<void> {
    if (item.keccak256 === null) return;
    const claimed = new Set<string>();
    let twins = 0;
    for (const other of book.all()) {
      if (other.accountId !== item.accountId) continue;
      if ('submissionId' in other.state) claimed.add(other.state.submissionId);
      if (other.state.kind === 'unsettled' && other.keccak256 === item.keccak256) twins += 1;
    }
    const candidates = records.filter((record) => record.dataHash === item.keccak256 && !claimed.has(record.id));
    const [match] = candidates;
    // Two candidates, or two items that could claim one, are never guessed apart.
    if (match === undefined || candidates.length > 1 || twins > 1) return;
    const at = new Date(now()).toISOString();
    const changed = book.apply(
      item.id,
      { type: 'accepted', submissionId: match.id, at },
      { settlement: `Found in the service’s records by the Keccak-256 of its bytes (${item.keccak256}), on ${at}.` },
    );
    if (changed !== null) await queue.persist(changed);
  }

  return {
    /** Watches an item until its record is final, or its lost answer is found. */
    watch(item: OutboxItem): void {
      watches.set(item.id, { dueAt: now() + FIRST_LOOK_MS, waitMs: FIRST_LOOK_MS });
      schedule();
    },
    close(): void {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
