import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import type { Records } from '../../records/index.ts';
import { type Clock, type Connection, getSubmissionInfo, type ServiceError } from '../../service/index.ts';
import { Alarm } from '../alarm.ts';
import { contentHashOf } from '../journal/content-digests.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { isToBeSent } from '../journal/transitions.ts';
import type { AccountQueue } from '../progress/account-queue.ts';
import type { QueueEvents } from '../queue-events.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import { recordListOf } from './evidence.ts';
import { recordsAccessAfter } from './search.ts';
import { doubt, type Settlement } from './settlement.ts';
import { FIRST_LOOK_MS, type LookResult, nothingSeen, WatchedAccount } from './watched-account.ts';

/** From this many submissions on, reading the list is cheaper than reading each record. */
const LIST_FROM = 3;
/** The longest pause between two looks at the records of an account whose service limits requests. */
const LONGEST_PACED_GAP_MS = 30_000;
/** The most records that one look reads one by one. */
const MOST_READ_SINGLY = 8;

/** The age (ms) at which a search is repeated, because a record may have been listed since. */
const LOOK_HOLDS_MS = 5 * 60_000;
/** The delay before the next search if the service names none. */
const LOOK_AGAIN_MS = 15_000;
const SOONEST_LOOK_MS = 1_000;
/** If the clocks of the service and of this computer differ by more (ms), only a whole list finds a record. */
const CLOCK_DIFFERENCE_MS = 24 * 60 * 60_000;
/** The longest time (ms) that a submission waits for records that are out of reach. */
const LONGEST_RESEND_WAIT_MS = 10 * 60_000;
/** Simultaneous searches share one list, but each compares all of it. */
const LOOKED_FOR_AT_ONCE = 16;

/** The result of the check before a submission is sent again. */
export type BeforeResend =
  /** No record can be the submission's. */
  | { readonly kind: 'clear' }
  /** Its record was found, so it is now submitted; or it no longer exists. */
  | { readonly kind: 'settled' }
  /** A record may be its own, so it is now unsettled. */
  | { readonly kind: 'uncertain' }
  /** The records could not be read. `isTemporary`: a later try may succeed. `retryAt`: epoch milliseconds. */
  | { readonly kind: 'unread'; readonly isTemporary: boolean; readonly retryAt: number | null };

/** The submissions that one look reads the records of. `hasWaiters`: a caller waits for the whole list. */
type LookRequest = {
  readonly accountId: string;
  readonly account: WatchedAccount;
  readonly submitted: readonly StoredSubmission[];
  readonly unsettled: readonly StoredSubmission[];
  readonly hasWaiters: boolean;
};

/**
 * Watches submissions in the service's records: submitted ones until they are in a block, and unsettled ones (their
 * answer was lost) until it is known what became of them. One look reads the records for all submissions of an account,
 * and the intervals grow, so ten thousand submissions cost as many calls as three. Also looks for a submission before its
 * body is sent a second time.
 */
export class Settling {
  readonly #clock: Clock;
  readonly #records: Records;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #settlement: Settlement;
  readonly #accounts: SendingAccounts;
  /** The wait (ms) before the first look for a new submission. */
  readonly #firstLookMs: number;
  /** `looked-for`: the result for each submission that was held. */
  readonly #events: QueueEvents;
  readonly #watched = new Map<string, WatchedAccount>();
  /** The last search of each submission, and the number of its attempts at that time. */
  readonly #looked = new Map<number, { readonly attempts: number; readonly at: number }>();
  /** Since when (by the steady clock) the records could not be read for a submission. */
  readonly #unreadSince = new Map<number, number>();
  /** Submissions that the user wants sent although they may be paid for twice, with the number of their attempts then. */
  readonly #byUser = new Map<number, number>();
  /** The number of lost attempts whose result is known from the records or from the user. */
  readonly #explained = new Map<number, number>();
  readonly #alarm: Alarm;
  #closed = false;

  constructor(
    clock: Clock,
    records: Records,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    settlement: Settlement,
    accounts: SendingAccounts,
    events: QueueEvents,
    firstLookMs = FIRST_LOOK_MS,
  ) {
    this.#clock = clock;
    this.#records = records;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#settlement = settlement;
    this.#accounts = accounts;
    this.#events = events;
    this.#firstLookMs = firstLookMs;
    this.#alarm = new Alarm(clock, () => this.#startDueLooks());
  }

  /**
   * Watches a submission until its record is final or, if it is unsettled, until it is settled. `earlier`: its answer was
   * lost in an earlier run of the app.
   */
  watch(submission: StoredSubmission, earlier = false): void {
    // A file that is sent in parts has no record. Each of its parts is watched instead.
    if (this.#closed || submission.partSize !== null) return;
    const account = this.#of(submission.accountId);
    if (submission.state.kind === 'unsettled') {
      account.unsettled.add(submission.id);
      this.#settlement.begin(submission, earlier);
    } else {
      account.submitted.add(submission.id);
    }
    account.lookSoon();
  }

  /**
   * Call before a submission is sent again. Searches the account's records for its earlier attempts. Simultaneous calls
   * share one look. `by-user`: the user asked for it and knows that it may be paid for twice.
   */
  async beforeResend(
    submission: StoredSubmission,
    requestedBy: 'by-app' | 'by-user' = 'by-app',
  ): Promise<BeforeResend> {
    if (this.#earlierSubmissions.sentAttempts(submission.id).length === 0) return { kind: 'clear' };
    const { list, error } = await this.#nextLook(submission.accountId);
    if (list !== null) return { kind: await this.#settlement.checkBeforeResend(submission.id, list, requestedBy) };
    const records = error === undefined ? 'out-of-reach' : recordsAccessAfter(error.code);
    return { kind: 'unread', isTemporary: records === 'out-of-reach', retryAt: error?.retryAt ?? null };
  }

  /**
   * Forgets earlier searches. `by-records`: the records have just shown that the service does not have the file. A look at
   * this moment could only meet records of other files that are being sent. `by-user`: the user knows that the file may be
   * paid for twice.
   */
  beginResend({ id, attempts }: StoredSubmission, asked: 'by-app' | 'by-records' | 'by-user'): void {
    if (asked === 'by-records') this.#looked.set(id, { attempts, at: this.#clock.monotonic() });
    else this.#looked.delete(id);
    this.#unreadSince.delete(id);
    this.#explained.delete(id);
    if (asked === 'by-user') this.#byUser.set(id, attempts);
  }

  /** True if the service may have a whole body of it, and no recent search has looked for it. */
  mayBeThere({ id, attempts, partSize }: StoredSubmission): boolean {
    // A file that is sent in parts was looked for before it was divided.
    if (attempts === 0 || partSize !== null) return false;
    const last = this.#looked.get(id);
    const holds = last?.attempts === attempts && this.#clock.monotonic() - last.at <= LOOK_HOLDS_MS;
    return !holds && this.#earlierSubmissions.sentAttempts(id).length > 0;
  }

  /** `looked-for`: it is held while it is looked for. `full`: it must wait, because many are looked for already. */
  clearanceOf(account: AccountQueue, submission: StoredSubmission): 'clear' | 'looked-for' | 'full' {
    if (account.lookedFor.has(submission.id)) return 'looked-for';
    if (!this.mayBeThere(submission)) return 'clear';
    if (account.lookedFor.size >= LOOKED_FOR_AT_ONCE) return 'full';
    void this.#lookFor(account, submission);
    return 'looked-for';
  }

  /**
   * Looks for a submission. Returns the milliseconds to the next search, or null if the submission is found, uncertain or
   * may be sent. Never rejects.
   */
  async searchBeforeResend(submission: StoredSubmission): Promise<number | null> {
    const { id, attempts } = submission;
    const asked = this.#byUser.get(id) === attempts ? 'by-user' : 'by-app';
    let earlier: BeforeResend;
    let lost: number;
    try {
      earlier = await this.beforeResend(submission, asked);
      lost = this.#earlierSubmissions.lostAttempts(id);
    } catch {
      // The journal could not be read.
      return LOOK_AGAIN_MS;
    }
    if (earlier.kind === 'unread' && earlier.isTemporary) {
      const againMs = this.#afterUnread(id, earlier.retryAt);
      if (againMs !== null) return againMs;
    }
    if (earlier.kind !== 'unread') this.#unreadSince.delete(id);
    const isRead = contentHashOf(submission) !== null;
    if (asked === 'by-user' || (earlier.kind === 'clear' && isRead)) this.#explained.set(id, lost);
    // A refusal is enough without records. A lost answer is not: only the records or the user know its result.
    if (earlier.kind === 'unread' && lost > (this.#explained.get(id) ?? 0)) {
      const now = this.#cache.get(id);
      // If the user stopped it in the meantime it stays stopped, and is looked for when it is resumed.
      if (now !== null && isToBeSent(now.state)) await this.#doubt(now);
    }
    // Without a hash it could not be found.
    if (isRead) this.#looked.set(id, { attempts, at: this.#clock.monotonic() });
    return null;
  }

  /**
   * True if no record can be the submission's, or if the records cannot be read: then an explicit refusal is enough. False if
   * the service asks for a pause before they are read.
   */
  async mayBeSentAgain(submission: StoredSubmission): Promise<boolean> {
    const earlier = await this.beforeResend(submission);
    return earlier.kind === 'clear' || (earlier.kind === 'unread' && earlier.retryAt === null);
  }

  /** Reads the records of delayed submissions now and applies them. */
  async readNow(submissions: readonly StoredSubmission[]): Promise<void> {
    const accounts = Map.groupBy(submissions, ({ accountId }) => accountId);
    await Promise.all(
      [...accounts].map(async ([accountId, submitted]) => {
        const connection = this.#accounts.to(accountId);
        if (connection === null || this.#closed) return;
        const account = this.#of(accountId);
        await this.#readAndApply(connection, { accountId, account, submitted, unsettled: [], hasWaiters: false });
        account.lookSoon();
      }),
    );
  }

  /** Reads and keeps the account's whole list, so that other searches find files by their hashes. Never rejects. */
  async readAll(accountId: string): Promise<void> {
    await this.#nextLook(accountId);
  }

  forget(accountId: string): void {
    const account = this.#watched.get(accountId);
    this.#watched.delete(accountId);
    account?.release();
  }

  close(): void {
    this.#closed = true;
    this.#alarm.close();
    for (const account of this.#watched.values()) account.release();
  }

  #of(accountId: string): WatchedAccount {
    const known = this.#watched.get(accountId);
    if (known !== undefined) return known;
    const gapMs = () => Math.min(this.#accounts.rateLimiter(accountId).windowMs() / 2, LONGEST_PACED_GAP_MS);
    const made = new WatchedAccount(this.#clock, this.#alarm, gapMs, this.#firstLookMs);
    this.#watched.set(accountId, made);
    return made;
  }

  #nextLook(accountId: string): Promise<LookResult> {
    return this.#closed ? Promise.resolve(nothingSeen) : this.#of(accountId).nextLook();
  }

  #startDueLooks(): void {
    for (const [accountId, account] of this.#watched) {
      if (account.msUntilLook <= 0) void account.look((hasWaiters) => this.#look(accountId, account, hasWaiters));
    }
    const next = Math.min(...[...this.#watched.values()].map(({ msUntilLook }) => msUntilLook));
    if (next < Number.POSITIVE_INFINITY) this.#alarm.within(next);
  }

  /** Runs one look and plans the next. Never rejects. */
  async #look(accountId: string, account: WatchedAccount, hasWaiters: boolean): Promise<LookResult> {
    try {
      const submitted = this.#stillInState(account.submitted, 'submitted', 'delayed');
      const unsettled = this.#stillInState(account.unsettled, 'unsettled');
      if (this.#closed || (submitted.length + unsettled.length === 0 && !hasWaiters)) return nothingSeen;
      const began = this.#clock.monotonic();
      const connection = this.#accounts.to(accountId);
      if (connection === null) await this.#settlement.unread(unsettled, null);
      const request = { accountId, account, submitted, unsettled, hasWaiters };
      const result = connection === null ? nothingSeen : await this.#readAndApply(connection, request);
      account.looked(began, result.outcome, this.#settlement.isSearching(account.unsettled));
      return result;
    } catch {
      account.lookLater();
      return nothingSeen;
    }
  }

  /** The submissions that are still in one of these states. Removes the others from `ids`. */
  #stillInState(ids: Set<number>, ...kinds: readonly SubmissionStateKind[]): StoredSubmission[] {
    return [...ids].flatMap((id) => {
      const submission = this.#cache.get(id);
      if (submission !== null && kinds.includes(submission.state.kind)) return [submission];
      ids.delete(id);
      return [];
    });
  }

  async #readAndApply(connection: Connection, request: LookRequest): Promise<LookResult> {
    const { accountId, account, submitted, unsettled, hasWaiters } = request;
    const wholeList = hasWaiters || unsettled.length > 0;
    const each =
      wholeList || submitted.length >= LIST_FROM ? null : await this.#readSingly(request, submitted, connection);
    // A service that answers not-found for a single record may still list it.
    if (each !== null && each.error?.code !== 'not-found') return each;
    const wanted = submitted.flatMap(idsOf);
    const readAt = this.#clock.monotonic();
    // Taken before the read, because a submission that is made during the read may be missing from the list.
    const receipts = wholeList ? await this.#earlierSubmissions.receipts(accountId) : [];
    const range = await this.#readRange(connection, request);
    const listed =
      range ??
      (await this.#records.readList(accountId, connection, {
        expected: wanted.length,
        ids: wholeList ? null : wanted,
        receipts,
        isTrusted: this.#accounts.isTrusted(accountId),
      }));
    if (this.#closed) return nothingSeen;
    if (!listed.ok) {
      account.holdUntil(listed.error);
      // A keychain that is locked may be unlocked soon.
      const isMissing = listed.error.code === 'credential-missing';
      const isLocked = isMissing && this.#accounts.problem(accountId)?.kind === 'keychain';
      await this.#settlement.unread(unsettled, isLocked ? null : listed.error.code);
      const { outcome } = each ?? (await this.#readSingly(request, submitted, connection));
      return { outcome, list: null, ...(isLocked ? {} : { error: listed.error }) };
    }
    const { records } = listed.value;
    const changed = await this.#settlement.takeOver(submitted, records, connection);
    const isTrusted = this.#accounts.isTrusted(accountId);
    const facts = { ...listed.value, isRange: range !== null, receipts, readAt, isTrusted };
    const list =
      wholeList && !this.#closed
        ? await recordListOf(this.#cache, this.#earlierSubmissions, this.#records, accountId, facts)
        : null;
    const settled = list === null || this.#closed ? 0 : await this.#settlement.settle(unsettled, list);
    // A service may cap its lists, in any order. Records that are missing from the list are read one by one.
    const ids = new Set(records.map(({ id }) => id));
    const missing = submitted.filter((submission) => idsOf(submission).some((id) => !ids.has(id)));
    const { outcome } = this.#closed ? nothingSeen : (each ?? (await this.#readSingly(request, missing, connection)));
    const isProgress = changed + settled > 0 || outcome === 'progress';
    return { outcome: isProgress ? 'progress' : 'unchanged', list };
  }

  /** Reads the records of the submissions' time. Null if a whole list is needed, or if the service cannot list them. */
  async #readRange(connection: Connection, { accountId, submitted, unsettled, hasWaiters }: LookRequest) {
    if (hasWaiters || this.#settlement.isListDue(unsettled)) return null;
    const times = [
      ...submitted.map(({ state }) => ('at' in state ? state.at : '')),
      ...unsettled.map(({ id }) => this.#earlierSubmissions.firstSentAt(id) ?? ''),
    ];
    const from = Math.min(...times.map(Date.parse)) - CLOCK_DIFFERENCE_MS;
    if (!Number.isFinite(from)) return null;
    const until = this.#clock.now() + CLOCK_DIFFERENCE_MS;
    const records = await this.#records.readRange(accountId, connection, from, until);
    return records === null ? null : ({ ok: true, value: { records, complete: false } } as const);
  }

  async #readSingly(
    request: LookRequest,
    submitted: readonly StoredSubmission[],
    connection: Connection,
  ): Promise<LookResult> {
    const { accountId, account } = request;
    const some = submitted.slice(0, MOST_READ_SINGLY);
    const answers = await Promise.all(some.flatMap(idsOf).map((id) => getSubmissionInfo(connection, id)));
    const records = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const error = answers.find((answer): answer is { ok: false; error: ServiceError } => !answer.ok)?.error;
    if (error !== undefined) account.holdUntil(error);
    // Moved to the end, so that the next look reads other records.
    for (const { id } of some) if (account.submitted.delete(id)) account.submitted.add(id);
    if (records.length === 0 || this.#closed) return error === undefined ? nothingSeen : { ...nothingSeen, error };
    // The account may have been removed in the meantime.
    if (this.#watched.get(accountId) === account) await this.#records.put(accountId, records);
    const changed = await this.#settlement.takeOver(some, records, connection);
    return { outcome: changed > 0 ? 'progress' : 'unchanged', list: null };
  }

  async #doubt(submission: StoredSubmission): Promise<void> {
    const doubted = doubt(this.#cache, submission, { code: 'earlier-try-unknown' }, this.#clock.now());
    if (doubted === null) return;
    await this.#cache.save(doubted);
    this.#events.emit('doubted', doubted);
  }

  async #lookFor(account: AccountQueue, submission: StoredSubmission): Promise<void> {
    account.lookedFor.add(submission.id);
    const againMs = await this.searchBeforeResend(submission);
    account.lookedFor.delete(submission.id);
    this.#events.emit('looked-for', submission.id, againMs);
  }

  /** Milliseconds to the next search; null if the records have been out of reach for too long. */
  #afterUnread(id: number, retryAt: number | null): number | null {
    const now = this.#clock.monotonic();
    const since = this.#unreadSince.get(id) ?? now;
    this.#unreadSince.set(id, since);
    if (now - since >= LONGEST_RESEND_WAIT_MS) return null;
    return retryAt === null ? LOOK_AGAIN_MS : Math.max(SOONEST_LOOK_MS, retryAt - this.#clock.now());
  }
}

function idsOf({ state }: StoredSubmission): string[] {
  return 'submissionId' in state ? [state.submissionId] : [];
}
