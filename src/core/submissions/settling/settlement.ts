import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Failure, FailureCode } from '../../../shared/failures/failure.ts';
import { LONGEST_DETAIL } from '../../../shared/failures/kept-failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { SettlementNote } from '../../../shared/submissions/settlement-note.ts';
import type { Check, OtherContent } from '../../../shared/submissions/submission-state.ts';
import type { Tokens } from '../../balances/index.ts';
import type { Clock, Connection, ServiceError } from '../../service/index.ts';
import { chargeOf, type Estimates } from '../cost/estimates.ts';
import { contentHashOf, dataHashesOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions, SentAttempt } from '../journal/earlier-submissions.ts';
import type { LeftBehind } from '../journal/left-behind.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache, SubmissionPatch } from '../journal/submission-cache.ts';
import { answerLost, type SubmissionEvent } from '../journal/transitions.ts';
import type { Batches } from '../progress/batch.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import type { Lost, RecordList, Verdict } from './evidence.ts';
import type { LateKeccak } from './late-keccak.ts';
import { type Grace, recordsAccessAfter, Search } from './search.ts';

type Found = Extract<Verdict, { kind: 'found' }>;

/** Failures after which the service has given an id but no receipt. */
const withId: ReadonlySet<FailureCode> = new Set(['id-in-doubt', 'id-of-other-bytes']);
/** If more answers to one file were lost, and its bytes not found, this is no coincidence. */
const MOST_LOST = 2;
/** An attempt of which nothing is known. */
const unknownAttempt: SentAttempt = { token: null, beginSequence: null };
/** The number of searches between two pauses for other work. */
const LOOKED_FOR_AT_ONCE = 4;

/**
 * Applies the service's records: confirms or delays submitted submissions, and decides what became of those whose answer
 * was lost.
 */
export class Settlement {
  readonly #clock: Clock;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #leftBehind: LeftBehind;
  readonly #grace: Grace;
  readonly #accounts: SendingAccounts;
  readonly #tokens: Tokens;
  readonly #estimates: Estimates;
  readonly #batches: Batches;
  readonly #lateKeccak: LateKeccak;
  /** `unblocked`: the cost of a submission is known by now, or may not be known for long. */
  readonly #events: QueueEvents;
  /** By submission. `loss`: identifies the lost answer that the search is for. */
  readonly #searches = new Map<number, { readonly search: Search; readonly loss: string }>();

  constructor(
    clock: Clock,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    leftBehind: LeftBehind,
    grace: Grace,
    accounts: SendingAccounts,
    tokens: Tokens,
    estimates: Estimates,
    batches: Batches,
    lateKeccak: LateKeccak,
    events: QueueEvents,
  ) {
    this.#clock = clock;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#leftBehind = leftBehind;
    this.#grace = grace;
    this.#accounts = accounts;
    this.#tokens = tokens;
    this.#estimates = estimates;
    this.#batches = batches;
    this.#lateKeccak = lateKeccak;
    this.#events = events;
  }

  /** Returns the number of submissions that their records have changed. */
  async takeOver(
    submissions: readonly StoredSubmission[],
    records: readonly SubmissionRecord[],
    connection: Connection,
  ): Promise<number> {
    const byId = new Map(records.map((record) => [record.id, record]));
    const changes = submissions.map(async (submission) => {
      const { state } = submission;
      const record = 'submissionId' in state ? byId.get(state.submissionId) : undefined;
      return record !== undefined && (await this.#takeOne(submission, record, connection));
    });
    return (await Promise.all(changes)).filter((isChanged) => isChanged).length;
  }

  async #takeOne(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    if (record.phase === 'in-block') return this.#confirm(submission, record, connection);
    const { state } = submission;
    const event =
      record.phase === 'pending'
        ? ({ type: 'go-on-waiting' } as const)
        : ({ type: 'delay', reason: delayReason(record) } as const);
    // Nothing has changed.
    if (event.type === 'delay' && state.kind === 'delayed' && isDeepStrictEqual(state.reason, event.reason))
      return false;
    const changed = this.#cache.apply(submission.id, event);
    if (changed === null) return false;
    this.#events.emit('unblocked');
    await this.#cache.save(changed);
    return true;
  }

  async #confirm(submission: StoredSubmission, record: SubmissionRecord, connection: Connection): Promise<boolean> {
    // A part that took the id of the same bytes has cost nothing.
    const isPaid = submission.partOf === null || submission.attempts > 0;
    const cost = isPaid ? await this.#tokens.costOf(submission.accountId, connection, record) : null;
    const other = await this.#otherContent(record, submission);
    const event = { type: 'confirm', at: this.#instant(), ...(other === null ? {} : { other }) } as const;
    const changed = this.#cache.apply(submission.id, event, { cost });
    if (changed === null) return false;
    if (cost !== null) this.#charge(submission, cost);
    this.#events.emit('unblocked');
    await this.#cache.save(changed);
    return true;
  }

  #charge({ accountId, id, partOf, size }: StoredSubmission, cost: Cost): void {
    if (size === null) return;
    const charge = chargeOf(cost);
    const batch = this.#batches.of(accountId);
    if (charge !== null && batch.has(partOf?.row ?? id)) batch.charge(id, charge);
    this.#estimates.add({ accountId, token: this.#earlierSubmissions.tokenOf(id) }, size, cost);
  }

  /** The hash in the record if it is not the hash of this submission's bytes. */
  async #otherContent(record: SubmissionRecord, submission: StoredSubmission): Promise<OtherContent | null> {
    if (record.dataHash === null || submission.blake2b256 === null) return null;
    const dataHash = `0x${record.dataHash.toLowerCase().replace(/^0x/, '')}`;
    if (dataHashesOf(submission).includes(dataHash)) return null;
    // The Keccak-256 of the same bytes may be known from another submission.
    if (this.#cache.othersWithBytesOf(submission).some((same) => dataHashesOf(same).includes(dataHash))) return null;
    if (this.#cache.hasBytes(submission.accountId, dataHash)) return { dataHash, of: 'known-file' };
    const { keccak256 } = await this.#lateKeccak.of(submission);
    return keccak256 === dataHash ? null : { dataHash, of: 'unknown' };
  }

  /** Begins a search. `earlier`: the answer was lost in an earlier run of the app. */
  begin(submission: StoredSubmission, earlier: boolean): void {
    // A search is for one lost answer. The waits and results of an earlier search do not count for the next.
    const loss = `${submission.attempts} ${submission.state.kind === 'unsettled' ? submission.state.since : ''}`;
    if (this.#searches.get(submission.id)?.loss === loss) return;
    const { accountId, size } = submission;
    const search = new Search(this.#clock.monotonic(), this.#grace, size, this.#accounts.isTrusted(accountId), earlier);
    this.#searches.set(submission.id, { search, loss });
    void this.#show(submission, search, {});
  }

  /** True if one of these does not wait for the user's decision, so that the next look is urgent. */
  isSearching(ids: ReadonlySet<number>): boolean {
    return [...ids].some((id) => this.#searchFor(id)?.asksUser !== true);
  }

  /** True if a whole list may show that one of these is absent. Before, only its record can settle it. */
  isListDue(submissions: readonly StoredSubmission[]): boolean {
    const now = this.#clock.monotonic();
    return submissions.some(({ id }) => this.#searchFor(id)?.isListDue(now) === true);
  }

  /** Returns the number of submissions that the list settles. Runs one by one, so that no two claim the same record. */
  async settle(submissions: readonly StoredSubmission[], list: RecordList): Promise<number> {
    let settled = 0;
    for (const [index, submission] of submissions.entries()) {
      if (index % LOOKED_FOR_AT_ONCE === 0) await setImmediate();
      if (await this.#settleOne(submission, list)) settled += 1;
    }
    return settled;
  }

  /** Call if the records could not be read. `code`: null if the account could not be reached at all. */
  async unread(submissions: readonly StoredSubmission[], code: ServiceError['code'] | null): Promise<void> {
    for (const submission of submissions) {
      const search = this.#searchFor(submission.id);
      search?.unread(code === null ? 'out-of-reach' : recordsAccessAfter(code), this.#clock.monotonic());
      if (search !== null) await this.#show(submission, search, {});
    }
  }

  /**
   * Compares the list with a submission that is about to be sent again. If a record may be its own, the submission becomes
   * uncertain. If the user requested the resend, only a record that is certainly its own stops it.
   */
  async checkBeforeResend(
    id: number,
    list: RecordList,
    requestedBy: 'by-app' | 'by-user',
  ): Promise<'clear' | 'settled' | 'uncertain'> {
    const submission = this.#cache.get(id);
    if (submission === null || 'submissionId' in submission.state) return 'settled';
    const attempts = this.#earlierSubmissions.sentAttempts(id);
    const { lost, verdict } = await this.#judge(submission, attempts, list);
    if (lost === null) return 'clear';
    if (verdict.kind === 'found') {
      await this.#conclude(this.#accept(submission, verdict));
      return 'settled';
    }
    if (requestedBy === 'by-user' || !list.mayHaveTaken(lost)) return 'clear';
    // Also if the user stopped it while the list was read: a record that may be its own makes it uncertain.
    const current = this.#cache.get(id);
    const doubted = current === null ? null : doubt(this.#cache, current, { code: 'perhaps-taken' }, this.#clock.now());
    if (doubted === null) return 'clear';
    await this.#cache.save(doubted);
    this.#events.emit('doubted', doubted);
    return 'uncertain';
  }

  #searchFor(id: number): Search | null {
    return this.#searches.get(id)?.search ?? null;
  }

  #instant(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  #lostOf(submission: StoredSubmission, [first, ...others]: readonly SentAttempt[]): Lost | null {
    const { state } = submission;
    if (contentHashOf(submission) === null) return null;
    const isDoubted = state.kind === 'unsettled' && state.reason.code === 'perhaps-taken';
    return {
      dataHashes: dataHashesOf(submission),
      attempts: [first ?? unknownAttempt, ...others],
      isSentElsewhere: this.#cache.othersWithBytesOf(submission).some((other) => other.state.kind === 'sending'),
      elsewhere: this.#leftBehind.has(submission.id, isDoubted),
    };
  }

  /** `lost` is null if the file was never read, so that its hash is not known. */
  async #judge(
    given: StoredSubmission,
    attempts: readonly SentAttempt[],
    list: RecordList,
  ): Promise<{ readonly lost: Lost | null; readonly verdict: Verdict }> {
    const judged = (submission: StoredSubmission) => {
      const lost = this.#lostOf(submission, attempts);
      const open: Verdict = { kind: 'open', why: 'indistinguishable' };
      return { lost, verdict: lost === null ? open : list.judge(lost) };
    };
    const first = judged(given);
    if (first.verdict.kind !== 'open' || first.verdict.why !== 'hash-unknown') return first;
    return judged(await this.#lateKeccak.of(given));
  }

  async #settleOne(submission: StoredSubmission, list: RecordList): Promise<boolean> {
    const search = this.#searchFor(submission.id);
    if (search === null || this.#cache.get(submission.id)?.state.kind !== 'unsettled') return false;
    const attempts = this.#earlierSubmissions.sentAttempts(submission.id);
    const { verdict } = await this.#judge(submission, attempts, list);
    if (verdict.kind === 'found') return this.#conclude(this.#accept(submission, verdict));
    const first = search.weigh(verdict, list.readAt, this.#instant());
    if (first !== null) {
      const reason = this.#reasonNotToSendAgain(submission);
      const settlement: SettlementNote = {
        kind: 'not-listed',
        records: list.records.length,
        first,
        second: this.#instant(),
        again: reason === null,
      };
      const event: SubmissionEvent = reason === null ? { type: 'not-accepted' } : { type: 'give-up', reason };
      const patch = { settlement, ...(reason === null ? {} : { wish: null }) };
      return this.#conclude(this.#cache.apply(submission.id, event, patch));
    }
    await this.#show(submission, search, verdict.kind === 'open' ? { settlement: verdict } : {});
    return false;
  }

  #accept(submission: StoredSubmission, found: Found): StoredSubmission | null {
    const at = this.#instant();
    const settlement = noteOf(found, submission, at);
    const event = { type: 'accepted', submissionId: found.record.id, at } as const;
    return this.#cache.apply(submission.id, event, { settlement });
  }

  #reasonNotToSendAgain({ id, state }: StoredSubmission): Failure | null {
    if (state.kind !== 'unsettled') return null;
    const { code, detail } = state.reason;
    const said = detail === undefined ? {} : { detail };
    // The service gave an id but does not list it, so the user decides.
    if (withId.has(code)) return { code: 'answered-for-nothing', ...said };
    const lost = this.#earlierSubmissions.lostAttempts(id);
    // The cause of the lost answers may also hide the records, and each attempt may have been paid for.
    return lost > MOST_LOST ? { code: 'answers-keep-getting-lost', ...said } : null;
  }

  async #conclude(changed: StoredSubmission | null): Promise<boolean> {
    if (changed === null) return false;
    this.#searches.delete(changed.id);
    await this.#cache.save(changed);
    this.#events.emit('settled', changed, 'records');
    return true;
  }

  /** Stores and shows the state of the search if it changed. */
  async #show({ id }: StoredSubmission, search: Search, patch: Pick<SubmissionPatch, 'settlement'>): Promise<void> {
    const submission = this.#cache.get(id);
    if (submission?.state.kind !== 'unsettled') return;
    const news = search.news(submission.state.check, this.#clock);
    const isTheSame = isDeepStrictEqual(patch.settlement ?? submission.settlement, submission.settlement);
    if (news === null && isTheSame) return;
    const changed = news === null ? this.#cache.patch(id, patch) : this.#cache.apply(id, eventOf(news), patch);
    await this.#cache.save(changed);
  }
}

function noteOf({ record, dataHash }: Found, { blake2b256 }: StoredSubmission, at: string): SettlementNote {
  const { id: submissionId, createdAt } = record;
  const hash = dataHash === blake2b256 ? 'blake2b256' : 'keccak256';
  return { kind: 'found-by-hash', at, submissionId, createdAt, hash, dataHash };
}

function eventOf(check: Check): SubmissionEvent {
  return check.kind === 'checking' ? { type: 'check', until: check.until } : { type: 'cannot-tell', why: check.why };
}

/**
 * Makes a submission unsettled because the service may have accepted an earlier attempt. If the user paused or cancelled
 * it, that is stored as its wish until it is settled. Returns the submission to be stored, or null if it cannot be unsettled.
 */
export function doubt(
  cache: SubmissionCache,
  submission: StoredSubmission,
  reason: Failure,
  now: number,
): StoredSubmission | null {
  const { id, state, wish } = submission;
  const wanted = state.kind === 'cancelled' ? 'cancel' : state.kind === 'paused' ? 'pause' : wish;
  return cache.apply(id, answerLost(new Date(now).toISOString(), reason), { wish: wanted });
}

function delayReason({ error }: SubmissionRecord): Failure {
  const detail = error === null ? {} : { detail: error.slice(0, LONGEST_DETAIL) };
  return { code: isShortOfCredits(error ?? '') ? 'not-enough-credits' : 'failed-in-service', ...detail };
}

/** As services say it: `Insufficient credits for user id`, `Insufficient assigned credits`, `not enough balance`. */
function isShortOfCredits(error: string): boolean {
  return /\b(?:insufficient|not enough)\b.*\b(?:credits?|balance|funds)\b/i.test(error);
}
