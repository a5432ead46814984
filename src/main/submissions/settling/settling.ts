import type { SubmissionRecord } from '../../../shared/records.ts';
import { createExpenditureLists, ListHistory, type RecordStore } from '../../records/index.ts';
import { type Connection, getSubmissionInfo, type ServiceError } from '../../service/index.ts';
import { type Clock, createAlarm } from '../clock.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import { type ConfirmationParts, createConfirmation } from './confirmation.ts';
import { ListedRecords, sharesIds } from './listed-records.ts';
import { type BeforeResend, isKeychainSilent, recordsAfter } from './search.ts';
import type { RecordsRead } from './sent-before/since-copy.ts';
import { type CopyMark, StrangersSince } from './sent-before/strangers-since.ts';
import { createSettlement, type Look, type SettlementParts } from './settlement.ts';

export type SettlingParts = ConfirmationParts &
  SettlementParts & {
    readonly clock: Clock;
    readonly cache: SubmissionCache;
    readonly records: Pick<RecordStore, 'put' | 'seen'>;
    readonly connection: (accountId: string) => Connection | null;
    /** The least time between two looks at an account's records: a service that counts requests is asked seldom. */
    readonly gapMs: (accountId: string) => number;
  };

const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Where the records cannot be read at all, or have not told what a person is asked about. */
const LONGEST_FRUITLESS_WAIT_MS = 15 * 60_000;
/** From here on one list call is cheaper than asking for each. */
const LIST_FROM = 3;
const EACH_AT_ONCE = 8;
/** A look may take one part in so many of the time. */
const IDLE_FACTOR = 20;

type Watch = {
  readonly submitted: Set<number>;
  readonly lost: Set<number>;
  dueAt: number;
  waitMs: number;
  lastLookAt: number;
  /** How long the last two looks took: one that was slow once, on a busy machine, says nothing of the next. */
  lookMs: readonly [number, number];
  readonly stored: ListedRecords;
  history: ListHistory;
  looking: boolean;
  /** Who waits for the next look that reads the whole list; told null when it could not. */
  readonly waiters: ((sight: Sight) => void)[];
};

/** What a look has brought. `look`: the whole list, where it was read; `isStored`: and is in the store. */
type Sight = {
  readonly outcome: 'progress' | 'unchanged' | 'nothing';
  readonly look: Look | null;
  readonly isStored?: boolean;
  /** Why the list could not be read, where the service said so. */
  readonly error?: ServiceError;
};

const nothing: Sight = { outcome: 'nothing', look: null };

/** One look: for whom it is, and whether somebody waits for the whole list. */
type Asked = {
  readonly accountId: string;
  readonly watch: Watch;
  readonly submitted: readonly StoredSubmission[];
  readonly lost: readonly StoredSubmission[];
  readonly awaited: boolean;
};

export type Settling = ReturnType<typeof createSettling>;

/**
 * Reads the service's records until every submission is in a block or has failed, and looks there for submissions whose answer
 * was lost. One look serves all submissions of an account, and intervals grow; ten thousand submissions cost as many calls as three.
 */
export function createSettling(parts: SettlingParts) {
  const { cache, clock } = parts;
  const watches = new Map<string, Watch>();
  const lists = createExpenditureLists(clock.monotonic);
  const confirmation = createConfirmation(parts);
  const settlement = createSettlement(parts);
  const alarm = createAlarm(clock.monotonic, lookAtDue);
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
      lookMs: [0, 0],
      stored: new ListedRecords(parts.records),
      history: new ListHistory(),
      looking: false,
      waiters: [],
    };
    watches.set(accountId, made);
    return made;
  }

  /** `awaited`: somebody waits for it, so that only what the service itself asks for holds it up. */
  function lookWithin(accountId: string, watch: Watch, ms: number, awaited = false): void {
    const gap = Math.max(parts.gapMs(accountId), awaited ? 0 : Math.min(...watch.lookMs) * IDLE_FACTOR);
    const wanted = Math.max(clock.monotonic() + ms, watch.lastLookAt + gap);
    watch.dueAt = Math.min(watch.dueAt, wanted);
    if (!closed) alarm.within(watch.dueAt - clock.monotonic());
  }

  function lookAtDue(): void {
    for (const [accountId, watch] of watches) {
      if (!watch.looking && watch.dueAt <= clock.monotonic()) void lookAt(accountId, watch);
    }
    const next = Math.min(...[...watches.values()].map(({ dueAt, looking }) => (looking ? Infinity : dueAt)));
    if (!closed && next < Number.POSITIVE_INFINITY) alarm.within(next - clock.monotonic());
  }

  /** One look at an account's records at a time. It serves all who waited for one when it began. */
  async function lookAt(accountId: string, watch: Watch): Promise<void> {
    watch.dueAt = Number.POSITIVE_INFINITY;
    watch.looking = true;
    const waiters = watch.waiters.splice(0);
    const sight = await lookOnce(accountId, watch, waiters.length > 0).catch(() => {
      lookWithin(accountId, watch, LONGEST_WAIT_MS);
      return nothing;
    });
    watch.looking = false;
    for (const told of waiters) told(sight);
    if (watch.waiters.length > 0) lookWithin(accountId, watch, 0, true);
    else if (!closed) alarm.within(watch.dueAt - clock.monotonic());
  }

  async function lookOnce(accountId: string, watch: Watch, awaited: boolean): Promise<Sight> {
    const submitted = pick(watch.submitted, 'submitted');
    const lost = pick(watch.lost, 'unsettled');
    if (closed || (submitted.length + lost.length === 0 && !awaited)) return nothing;
    const connection = parts.connection(accountId);
    const began = clock.monotonic();
    if (connection === null) await settlement.unread(lost, null);
    const sight =
      connection === null ? nothing : await lookBy(connection, { accountId, watch, submitted, lost, awaited });
    watch.lastLookAt = clock.monotonic();
    watch.lookMs = [watch.lookMs[1], watch.lastLookAt - began];
    if (sight.outcome === 'progress') watch.waitMs = FIRST_LOOK_MS;
    const asksPerson = settlement.allAskPerson(watch.lost);
    const isSlow = asksPerson ? watch.submitted.size === 0 : sight.outcome === 'nothing' && watch.lost.size === 0;
    watch.waitMs = Math.min(watch.waitMs * 1.5, isSlow ? LONGEST_FRUITLESS_WAIT_MS : LONGEST_WAIT_MS);
    if (watch.submitted.size > 0) lookWithin(accountId, watch, watch.waitMs);
    if (watch.lost.size > 0) {
      const ms = sight.look === null ? watch.waitMs : Math.min(watch.waitMs, settlement.nextLookMs(watch.lost));
      lookWithin(accountId, watch, Math.max(FIRST_LOOK_MS, ms));
    }
    return sight;
  }

  function pick(ids: Set<number>, kind: 'submitted' | 'unsettled'): StoredSubmission[] {
    return [...ids].flatMap((id) => {
      const submission = cache.get(id);
      if (submission?.state.kind === kind) return [submission];
      ids.delete(id);
      return [];
    });
  }

  async function lookBy(connection: Connection, asked: Asked): Promise<Sight> {
    const { accountId, watch, submitted, lost, awaited } = asked;
    // Of the service that is read, should the account leave it meanwhile.
    const { history } = watch;
    const wholeList = awaited || lost.length > 0;
    if (!wholeList && submitted.length < LIST_FROM) return readEach(accountId, watch, submitted, connection);
    const wanted = submitted.flatMap(({ state }) => ('submissionId' in state ? [state.submissionId] : []));
    const readAt = clock.monotonic();
    // What comes while the list is on its way need not be in it.
    const receipts = wholeList ? await parts.earlierSubmissions.receipts(accountId) : [];
    const listed = await lists.read(accountId, connection, wanted.length, (records) => {
      if (wholeList) return false;
      const ids = new Set(records.map(({ id }) => id));
      return wanted.every((id) => ids.has(id));
    });
    if (closed) return nothing;
    if (!listed.ok) {
      holdUntil(watch, listed.error);
      const error = (await isKeychainSilent(listed.error, connection)) ? null : listed.error;
      await settlement.unread(lost, error?.code ?? null);
      return { ...(await readEach(accountId, watch, submitted, connection)), ...(error === null ? {} : { error }) };
    }
    const { records } = listed.value;
    const isStored = await keep(accountId, watch, records, 'listed');
    const confirmed = await confirmation.confirmAll(submitted, records, connection);
    for (const submission of confirmed) watch.submitted.delete(submission.id);
    const reliability = await history.note(listed.value, receipts, readAt, parts.isTrusted(accountId));
    const look: Look = { records, receipts, readAt, connection, ...reliability };
    const settled = closed ? 0 : await settlement.settle(accountId, lost, look);
    // A service may cap its lists, in whatever order they are: what is not in one is asked for by itself.
    const ids = new Set(records.map(({ id }) => id));
    const missing = submitted.filter(({ state }) => 'submissionId' in state && !ids.has(state.submissionId));
    const { outcome } = closed ? nothing : await readEach(accountId, watch, missing, connection);
    const isProgress = confirmed.length + settled > 0 || outcome === 'progress';
    return { outcome: isProgress ? 'progress' : 'unchanged', look, isStored };
  }

  async function readEach(
    accountId: string,
    watch: Watch,
    submitted: readonly StoredSubmission[],
    connection: Connection,
  ): Promise<Sight> {
    const some = submitted.slice(0, EACH_AT_ONCE);
    const answers = await Promise.all(
      some.map(({ state }) =>
        'submissionId' in state ? getSubmissionInfo(connection, state.submissionId) : Promise.resolve(null),
      ),
    );
    const records = answers.flatMap((answer) => (answer?.ok === true ? [answer.value] : []));
    const error = answers.find((answer): answer is { ok: false; error: ServiceError } => answer?.ok === false)?.error;
    if (error !== undefined) holdUntil(watch, error);
    // Those that were asked for go to the end of the line.
    for (const { id } of some) if (watch.submitted.delete(id)) watch.submitted.add(id);
    if (records.length === 0 || closed) return nothing;
    await keep(accountId, watch, records, 'asked');
    const confirmed = await confirmation.confirmAll(some, records, connection);
    for (const submission of confirmed) watch.submitted.delete(submission.id);
    return { outcome: confirmed.length > 0 ? 'progress' : 'unchanged', look: null };
  }

  function holdUntil(watch: Watch, { retryAt }: ServiceError): void {
    if (retryAt !== undefined) watch.waitMs = Math.max(watch.waitMs, retryAt - clock.now());
  }

  async function keep(
    accountId: string,
    watch: Watch,
    records: readonly SubmissionRecord[],
    origin: 'listed' | 'asked',
  ): Promise<boolean> {
    // The account may have been taken away meanwhile.
    return watches.get(accountId) === watch && (await watch.stored.keep(accountId, records, origin));
  }

  /** A look at an account's records that begins from now on. */
  function nextLook(accountId: string): Promise<Sight> {
    return new Promise((resolve) => {
      if (closed) return resolve(nothing);
      const watch = watchOf(accountId);
      watch.waiters.push(resolve);
      if (!watch.looking) lookWithin(accountId, watch, 0, true);
    });
  }

  function release(watch: Watch): void {
    for (const told of watch.waiters.splice(0)) told(nothing);
  }

  return {
    /** Watches a submission until its record is final, or its lost answer is found. `earlier`: lost in an earlier run. */
    watch(submission: StoredSubmission, earlier = false): void {
      if (closed) return;
      const watch = watchOf(submission.accountId);
      if (submission.state.kind === 'unsettled') {
        watch.lost.add(submission.id);
        settlement.begin(submission, earlier);
      } else {
        watch.submitted.add(submission.id);
      }
      watch.waitMs = FIRST_LOOK_MS;
      lookWithin(submission.accountId, watch, FIRST_LOOK_MS);
    },

    /**
     * To be asked before a body goes out again, be it `by-person` who knows that it may be paid for twice. Calls that wait
     * share one look at the account's records.
     */
    async beforeResend(submission: StoredSubmission, asked: 'by-app' | 'by-person' = 'by-app'): Promise<BeforeResend> {
      if (parts.earlierSubmissions.sentAttempts(submission.id).length === 0) return { kind: 'clear' };
      const { look, error } = await nextLook(submission.accountId);
      if (look !== null) return { kind: await settlement.lookedFor(submission.id, look, asked) };
      const records = error === undefined ? 'out-of-reach' : recordsAfter(error.code);
      return { kind: 'unread', isForNow: records === 'out-of-reach', retryAt: error?.retryAt ?? null };
    },

    /** Reads the account's whole list, from now on: what came after a copy was made. */
    async readRecords(accountId: string, mark: CopyMark): Promise<RecordsRead> {
      const { look, error, isStored = false } = await nextLook(accountId);
      // Files that repeat them are looked for in the store alone, and from then on.
      const isKept = look !== null && isStored && !sharesIds(look.records);
      if (isKept && (look.complete || parts.isTrusted(accountId))) {
        const listing = await settlement.listing(accountId, look);
        const strangers = new StrangersSince(listing, mark, cache.ofAccount(accountId));
        return { kind: 'read', strangers, lateMs: look.lateMs };
      }
      // A part of the records tells of no file that it is not in the rest.
      if (look !== null) return { kind: 'unread', records: 'unreadable', retryAt: null };
      const records = error === undefined ? 'out-of-reach' : recordsAfter(error.code);
      return { kind: 'unread', records, retryAt: error?.retryAt ?? null };
    },

    /** The account's requests go to another service from now on. */
    moved(accountId: string): void {
      watchOf(accountId).history = new ListHistory();
      lists.forget(accountId);
      settlement.forget(accountId);
      confirmation.moved(accountId);
    },

    forget(accountId: string): void {
      const watch = watches.get(accountId);
      watches.delete(accountId);
      lists.forget(accountId);
      settlement.forget(accountId);
      confirmation.forget(accountId);
      if (watch !== undefined) release(watch);
    },

    close(): void {
      closed = true;
      alarm.stop();
      for (const watch of watches.values()) release(watch);
    },
  };
}
