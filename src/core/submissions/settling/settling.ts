import type { SubmissionRecord } from '../../../shared/records.ts';
import type { SubmissionStateKind } from '../../../shared/submissions/submission-state.ts';
import type { Records } from '../../records/index.ts';
import { type Clock, type Connection, getSubmissionInfo, type ServiceError } from '../../service/index.ts';
import { Alarm } from '../alarm.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { Confirmation, type ConfirmationParts } from './confirmation.ts';
import { type ListSnapshot, MatchableLists, type MatchableListsParts } from './evidence.ts';
import { type BeforeResend, isKeychainSilent, recordsAfter } from './search.ts';
import type { RecordsRead } from './sent-before/since-copy.ts';
import { strangersSince } from './sent-before/strangers-since.ts';
import { Settlement, type SettlementParts } from './settlement.ts';
import { FIRST_LOOK_MS, type LookResult, nothingSeen, WatchedAccount } from './watched-account.ts';

type SettlingParts = ConfirmationParts &
  Omit<SettlementParts, 'matchableLists'> &
  MatchableListsParts & {
    readonly clock: Clock;
    readonly cache: SubmissionCache;
    readonly earlierSubmissions: EarlierSubmissions;
    readonly records: Records;
    readonly connection: (accountId: string) => Connection | null;
    /** The least time between two looks at an account's records: a service that counts requests is asked seldom. */
    readonly gapMs: (accountId: string) => number;
    /** How soon something new is looked for (milliseconds). */
    readonly firstLookMs?: number;
  };

/** From here on one list call is cheaper than asking for each. */
const LIST_FROM = 3;
const EACH_AT_ONCE = 8;

/** One look: for whom it is, and whether somebody waits for the whole list. */
type Asked = {
  readonly accountId: string;
  readonly account: WatchedAccount;
  readonly submitted: readonly StoredSubmission[];
  readonly unsettled: readonly StoredSubmission[];
  readonly awaited: boolean;
  /** Takes the ids of the submissions whose records were read. */
  readonly read: Set<string>;
};

/**
 * Reads the service's records until every submission is in a block, and looks there for submissions whose answer
 * was lost. One look serves all submissions of an account, and intervals grow; ten thousand submissions cost as many calls as three.
 */
export class Settling {
  readonly #parts: SettlingParts;
  readonly #accounts = new Map<string, WatchedAccount>();
  readonly #matchableLists: MatchableLists;
  readonly #confirmation: Confirmation;
  readonly #settlement: Settlement;
  readonly #alarm: Alarm;
  #closed = false;

  constructor(parts: SettlingParts) {
    this.#parts = parts;
    this.#matchableLists = new MatchableLists(parts);
    this.#confirmation = new Confirmation(parts);
    this.#settlement = new Settlement({ ...parts, matchableLists: this.#matchableLists });
    this.#alarm = new Alarm(parts.clock, () => this.#lookAtDue());
  }

  /** Watches a submission until its record is final, or its lost answer is found. `earlier`: lost in an earlier run. */
  watch(submission: StoredSubmission, earlier = false): void {
    // Of what goes in parts the records tell of each part.
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
   * To be asked before a body goes out again, be it `by-person` who knows that it may be paid for twice. Calls that wait
   * share one look at the account's records.
   */
  async beforeResend(submission: StoredSubmission, asked: 'by-app' | 'by-person' = 'by-app'): Promise<BeforeResend> {
    if (this.#parts.earlierSubmissions.sentAttempts(submission.id).length === 0) return { kind: 'clear' };
    const { snapshot, error } = await this.#nextLook(submission.accountId);
    if (snapshot !== null) return { kind: await this.#settlement.lookedFor(submission.id, snapshot, asked) };
    const records = error === undefined ? 'out-of-reach' : recordsAfter(error.code);
    return { kind: 'unread', isForNow: records === 'out-of-reach', retryAt: error?.retryAt ?? null };
  }

  /** Reads the records of delayed submissions now, and takes over what they say. The submission ids whose records were read. */
  async readNow(submissions: readonly StoredSubmission[]): Promise<ReadonlySet<string>> {
    const read = new Set<string>();
    const accounts = Map.groupBy(submissions, ({ accountId }) => accountId);
    await Promise.all(
      [...accounts].map(async ([accountId, submitted]) => {
        const connection = this.#parts.connection(accountId);
        if (connection === null || this.#closed) return;
        const account = this.#of(accountId);
        await this.#lookBy(connection, { accountId, account, submitted, unsettled: [], awaited: false, read });
        account.lookSoon();
      }),
    );
    return read;
  }

  /** Reads the account's whole list, from now on: what came after a copy was made. */
  async readRecords(accountId: string, seenUntil: number): Promise<RecordsRead> {
    const { snapshot, error } = await this.#nextLook(accountId);
    // Files that repeat them are looked for in the store alone, and from then on.
    if (
      snapshot?.isStored === true &&
      !sharesIds(snapshot.records) &&
      (snapshot.complete || this.#parts.isTrusted(accountId))
    ) {
      const matchable = await this.#matchableLists.of(accountId, snapshot);
      const strangers = strangersSince(matchable, seenUntil, this.#parts.cache.ofAccount(accountId));
      return { kind: 'read', strangers, isTrusted: matchable.isTrusted, lateMs: snapshot.lateMs };
    }
    // A part of the records tells of no file that it is not in the rest.
    if (snapshot !== null) return { kind: 'unread', records: 'unreadable', retryAt: null };
    const records = error === undefined ? 'out-of-reach' : recordsAfter(error.code);
    return { kind: 'unread', records, retryAt: error?.retryAt ?? null };
  }

  forget(accountId: string): void {
    const account = this.#accounts.get(accountId);
    this.#accounts.delete(accountId);
    account?.release();
  }

  close(): void {
    this.#closed = true;
    this.#alarm.close();
    for (const account of this.#accounts.values()) account.release();
  }

  #of(accountId: string): WatchedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const { clock, gapMs, firstLookMs = FIRST_LOOK_MS } = this.#parts;
    const made = new WatchedAccount({ clock, alarm: this.#alarm, gapMs: () => gapMs(accountId), firstLookMs });
    this.#accounts.set(accountId, made);
    return made;
  }

  #nextLook(accountId: string): Promise<LookResult> {
    return this.#closed ? Promise.resolve(nothingSeen) : this.#of(accountId).nextLook();
  }

  #lookAtDue(): void {
    for (const [accountId, account] of this.#accounts) {
      if (account.msUntilLook <= 0) void account.look((awaited) => this.#look(accountId, account, awaited));
    }
    const next = Math.min(...[...this.#accounts.values()].map(({ msUntilLook }) => msUntilLook));
    if (next < Number.POSITIVE_INFINITY) this.#alarm.within(next);
  }

  /** Never rejects. */
  async #look(accountId: string, account: WatchedAccount, awaited: boolean): Promise<LookResult> {
    try {
      const submitted = this.#inState(account.submitted, 'submitted', 'delayed');
      const unsettled = this.#inState(account.unsettled, 'unsettled');
      if (this.#closed || (submitted.length + unsettled.length === 0 && !awaited)) return nothingSeen;
      const began = this.#parts.clock.monotonic();
      const connection = this.#parts.connection(accountId);
      if (connection === null) await this.#settlement.unread(unsettled, null);
      const asked = { accountId, account, submitted, unsettled, awaited, read: new Set<string>() };
      const result = connection === null ? nothingSeen : await this.#lookBy(connection, asked);
      const ids = account.unsettled;
      const nextNewsMs = this.#settlement.nextLookMs(ids, result.snapshot?.readAt ?? began);
      account.looked(began, result, this.#settlement.allAskPerson(ids), nextNewsMs);
      return result;
    } catch {
      account.lookLater();
      return nothingSeen;
    }
  }

  /** Those that are still in a state in which they are watched. */
  #inState(ids: Set<number>, ...kinds: readonly SubmissionStateKind[]): StoredSubmission[] {
    return [...ids].flatMap((id) => {
      const submission = this.#parts.cache.get(id);
      if (submission !== null && kinds.includes(submission.state.kind)) return [submission];
      ids.delete(id);
      return [];
    });
  }

  async #lookBy(connection: Connection, asked: Asked): Promise<LookResult> {
    const { clock, earlierSubmissions, isTrusted } = this.#parts;
    const { accountId, account, submitted, unsettled, awaited } = asked;
    const wholeList = awaited || unsettled.length > 0;
    const each = wholeList || submitted.length >= LIST_FROM ? null : await this.#readEach(asked, submitted, connection);
    // A service that has no record for one credential, or no such endpoint, may list it all the same.
    if (each !== null && each.error?.code !== 'not-found') return each;
    const wanted = submitted.flatMap(idsOf);
    const readAt = clock.monotonic();
    // What comes while the list is on its way need not be in it.
    const receipts = wholeList ? await earlierSubmissions.receipts(accountId) : [];
    const listed = await this.#parts.records.readList(accountId, connection, {
      expected: wanted.length,
      ids: wholeList ? null : wanted,
      receipts,
      readAt,
      isTrusted: isTrusted(accountId),
    });
    if (this.#closed) return nothingSeen;
    if (!listed.ok) {
      account.holdUntil(listed.error);
      const error = (await isKeychainSilent(listed.error, connection)) ? null : listed.error;
      await this.#settlement.unread(unsettled, error?.code ?? null);
      const result = each ?? (await this.#readEach(asked, submitted, connection));
      return error === null ? result : { ...result, error };
    }
    const snapshot: ListSnapshot = { ...listed.value, receipts, readAt };
    const changed = await this.#takeOver(asked, submitted, snapshot.records, connection);
    const settled = this.#closed ? 0 : await this.#settlement.settle(accountId, unsettled, snapshot);
    // A service may cap its lists, in whatever order they are: what is not in one is asked for by itself.
    const ids = new Set(snapshot.records.map(({ id }) => id));
    const missing = submitted.filter((submission) => idsOf(submission).some((id) => !ids.has(id)));
    const { outcome } = this.#closed ? nothingSeen : (each ?? (await this.#readEach(asked, missing, connection)));
    const isProgress = changed + settled > 0 || outcome === 'progress';
    return { outcome: isProgress ? 'progress' : 'unchanged', snapshot };
  }

  async #readEach(asked: Asked, submitted: readonly StoredSubmission[], connection: Connection): Promise<LookResult> {
    const { accountId, account } = asked;
    const some = submitted.slice(0, EACH_AT_ONCE);
    const answers = await Promise.all(some.flatMap(idsOf).map((id) => getSubmissionInfo(connection, id)));
    const records = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const error = answers.find((answer): answer is { ok: false; error: ServiceError } => !answer.ok)?.error;
    if (error !== undefined) account.holdUntil(error);
    // Those that were asked for go to the end of the line.
    for (const { id } of some) if (account.submitted.delete(id)) account.submitted.add(id);
    if (records.length === 0 || this.#closed) return error === undefined ? nothingSeen : { ...nothingSeen, error };
    // The account may have been taken away meanwhile.
    if (this.#accounts.get(accountId) === account) await this.#keep(accountId, records);
    const changed = await this.#takeOver(asked, some, records, connection);
    return { outcome: changed > 0 ? 'progress' : 'unchanged', snapshot: null };
  }

  /** What cannot be kept now is read again at the next look. */
  async #keep(accountId: string, records: readonly SubmissionRecord[]): Promise<void> {
    await this.#parts.records.put(accountId, records);
  }

  /** How many of them their records have changed. */
  async #takeOver(
    { read }: Asked,
    submitted: readonly StoredSubmission[],
    records: readonly SubmissionRecord[],
    connection: Connection,
  ): Promise<number> {
    for (const { id } of records) read.add(id);
    return (await this.#confirmation.takeOver(submitted, records, connection)).length;
  }
}

function idsOf({ state }: StoredSubmission): string[] {
  return 'submissionId' in state ? [state.submissionId] : [];
}

/** Whether a service lists several submissions under one id: the store has room for the hash of one. */
function sharesIds(records: readonly SubmissionRecord[]): boolean {
  const hashes = new Map<string, string | null>();
  for (const { id, phase, dataHash } of records) {
    // One that is final is not overwritten by the same one as it was before.
    if (phase === 'pending') continue;
    if ((hashes.get(id) ?? dataHash) !== dataHash) return true;
    hashes.set(id, dataHash);
  }
  return false;
}
