import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { Cost, QueueSettings, Submission, SubmissionDetails } from '../../shared/bridge/submissions.ts';
import { awaitsRecord, isFinished } from '../../shared/submission-state.ts';
import type { Tokens } from '../balances/index.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { FileThreads } from '../files/index.ts';
import type { RecordStore } from '../records/index.ts';
import type { Connection, WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import type { Clock } from './clock.ts';
import { createEstimates } from './cost/estimates.ts';
import { createSpendingLimit } from './cost/spending-limit.ts';
import { SubmissionEvents } from './events.ts';
import { createContentsAtHand } from './intake/contents-at-hand.ts';
import { createDuplicates, describeOriginal } from './intake/duplicates.ts';
import { createRows } from './intake/rows.ts';
import { EarlierSubmissions } from './journal/earlier-submissions.ts';
import { Journal } from './journal/journal.ts';
import { LeftBehind } from './journal/left-behind.ts';
import { Payments } from './journal/payments.ts';
import { QueueSettingsStore } from './journal/queue-settings.ts';
import { recover } from './journal/recovery.ts';
import { type StoredSubmission, toWindow } from './journal/submission.ts';
import { SubmissionCache } from './journal/submission-cache.ts';
import { createBatches } from './progress/batches.ts';
import { createPublisher } from './progress/publisher.ts';
import { createSummaries } from './progress/summaries.ts';
import { createCommands } from './queue/commands.ts';
import { createQueue } from './queue/queue.ts';
import type { Destination } from './sending/attempts.ts';
import { createPacing } from './sending/pacing.ts';
import { type Grace, standardGrace } from './settling/search.ts';
import { SinceCopy } from './settling/sent-before/since-copy.ts';
import { SettleByHand } from './settling/settle-by-hand.ts';
import { Settling } from './settling/settling.ts';

export type SubmissionsParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly files: FileThreads;
  /** Whether a path lies in the app's own folders; nothing does unless said. */
  readonly isOwn?: (path: string) => boolean;
  readonly digests: Digests;
  readonly records: RecordStore;
  readonly tokens: Tokens;
  /** Epoch milliseconds, for showing and keeping. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps, for waiting; the process's own unless said. */
  readonly monotonic?: () => number;
  readonly destination: (accountId: string) => Destination | null;
  /** How to reach an account for reading, also while something keeps it from submitting; else by `destination`. */
  readonly connection?: (accountId: string) => Connection | null;
  /** What keeps an account from submitting, in words; null when nothing does. */
  readonly accountTrouble?: (accountId: string) => string | null;
  /** Whether an account's lists are known to hold all that it submits, at once (the practice account). */
  readonly isTrusted?: (accountId: string) => boolean;
  /** The account that the window shows; its summary is told. All accounts' rows are. */
  readonly shownAccount?: () => string;
  /** A send failed for want of a credential that the service takes; the account's submissions wait from here on. */
  readonly onTrouble: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  readonly events: DomainEvents;
  readonly limits?: WireLimits;
  readonly grace?: Partial<Grace>;
};

export type Submissions = ReturnType<typeof createSubmissions>;

const gone: Failure = { code: 'submission-gone', message: 'This row is no longer there.' };
/** A balance is read again no sooner than this, unless the account's window asks for a pause between requests. */
const BALANCE_FRESH_MS = 60_000;
/** At most this lies between two looks at the records of an account because its service limits its requests. */
const LONGEST_PACED_GAP_MS = 30_000;

/** The submission queue: takes files in, sends them, keeps what became of them. */
export function createSubmissions(parts: SubmissionsParts) {
  const clock: Clock = { now: parts.now, monotonic: parts.monotonic ?? (() => performance.now()) };
  const events = new SubmissionEvents();
  const { files, records, tokens, destination } = parts;
  const connection = parts.connection ?? ((accountId: string) => destination(accountId)?.connection ?? null);
  const leftBehind = new LeftBehind(parts.database, parts.commit);
  const journal = new Journal(parts.database, parts.commit, leftBehind);
  const earlierSubmissions = new EarlierSubmissions(parts.database);
  const cache = new SubmissionCache(journal.load());
  const settings = new QueueSettingsStore(parts.database, parts.commit);
  const pacing = createPacing(clock);
  const payments = new Payments(parts.database);
  const estimates = createEstimates(payments.known(), (accountId, token) => tokens.balanceOf(accountId, token));
  const duplicates = createDuplicates({ cache, earlierSubmissions, records });
  const batches = createBatches({ clock, earlierSubmissions, payments, estimates });
  const batchOf = batches.of;

  const payer = (submission: StoredSubmission): { accountId: string; token: string | null } => {
    const submitBy = destination(submission.accountId)?.submitBy;
    return { accountId: submission.accountId, token: submitBy?.variant === 'access-token' ? submitBy.token : null };
  };

  const costOf = (submission: StoredSubmission): bigint | null =>
    estimates.costOf(payer(submission), { files: 1, bytes: BigInt(submission.size ?? 0) });

  let lastAccount = '';
  const shown = parts.shownAccount ?? (() => lastAccount);
  const retriedWrites = new RetriedWrites(
    (sentence) => parts.events.notice('warning', sentence),
    () => {
      parts.events.notice('info', 'The disk can be written again. The queue goes on.');
      queue.wake();
    },
  );
  const summaries = createSummaries({
    clock,
    batchOf,
    pacing,
    retriedWrites,
    estimates,
    destination,
    accountTrouble: parts.accountTrouble ?? (() => null),
    queue: () => queue,
  });
  const publisher = createPublisher({
    events: parts.events,
    shown,
    progress: summaries.of,
    observe: (submission) => {
      lastAccount = submission.accountId;
      batchOf(submission.accountId).observe(submission);
    },
    forget: (accountId, ids) => {
      for (const id of ids) batchOf(accountId).forget(id);
    },
  });

  /** Writes a submission as it is and shows it. Never rejects: what the disk does not take now is held until it does. */
  async function persist(submission: StoredSubmission): Promise<void> {
    await retriedWrites.write(() => journal.update(cache.get(submission.id) ?? submission));
    const current = cache.get(submission.id);
    if (current !== null) publisher.changed(current);
  }

  const common = {
    files,
    clock,
    events,
    cache,
    journal,
    retriedWrites,
    publisher,
    pacing,
    earlierSubmissions,
    payments,
    tokens,
    persist,
    batchOf,
    destination,
    grace: { ...standardGrace, ...parts.grace },
  };
  const sinceCopy = new SinceCopy({ ...parts, ...common, readRecords: (...asked) => settling.readRecords(...asked) });
  const queue = createQueue({
    ...common,
    sinceCopy,
    digests: parts.digests,
    contents: createContentsAtHand(),
    duplicates,
    settings: (accountId: string) => settings.of(accountId),
    spendingLimit: createSpendingLimit({
      clock,
      cache,
      line: (accountId) => {
        const { spendingLimit } = settings.of(accountId);
        return spendingLimit === null ? null : BigInt(spendingLimit);
      },
      spent: (accountId) => batchOf(accountId).spent(),
      costOf,
      paidBefore: (submission) => payments.before(submission.accountId, payer(submission).token, submission.id),
    }),
    onTrouble: parts.onTrouble,
    beforeResend: (submission, asked) => settling.beforeResend(submission, asked),
    onEnded: (submission) => onSettled(submission),
    ...(parts.limits === undefined ? {} : { limits: parts.limits }),
  });
  const settling = new Settling({
    ...common,
    estimates,
    records,
    leftBehind,
    connection,
    isTrusted: parts.isTrusted ?? (() => false),
    gapMs: (accountId) => Math.min(pacing.windowMs(accountId) / 2, LONGEST_PACED_GAP_MS),
  });
  const rows = createRows({ ...common, queue, isOwn: parts.isOwn ?? (() => false) });
  const commands = createCommands({ ...common, queue, sinceCopy });
  const byHand = new SettleByHand({ ...common, connection });
  events.on('room', queue.wake);
  events.on('doubted', onSettled);
  events.on('settled', (submission, by) => settledOutside(submission, by === 'person' ? 'by-person' : 'by-app'));

  /** A submission has come to where something else is to be done with it. */
  function onSettled(submission: StoredSubmission): void {
    if (awaitsRecord(submission.state)) settling.watch(submission);
    if (submission.state.kind !== 'submitted') return;
    void readBalance(submission.accountId);
    for (const held of duplicates.heldFor(submission)) {
      const told = cache.apply(held.id, { type: 'original-known', of: describeOriginal(submission) });
      if (told !== null) void persist(told);
    }
  }

  function settledOutside(submission: StoredSubmission, asked: 'by-app' | 'by-person' = 'by-app'): void {
    onSettled(submission);
    if (submission.state.kind !== 'waiting') return;
    // What the records prove was not taken has cost nothing. A person's word is no such proof.
    if (asked === 'by-app') batchOf(submission.accountId).charge(submission.id, null);
    void queue.enqueue(submission, asked);
  }

  async function readBalance(accountId: string): Promise<void> {
    const to = connection(accountId);
    if (to === null) return;
    await tokens.refresh(accountId, to, BALANCE_FRESH_MS);
    publisher.moved(accountId);
  }

  return {
    /** All rows are true when it returns; what the disk does not take is offered to it until it does. */
    recover(): void {
      for (const submission of cache.all()) batches.recover(submission);
      recover({ ...common, queue, settling });
    },

    async add(accountId: string, paths: readonly string[]) {
      lastAccount = accountId;
      void readBalance(accountId);
      return rows.add(accountId, paths);
    },
    ...commands,
    remove: rows.remove,
    clearFinished: (accountId: string): Promise<void> =>
      rows.remove(cache.ofAccount(accountId).flatMap(({ id, state }) => (isFinished(state) ? [id] : []))),
    settleByHand: byHand.settle.bind(byHand),

    settings: (accountId: string) => settings.of(accountId),
    async changeSettings(accountId: string, changed: QueueSettings): Promise<void> {
      await settings.set(accountId, changed);
      publisher.moved(accountId);
      queue.wake();
    },

    find: (id: number): Submission | null => cache.get(id),

    /** What submitting a submission once more would probably cost, with so many bytes; null while nobody knows. */
    price(id: number, size = cache.get(id)?.size ?? 0): Cost | null {
      const submission = cache.get(id);
      return submission === null
        ? null
        : (estimates.of(payer(submission), { files: 1, bytes: BigInt(size) })?.cost ?? null);
    },

    /** The folder that a file was given from. */
    folderOf(id: number): string | null {
      const submission = cache.get(id);
      return submission === null ? null : dirname(submission.droppedPath ?? submission.path);
    },

    details(id: number): Result<SubmissionDetails> {
      const submission = cache.get(id);
      if (submission === null) return failure(gone);
      return success({
        submission: toWindow(submission),
        path: submission.droppedPath ?? submission.path,
        keccak256: submission.keccak256,
        blake2b256: submission.blake2b256,
        sha256: submission.sha256,
        attempts: journal.attempts(id),
        record:
          'submissionId' in submission.state ? records.get(submission.accountId, submission.state.submissionId) : null,
        settlement: submission.settlement,
      });
    },

    view(accountId: string) {
      const submissions = cache.ofAccount(accountId).map(toWindow);
      return { submissions, ...summaries.of(accountId), queueSettings: settings.of(accountId) };
    },

    /** Something that held the queue has changed (a service is up, the network is back). */
    wake: (): void => queue.wake(),

    /** The network may be back (the machine was asleep): what waits for a connection is tried at once. */
    reconnect: queue.reconnect,

    /** Whether bytes of an account are on their way now. */
    isSending: (accountId: string): boolean => queue.standing(accountId).sending > 0,

    leave: leftBehind.leave.bind(leftBehind),
    /** The account's address has changed: it is at another service now. */
    moved: (accountId: string): void => settling.moved(accountId),

    /** Drops all that is held for an account that is being taken away; its rows on disk go with it. */
    forgetAccount(accountId: string): void {
      const submissions = cache.ofAccount(accountId);
      for (const submission of submissions) {
        queue.interrupt(submission, 'cancel');
        cache.remove(submission.id);
      }
      queue.forget(accountId);
      void sinceCopy.release(accountId);
      settling.forget(accountId);
      pacing.forget(accountId);
      tokens.forget(accountId);
      const ids = submissions.map(({ id }) => id);
      if (ids.length > 0) publisher.removed(accountId, ids);
      batches.forget(accountId);
    },

    close(): void {
      queue.close();
      settling.close();
      retriedWrites.close();
      publisher.close();
    },
  };
}
