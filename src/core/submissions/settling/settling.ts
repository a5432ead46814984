import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import type { Records } from '../../records/index.ts';
import { type Clock, type Connection, getSubmissionInfo, type ServiceError } from '../../service/index.ts';
import { Alarm } from '../alarm.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { SendingAccounts } from '../sending-accounts.ts';
import { recordListOf } from './evidence.ts';
import { isKeychainSilent, recordsAccessAfter } from './search.ts';
import type { Settlement } from './settlement.ts';
import { FIRST_LOOK_MS, type LookResult, nothingSeen, WatchedAccount } from './watched-account.ts';

/** From this many submissions on, reading the list is cheaper than reading each record. */
const LIST_FROM = 3;
/** The most records that one look reads one by one. */
const MOST_READ_SINGLY = 8;

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
 * and the intervals grow, so ten thousand submissions cost as many calls as three.
 */
export class Settling {
  readonly #clock: Clock;
  readonly #records: Records;
  readonly #cache: SubmissionCache;
  readonly #earlierSubmissions: EarlierSubmissions;
  readonly #settlement: Settlement;
  readonly #accounts: SendingAccounts;
  /** The shortest time between two looks at an account's records. Long for a service that limits requests. */
  readonly #gapMs: (accountId: string) => number;
  /** The wait (ms) before the first look for a new submission. */
  readonly #firstLookMs: number;
  readonly #watched = new Map<string, WatchedAccount>();
  readonly #alarm: Alarm;
  #closed = false;

  constructor(
    clock: Clock,
    records: Records,
    cache: SubmissionCache,
    earlierSubmissions: EarlierSubmissions,
    settlement: Settlement,
    accounts: SendingAccounts,
    gapMs: (accountId: string) => number,
    firstLookMs = FIRST_LOOK_MS,
  ) {
    this.#clock = clock;
    this.#records = records;
    this.#cache = cache;
    this.#earlierSubmissions = earlierSubmissions;
    this.#settlement = settlement;
    this.#accounts = accounts;
    this.#gapMs = gapMs;
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
    const made = new WatchedAccount(this.#clock, this.#alarm, () => this.#gapMs(accountId), this.#firstLookMs);
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
    const listed = await this.#records.readList(accountId, connection, {
      expected: wanted.length,
      ids: wholeList ? null : wanted,
      receipts,
      isTrusted: this.#accounts.isTrusted(accountId),
    });
    if (this.#closed) return nothingSeen;
    if (!listed.ok) {
      account.holdUntil(listed.error);
      const error = (await isKeychainSilent(listed.error, connection)) ? null : listed.error;
      await this.#settlement.unread(unsettled, error?.code ?? null);
      const result = each ?? (await this.#readSingly(request, submitted, connection));
      return error === null ? result : { ...result, error };
    }
    const { records } = listed.value;
    const changed = await this.#settlement.takeOver(submitted, records, connection);
    const facts = { ...listed.value, receipts, readAt, isTrusted: this.#accounts.isTrusted(accountId) };
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
}

function idsOf({ state }: StoredSubmission): string[] {
  return 'submissionId' in state ? [state.submissionId] : [];
}
