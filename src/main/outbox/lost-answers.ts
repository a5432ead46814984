import type { SubmissionRecord } from '../../shared/records.ts';
import type { TokenBook } from '../ledger/index.ts';
import type { Connection } from '../service/index.ts';
import type { Clock } from './clock.ts';
import { judge, type Listing, type Lost } from './evidence.ts';
import type { ItemBook } from './item-book.ts';
import { dataHashesOf, type OutboxItem } from './outbox-item.ts';
import type { LostAttempt, Past, Receipt } from './past.ts';
import { foundByHash, foundBySize, notAccepted, stillOpen } from './settlement-words.ts';

export type LostAnswerParts = {
  readonly clock: Clock;
  readonly book: ItemBook;
  readonly past: Past;
  readonly tokens: TokenBook;
  readonly persist: (item: OutboxItem) => Promise<void>;
  /** The account's lists are known to hold all that it submits, with Keccak-256 hashes. */
  readonly isTrusted: (accountId: string) => boolean;
  readonly grace: Grace;
  /** An item was found to be submitted, or may be sent again. */
  readonly onSettled: (item: OutboxItem) => void;
};

/**
 * How long a service may take, after a connection has died, to register what it had received by then (milliseconds).
 * `earlierRun`: the connection died with an earlier run of the app, so all that is left of it is what the service is at
 * this moment reading or writing; `thisRun`: the answer was waited for in vain, which a service that is overloaded causes.
 */
export type Grace = { readonly earlierRun: number; readonly thisRun: number };

export const standardGrace: Grace = { earlierRun: 3_000, thisRun: 120_000 };

/** A service that hashes and stores no faster than this (bytes a millisecond) still gets its large bodies registered. */
const SLOWEST_SERVICE = 1024;
/** After this long a record without a hash is taken to stay without one for good (milliseconds). */
const HASH_IS_LATE_AFTER_MS = 10 * 60_000;

export type Look = {
  readonly records: readonly SubmissionRecord[];
  readonly complete: boolean;
  readonly receipts: readonly Receipt[];
  /** When the read began, by the steady clock. */
  readonly readAt: number;
  readonly connection: Connection;
};

type Case = { readonly since: number; readonly graceMs: number; absentAt: number | null; absentOn: string | null };

/** Decides what has become of items whose answer was lost, from the service's own records. */
export function createLostAnswers(parts: LostAnswerParts) {
  const { clock, book, past } = parts;
  const cases = new Map<number, Case>();
  const today = (): string => new Date(clock.now()).toISOString();

  function rivals(item: OutboxItem, isRival: (other: OutboxItem) => boolean): number {
    return book
      .ofAccount(item.accountId)
      .filter(
        (other) =>
          other.id !== item.id &&
          (other.state.kind === 'unsettled' || other.state.kind === 'sending') &&
          isRival(other),
      ).length;
  }

  function lostOf(item: OutboxItem, since: number): Lost | null {
    const { keccak256, size } = item;
    const dataHashes = dataHashesOf(item);
    if (dataHashes.length === 0 || size === null) return null;
    const [first, ...others] = past.lostAttempts(item.id);
    const unknownStart: LostAttempt = { startedAt: Date.parse(item.addedAt), endedAt: null, token: null };
    return {
      dataHashes,
      size,
      attempts: [first ?? unknownStart, ...others],
      twins: rivals(item, (other) => other.keccak256 === keccak256),
      sameSize: rivals(item, (other) => other.size === size),
      hashIsLate: clock.monotonic() - since >= HASH_IS_LATE_AFTER_MS,
    };
  }

  /** The service's clock minus ours, as the latest receipts show it; their median, since one may have been slow. */
  function clockOffset(accountId: string, records: readonly SubmissionRecord[]): number {
    const createdAt = new Map(records.map((record) => [record.id, record.createdAt]));
    const offsets = book
      .ofAccount(accountId)
      .flatMap(({ state }) => {
        const created = state.kind === 'submitted' ? createdAt.get(state.submissionId) : undefined;
        return state.kind === 'submitted' && created ? [Date.parse(created) - Date.parse(state.at)] : [];
      })
      .sort((a, b) => a - b);
    return offsets[Math.floor(offsets.length / 2)] ?? 0;
  }

  async function settleOne(item: OutboxItem, listing: Listing, readAt: number): Promise<boolean> {
    const open = cases.get(item.id);
    const lost = open === undefined ? null : lostOf(item, open.since);
    if (open === undefined || lost === null || book.get(item.id)?.state.kind !== 'unsettled') return false;
    const verdict = judge(lost, listing);
    if (verdict.kind === 'found') {
      const words = verdict.by === 'data-hash' ? foundByHash : foundBySize;
      const at = today();
      const settlement = words(verdict.record, item, at);
      return conclude(book.apply(item.id, { type: 'accepted', submissionId: verdict.record.id, at }, { settlement }));
    }
    if (verdict.kind === 'open') {
      open.absentAt = null;
      const settlement = stillOpen(verdict.why);
      if (settlement !== item.settlement) {
        const noted = book.patch(item.id, { settlement });
        if (noted !== null) await parts.persist(noted);
      }
      return false;
    }
    if (readAt - open.since < open.graceMs) return false;
    if (open.absentAt === null) {
      open.absentAt = readAt;
      open.absentOn = today();
      return false;
    }
    if (readAt - open.absentAt < open.graceMs) return false;
    const settlement = notAccepted(verdict.records, open.absentOn ?? today(), today());
    return conclude(book.apply(item.id, { type: 'not-accepted' }, { settlement }));
  }

  async function conclude(changed: OutboxItem | null): Promise<boolean> {
    if (changed === null) return false;
    cases.delete(changed.id);
    await parts.persist(changed);
    parts.onSettled(changed);
    return true;
  }

  return {
    begin(item: OutboxItem, earlier: boolean): void {
      if (cases.has(item.id)) return;
      const patience = earlier ? parts.grace.earlierRun : parts.grace.thisRun * Math.max(1, item.attempts);
      cases.set(item.id, {
        since: clock.monotonic(),
        graceMs: patience + (item.size ?? 0) / SLOWEST_SERVICE,
        absentAt: null,
        absentOn: null,
      });
    },

    /** Milliseconds until the next look can bring something new for one of these items. */
    nextLookMs(ids: Iterable<number>): number {
      let soonest = Number.POSITIVE_INFINITY;
      for (const id of ids) {
        const open = cases.get(id);
        if (open === undefined) continue;
        const ms = (open.absentAt ?? open.since) + open.graceMs - clock.monotonic();
        // Once it has passed, growing intervals are soon enough.
        if (ms > 0 || open.absentAt !== null) soonest = Math.min(soonest, Math.max(0, ms));
      }
      return soonest;
    },

    /** How many of the items are settled by what was read. One at a time: what one claims, another cannot. */
    async settle(accountId: string, items: readonly OutboxItem[], look: Look): Promise<number> {
      const tokens = new Map<string, string | null>();
      for (const record of look.records) {
        if (record.dataHash !== null || tokens.has(record.tokenDetailsId ?? '')) continue;
        const name = await parts.tokens.tokenOf(accountId, look.connection, record);
        tokens.set(record.tokenDetailsId ?? '', name);
      }
      const claimed = new Set(look.receipts.map(({ submissionId }) => submissionId));
      const listing: Listing = {
        records: look.records,
        complete: look.complete,
        receipts: look.receipts,
        // The book knows a receipt from the moment on which it came, the journal once it is on disk.
        isClaimed: (id) => claimed.has(id) || book.hasReceipt(accountId, id),
        trusted: parts.isTrusted(accountId),
        clockOffset: clockOffset(accountId, look.records),
        tokenOf: ({ tokenDetailsId }) => tokens.get(tokenDetailsId ?? '') ?? null,
      };
      let settled = 0;
      for (const item of items) if (await settleOne(item, listing, look.readAt)) settled += 1;
      return settled;
    },
  };
}
