import type { SubmissionRecord } from '../../shared/records.ts';
import type { RecordStore } from '../ledger/index.ts';
import type { Connection, ServiceError } from '../service/index.ts';
import { getSubmissionInfo } from '../service/index.ts';
import { createAlarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { type ConfirmingParts, createConfirming } from './confirming.ts';
import { createExpenditureLists, isComplete } from './expenditure-list.ts';
import type { ItemBook } from './item-book.ts';
import { createLostAnswers, type LostAnswerParts } from './lost-answers.ts';
import type { OutboxItem } from './outbox-item.ts';

export type SettlingParts = ConfirmingParts &
  LostAnswerParts & {
    readonly clock: Clock;
    readonly book: ItemBook;
    readonly records: RecordStore;
    readonly connection: (accountId: string) => Connection | null;
    /** The least time between two looks at an account's records: a service that counts requests is asked seldom. */
    readonly gapMs: (accountId: string) => number;
  };

const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** For an account whose records cannot be read at all. */
const LONGEST_FRUITLESS_WAIT_MS = 15 * 60_000;
/** From here on one list call is cheaper than asking for each. */
const LIST_FROM = 3;
const EACH_AT_ONCE = 8;
/** A look may take one part in so many of the time. */
const IDLE_FACTOR = 20;
const CONFIRMED_AT_ONCE = 500;

type Watch = {
  readonly submitted: Set<number>;
  readonly lost: Set<number>;
  dueAt: number;
  waitMs: number;
  lastLookAt: number;
  lastLookMs: number;
  /** Records that are final and stored: they do not change any more. */
  readonly settledRecords: Set<string>;
};

export type Settling = ReturnType<typeof createSettling>;

/**
 * Reads the service's records until every submission is in a block or has failed, and looks there for items whose answer
 * was lost. One look serves all items of an account, and intervals grow; ten thousand items cost as many calls as three.
 */
export function createSettling(parts: SettlingParts) {
  const { book, clock } = parts;
  const watches = new Map<string, Watch>();
  const lists = createExpenditureLists();
  const confirming = createConfirming(parts);
  const lostAnswers = createLostAnswers(parts);
  const alarm = createAlarm(clock.monotonic, () => void lookAtDue());
  let looking = false;
  let closed = false;

  function watchOf(accountId: string): Watch {
    const known = watches.get(accountId);
    if (known !== undefined) return known;
    const made: Watch = {
      submitted: new Set(),
      lost: new Set(),
      dueAt: Number.POSITIVE_INFINITY,
      waitMs: FIRST_LOOK_MS,
      lastLookAt: Number.NEGATIVE_INFINITY,
      lastLookMs: 0,
      settledRecords: new Set(),
    };
    watches.set(accountId, made);
    return made;
  }

  function lookWithin(accountId: string, watch: Watch, ms: number): void {
    const gap = Math.max(parts.gapMs(accountId), watch.lastLookMs * IDLE_FACTOR);
    const wanted = Math.max(clock.monotonic() + ms, watch.lastLookAt + gap);
    watch.dueAt = Math.min(watch.dueAt, wanted);
    if (!closed) alarm.within(watch.dueAt - clock.monotonic());
  }

  async function lookAtDue(): Promise<void> {
    if (looking || closed) return;
    looking = true;
    try {
      for (const [accountId, watch] of watches) {
        if (watch.dueAt <= clock.monotonic() && !closed) await lookAt(accountId, watch);
      }
    } finally {
      looking = false;
      const next = Math.min(...[...watches.values()].map(({ dueAt }) => dueAt));
      if (!closed && next < Number.POSITIVE_INFINITY) alarm.within(next - clock.monotonic());
    }
  }

  async function lookAt(accountId: string, watch: Watch): Promise<void> {
    watch.dueAt = Number.POSITIVE_INFINITY;
    const submitted = pick(watch.submitted, 'submitted');
    const lost = pick(watch.lost, 'unsettled');
    if (submitted.length + lost.length === 0) return;
    const connection = parts.connection(accountId);
    const began = clock.monotonic();
    const outcome = connection === null ? 'nothing' : await look(accountId, watch, submitted, lost, connection);
    watch.lastLookAt = clock.monotonic();
    watch.lastLookMs = watch.lastLookAt - began;
    if (outcome === 'progress') watch.waitMs = FIRST_LOOK_MS;
    const longest = outcome === 'nothing' ? LONGEST_FRUITLESS_WAIT_MS : LONGEST_WAIT_MS;
    watch.waitMs = Math.min(watch.waitMs * 1.5, longest);
    if (watch.submitted.size > 0) lookWithin(accountId, watch, watch.waitMs);
    if (watch.lost.size > 0) {
      const ms = outcome === 'nothing' ? watch.waitMs : Math.min(watch.waitMs, lostAnswers.nextLookMs(watch.lost));
      lookWithin(accountId, watch, Math.max(FIRST_LOOK_MS, ms));
    }
  }

  function pick(ids: Set<number>, kind: 'submitted' | 'unsettled'): OutboxItem[] {
    return [...ids].flatMap((id) => {
      const item = book.get(id);
      if (item?.state.kind === kind) return [item];
      ids.delete(id);
      return [];
    });
  }

  async function look(
    accountId: string,
    watch: Watch,
    submitted: readonly OutboxItem[],
    lost: readonly OutboxItem[],
    connection: Connection,
  ): Promise<'progress' | 'unchanged' | 'nothing'> {
    if (lost.length === 0 && submitted.length < LIST_FROM) return readEach(accountId, watch, submitted, connection);
    const wanted = submitted.flatMap(({ state }) => ('submissionId' in state ? [state.submissionId] : []));
    const readAt = clock.monotonic();
    const listed = await lists.read(accountId, connection, wanted.length, (records) => {
      if (lost.length > 0) return false;
      const ids = new Set(records.map(({ id }) => id));
      return wanted.every((id) => ids.has(id));
    });
    if (!listed.ok) return readEach(accountId, watch, submitted, connection);
    const { records } = listed.value;
    await keep(accountId, watch, records);
    const confirmed = await confirmAll(submitted, records, connection);
    for (const item of confirmed) watch.submitted.delete(item.id);
    if (lost.length === 0) return confirmed.length > 0 ? 'progress' : 'unchanged';
    const receipts = parts.past.receipts(accountId);
    const settled = await lostAnswers.settle(accountId, lost, {
      records,
      complete: isComplete(listed.value, receipts),
      receipts,
      readAt,
      connection,
    });
    return confirmed.length + settled > 0 ? 'progress' : 'unchanged';
  }

  async function readEach(
    accountId: string,
    watch: Watch,
    submitted: readonly OutboxItem[],
    connection: Connection,
  ): Promise<'progress' | 'unchanged' | 'nothing'> {
    const some = submitted.slice(0, EACH_AT_ONCE);
    const answers = await Promise.all(
      some.map(({ state }) =>
        'submissionId' in state ? getSubmissionInfo(connection, state.submissionId) : Promise.resolve(null),
      ),
    );
    const records = answers.flatMap((answer) => (answer?.ok === true ? [answer.value] : []));
    const error = answers.find((answer): answer is { ok: false; error: ServiceError } => answer?.ok === false)?.error;
    if (error?.retryAt !== undefined) watch.waitMs = Math.max(watch.waitMs, error.retryAt - clock.now());
    // Those that were asked for go to the end of the line.
    for (const { id } of some) if (watch.submitted.delete(id)) watch.submitted.add(id);
    if (records.length === 0) return 'nothing';
    await keep(accountId, watch, records);
    const confirmed = await confirmAll(some, records, connection);
    for (const item of confirmed) watch.submitted.delete(item.id);
    return confirmed.length > 0 ? 'progress' : 'unchanged';
  }

  async function keep(accountId: string, watch: Watch, records: readonly SubmissionRecord[]): Promise<void> {
    const fresh = records.filter(({ id }) => !watch.settledRecords.has(id));
    // The account may have been taken away meanwhile.
    if (fresh.length === 0 || watches.get(accountId) !== watch) return;
    try {
      await parts.records.put(accountId, fresh);
    } catch {
      // They are read again at the next look.
      return;
    }
    for (const { id, phase } of fresh) if (phase !== 'pending') watch.settledRecords.add(id);
  }

  async function confirmAll(
    items: readonly OutboxItem[],
    records: readonly SubmissionRecord[],
    connection: Connection,
  ): Promise<OutboxItem[]> {
    const byId = new Map(records.map((record) => [record.id, record]));
    const confirmed: OutboxItem[] = [];
    for (let start = 0; start < items.length; start += CONFIRMED_AT_ONCE) {
      await Promise.all(
        items.slice(start, start + CONFIRMED_AT_ONCE).map(async (item) => {
          const record = 'submissionId' in item.state ? byId.get(item.state.submissionId) : undefined;
          if (record !== undefined && (await confirming.confirm(item, record, connection))) confirmed.push(item);
        }),
      );
    }
    return confirmed;
  }

  return {
    /** Watches an item until its record is final, or its lost answer is found. `earlier`: lost in an earlier run. */
    watch(item: OutboxItem, earlier = false): void {
      const watch = watchOf(item.accountId);
      if (item.state.kind === 'unsettled') {
        watch.lost.add(item.id);
        lostAnswers.begin(item, earlier);
      } else watch.submitted.add(item.id);
      watch.waitMs = FIRST_LOOK_MS;
      lookWithin(item.accountId, watch, FIRST_LOOK_MS);
    },

    forget: (accountId: string): void => {
      watches.delete(accountId);
    },

    close(): void {
      closed = true;
      alarm.stop();
    },
  };
}
