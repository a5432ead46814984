import { setImmediate } from 'node:timers/promises';
import type { Failure } from '../../../shared/bridge/failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Tokens } from '../../balances/index.ts';
import type { RecordStore } from '../../records/index.ts';
import type { Connection, ServiceError } from '../../service/index.ts';
import type { Clock } from '../clock.ts';
import type { EarlierSubmissions, LostAttempt, Receipt } from '../journal/earlier-submissions.ts';
import type { LeftBehind } from '../journal/left-behind.ts';
import { dataHashesOf, type StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache, SubmissionPatch } from '../journal/submission-cache.ts';
import type { SubmissionEvent } from '../journal/transitions.ts';
import { answeredForNothing, answersKeepGettingLost, perhapsTaken, serviceKeepsFailing } from '../sentences.ts';
import { judge, type Listing, type Lost, mayHaveTaken, type Verdict } from './evidence/evidence.ts';
import { latestHashKindOnce } from './evidence/hash-kinds.ts';
import { clockOffset, factsOf } from './evidence/listing.ts';
import { Rivals } from './evidence/rivals.ts';
import { checkedUntil, type Grace, graceFor, recordsAfter, Search } from './search.ts';
import { foundByHash, foundBySize, notAccepted, stillOpen } from './settlement-words.ts';

export type SettlementParts = {
  readonly clock: Clock;
  readonly cache: SubmissionCache;
  readonly earlierSubmissions: EarlierSubmissions;
  readonly records: Pick<RecordStore, 'seen'>;
  readonly tokens: Tokens;
  readonly leftBehind: LeftBehind;
  readonly persist: (submission: StoredSubmission) => Promise<void>;
  /** The account's lists are known to hold at once all that it submits. */
  readonly isTrusted: (accountId: string) => boolean;
  readonly grace: Grace;
  /** A submission was found to be submitted, or may be sent again. */
  readonly onSettled: (submission: StoredSubmission) => void;
};

export type Look = {
  readonly records: readonly SubmissionRecord[];
  readonly complete: boolean;
  /** How late the account's lists were seen to be (milliseconds). */
  readonly lateMs: number;
  /** As they were when the read began. */
  readonly receipts: readonly Receipt[];
  /** When the read began, by the steady clock. */
  readonly readAt: number;
  readonly connection: Connection;
};

/** Answers to one file that were lost, and its bytes not found: so many are chance. */
const MOST_LOST = 2;
/** Nothing is known of it. */
const noAttempt = { endedAt: null, token: null, beginSequence: null, endSequence: null } as const;
/** So many submissions are looked for at a time; then whatever else waits has its turn. */
const ITEMS_AT_ONCE = 4;

/** So many records of nobody here are looked up at a time. */
const STRANGERS_AT_ONCE = 2_000;

export type Settlement = ReturnType<typeof createSettlement>;

/** Decides what has become of submissions whose answer was lost, from the service's own records. */
export function createSettlement(parts: SettlementParts) {
  const { clock, cache, earlierSubmissions } = parts;
  const searches = new Map<number, Search>();
  const losses = new Map<number, string>();
  const listings = new WeakMap<Look, Promise<Listing>>();
  /** Those of each account, for its latest look. */
  const rivals = new Map<string, Rivals>();
  const today = (): string => new Date(clock.now()).toISOString();

  function rivalsIn(accountId: string): Rivals {
    const known = rivals.get(accountId) ?? new Rivals(cache, earlierSubmissions, accountId);
    rivals.set(accountId, known);
    return known;
  }

  function lostOf(
    submission: StoredSubmission,
    [first, ...others]: readonly LostAttempt[],
    hashIsLate: boolean,
  ): Lost | null {
    const { accountId, keccak256, size, state } = submission;
    const dataHashes = dataHashesOf(submission);
    if (keccak256 === null || size === null) return null;
    const isDoubted = state.kind === 'unsettled' && state.reason.code === perhapsTaken.code;
    const unknownStart: LostAttempt = { ...noAttempt, startedAt: Date.parse(submission.addedAt) };
    return {
      dataHashes,
      size,
      attempts: [first ?? unknownStart, ...others],
      sameBytes: rivalsIn(accountId).ofSameBytes(submission, keccak256),
      ofSizes: (holds) => rivalsIn(accountId).ofSizes(submission, holds),
      hashIsLate,
      elsewhere: parts.leftBehind.has(submission.id, isDoubted),
    };
  }

  /** Made once for a look, however many submissions are looked for in it. */
  function listingOf(accountId: string, look: Look): Promise<Listing> {
    const made = listings.get(look) ?? makeListing(accountId, look);
    listings.set(look, made);
    return made;
  }

  async function makeListing(accountId: string, look: Look): Promise<Listing> {
    const tokens = new Map<string, string | null>();
    for (const record of look.records) {
      if (record.dataHash !== null || tokens.has(record.tokenDetailsId ?? '')) continue;
      const name = await parts.tokens.tokenOf(accountId, look.connection, record);
      tokens.set(record.tokenDetailsId ?? '', name);
    }
    const claimed = new Set(look.receipts.map(({ submissionId }) => submissionId));
    for (const id of earlierSubmissions.formerIds(accountId)) claimed.add(id);
    const strangers = look.records.filter(({ id }) => !claimed.has(id));
    const files = new Map<string, string>();
    for (let from = 0; from < strangers.length; from += STRANGERS_AT_ONCE) {
      const some = strangers.slice(from, from + STRANGERS_AT_ONCE);
      const ids = some.map(({ id }) => id);
      for (const id of earlierSubmissions.idsElsewhere(accountId, ids)) claimed.add(id);
      for (const [hash, file] of earlierSubmissions.filesWith(some.flatMap(({ dataHash }) => dataHash ?? [])))
        files.set(hash, file);
      await setImmediate();
    }
    const seen = await parts.records.seen(accountId, strangers);
    const listing: Listing = {
      records: look.records,
      complete: look.complete,
      receipts: look.receipts,
      // The cache knows a receipt from the moment on which it came, the journal once it is on disk.
      isClaimed: (id) => claimed.has(id) || cache.hasReceipt(accountId, id),
      fileWith: (dataHash) => files.get(dataHash) ?? null,
      trusted: parts.isTrusted(accountId),
      clockOffset: clockOffset(look.receipts, look.records),
      tokenOf: ({ tokenDetailsId }) => tokens.get(tokenDetailsId ?? '') ?? null,
      seenSequence: (record) => seen.get(record) ?? null,
    };
    // Of a hundred thousand records this alone takes a fifth of a second: in a turn of its own.
    factsOf(listing);
    await setImmediate();
    return listing;
  }

  async function settleOne(submission: StoredSubmission, listing: Listing, look: Look): Promise<boolean> {
    const search = searches.get(submission.id);
    if (search === undefined || cache.get(submission.id)?.state.kind !== 'unsettled') return false;
    const lost = lostOf(submission, earlierSubmissions.sentAttempts(submission.id), search.hashIsLate(look.readAt));
    // Of bytes that nobody has read, nothing can be told.
    const verdict: Verdict = lost === null ? { kind: 'open', why: 'indistinguishable' } : judge(lost, listing);
    if (verdict.kind === 'found') return conclude(accept(submission, verdict));
    const end = search.weigh(verdict, look.readAt, today(), look.lateMs);
    if (end.gone) {
      const reason = reasonNotToSendAgain(submission);
      const settlement = notAccepted(listing.records.length, end.first, today(), reason === null);
      const event: SubmissionEvent = reason === null ? { type: 'not-accepted' } : { type: 'give-up', reason };
      return conclude(cache.apply(submission.id, event, { settlement, ...(reason === null ? {} : { wish: null }) }));
    }
    if (verdict.kind === 'absent') await tell(submission, search, {});
    else {
      const learnt = verdict.why === 'hash-unknown' ? latestHashKindOnce(listing.receipts, listing.records) : null;
      await tell(submission, search, { settlement: stillOpen(verdict.why, learnt) });
    }
    return false;
  }

  function accept(
    submission: StoredSubmission,
    { record, by }: Extract<Verdict, { kind: 'found' }>,
  ): StoredSubmission | null {
    const at = today();
    const settlement = by === 'data-hash' ? foundByHash(record, submission, at) : foundBySize(record, submission, at);
    return cache.apply(submission.id, { type: 'accepted', submissionId: record.id, at }, { settlement });
  }

  /** A submission that nobody was in doubt about. What a person wanted meanwhile is kept until its answer is known. */
  async function doubt(id: number): Promise<boolean> {
    const at = today();
    // It may have been stopped while the list was read.
    const submission = cache.get(id);
    if (submission === null) return false;
    const { state, wish } = submission;
    const wanted = state.kind === 'cancelled' ? 'cancel' : state.kind === 'paused' ? 'pause' : wish;
    const event = { type: 'lose-answer', since: at, until: checkedUntil(at), reason: perhapsTaken } as const;
    const doubted = cache.apply(id, event, { wish: wanted });
    if (doubted === null) return false;
    await parts.persist(doubted);
    parts.onSettled(doubted);
    return true;
  }

  /** Writes and shows how far the search is, where that has changed. */
  async function tell(
    { id }: StoredSubmission,
    search: Search,
    patch: Pick<SubmissionPatch, 'settlement'>,
  ): Promise<void> {
    const submission = cache.get(id);
    if (submission?.state.kind !== 'unsettled') return;
    const news = search.news(submission.state.check, clock);
    if (news === null && (patch.settlement ?? submission.settlement) === submission.settlement) return;
    const changed =
      news === null
        ? cache.patch(id, patch)
        : cache.apply(
            id,
            news.kind === 'checking' ? { type: 'check', until: news.until } : { type: 'cannot-tell', why: news.why },
            patch,
          );
    if (changed !== null) await parts.persist(changed);
  }

  function reasonNotToSendAgain(submission: StoredSubmission): Failure | null {
    const code = submission.state.kind === 'unsettled' ? submission.state.reason.code : '';
    // It gave an id for it: that its records do not show that is for a person to judge.
    if (code === 'answered-early' || code === 'id-in-doubt') return answeredForNothing(submission);
    const lost = earlierSubmissions.lostAttempts(submission.id).length;
    // It has failed on it before, and not taken it then either: to go on by itself might never end.
    if (code === 'server-error' && lost > 1) return serviceKeepsFailing(submission);
    // Whatever it is that swallows the answers may well swallow the records too, and each of them was paid for.
    return lost > MOST_LOST ? answersKeepGettingLost(submission) : null;
  }

  /**
   * A gateway did not wait for the service (502, 503, 504), or the service for itself (408); or it gave an id and no
   * receipt, as one does that has taken a file and is not done with it.
   */
  function gaveUpBefore({ state }: StoredSubmission): boolean {
    return state.kind === 'unsettled' && ['unavailable', 'id-in-doubt'].includes(state.reason.code);
  }

  async function conclude(changed: StoredSubmission | null): Promise<boolean> {
    if (changed === null) return false;
    searches.delete(changed.id);
    await parts.persist(changed);
    parts.onSettled(changed);
    return true;
  }

  return {
    begin(submission: StoredSubmission, earlier: boolean): void {
      // A search is for one loss: what an earlier one has seen or waited for says nothing of the next.
      const loss = `${submission.attempts} ${submission.state.kind === 'unsettled' ? submission.state.since : ''}`;
      if (searches.has(submission.id) && losses.get(submission.id) === loss) return;
      losses.set(submission.id, loss);
      const quick = earlier && parts.isTrusted(submission.accountId);
      const graceMs = graceFor(
        parts.grace,
        earlierSubmissions.lostAttempts(submission.id).length,
        submission.size,
        quick,
      );
      const mayBeAtWork = gaveUpBefore(submission) && !parts.isTrusted(submission.accountId);
      const search = new Search(clock.monotonic(), graceMs, parts.grace.lateList, mayBeAtWork);
      searches.set(submission.id, search);
      void tell(submission, search, {});
    },

    /** Milliseconds until the next look can bring something new for one of these submissions. */
    nextLookMs(ids: Iterable<number>): number {
      let soonest = Number.POSITIVE_INFINITY;
      for (const id of ids) {
        soonest = Math.min(soonest, searches.get(id)?.nextLookMs(clock.monotonic()) ?? Number.POSITIVE_INFINITY);
      }
      return soonest;
    },

    /** Whether all of these wait for a person, so that nobody watches how soon the next look comes. */
    allAskPerson: (ids: ReadonlySet<number>): boolean =>
      ids.size > 0 && [...ids].every((id) => searches.get(id)?.asksPerson === true),

    /** How many of the submissions are settled by what was read. One at a time: what one claims, another cannot. */
    async settle(accountId: string, submissions: readonly StoredSubmission[], look: Look): Promise<number> {
      rivals.delete(accountId);
      if (submissions.length === 0) return 0;
      const listing = await listingOf(accountId, look);
      let settled = 0;
      for (const [index, submission] of submissions.entries()) {
        if (index % ITEMS_AT_ONCE === 0) await setImmediate();
        if (await settleOne(submission, listing, look)) settled += 1;
      }
      return settled;
    },

    /** The records could not be read; null: the account could not be reached at all. */
    async unread(submissions: readonly StoredSubmission[], code: ServiceError['code'] | null): Promise<void> {
      for (const submission of submissions) {
        const search = searches.get(submission.id);
        search?.unread(code === null ? 'out-of-reach' : recordsAfter(code), clock.monotonic());
        if (search !== undefined) await tell(submission, search, {});
      }
    },

    /** What was read says of a submission that was to be sent again: where a record may be it, it is uncertain from here on. */
    async lookedFor(id: number, look: Look, asked: 'by-app' | 'by-person'): Promise<'clear' | 'settled' | 'uncertain'> {
      const submission = cache.get(id);
      if (submission === null || 'submissionId' in submission.state) return 'settled';
      const lost = lostOf(submission, earlierSubmissions.sentAttempts(id), false);
      if (lost === null) return 'clear';
      const listing = await listingOf(submission.accountId, look);
      const verdict = judge(lost, listing);
      if (verdict.kind === 'found') {
        await conclude(accept(submission, verdict));
        return 'settled';
      }
      if (asked === 'by-person' || !mayHaveTaken(lost, listing)) return 'clear';
      return (await doubt(id)) ? 'uncertain' : 'clear';
    },

    /** A look at an account's records, held against what is known here. */
    listing: listingOf,

    forget: (accountId: string): void => {
      rivals.delete(accountId);
    },
  };
}
