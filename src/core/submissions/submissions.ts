import { once } from 'node:events';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Snapshot } from '../../shared/bridge/app.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type {
  CostEstimate,
  Removal,
  Submission,
  SubmissionDetails,
  SubmissionRow,
} from '../../shared/bridge/submissions.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { EstimatedCost } from '../../shared/submissions/cost.ts';
import type { Part } from '../../shared/submissions/parts.ts';
import type { QueueSettings } from '../../shared/submissions/queue-settings.ts';
import { awaitsRecord, isClearable } from '../../shared/submissions/submission-state.ts';
import type { Tokens } from '../balances/index.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Encryption } from '../encryption/index.ts';
import type { FileThreads } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Clock, WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { type Claims, noClaims } from './claims.ts';
import { EncryptedSource } from './content/encrypted-source.ts';
import { FileSource } from './content/file-source.ts';
import { FolderFiles } from './content/folder-files.ts';
import { FolderSource } from './content/folder-source.ts';
import { Costs } from './cost/costs.ts';
import { Estimates, loadToCome, tokenOf } from './cost/estimates.ts';
import { QueueSettingsStore } from './cost/queue-settings.ts';
import { Drops } from './drops/drops.ts';
import { Intake } from './intake/intake.ts';
import { Removals } from './intake/removals.ts';
import { EarlierSubmissions } from './journal/earlier-submissions.ts';
import { Journal } from './journal/journal.ts';
import { LeftBehind } from './journal/left-behind.ts';
import type { Load } from './journal/load.ts';
import { RestoredAccounts } from './journal/restored.ts';
import { type DropKeys, Passphrases } from './journal/row-encryption.ts';
import { type StoredSubmission, toPart, toWindow } from './journal/submission.ts';
import { SubmissionCache } from './journal/submission-cache.ts';
import { SubmissionQueries } from './journal/submission-queries.ts';
import { answerLost } from './journal/transitions.ts';
import { Divisions } from './parts/divisions.ts';
import { Parts } from './parts/parts.ts';
import { PlannedRows } from './parts/planned-rows.ts';
import { AccountQueues } from './progress/account-queue.ts';
import { Batches, type BatchTotals } from './progress/batch.ts';
import { Publisher } from './progress/publisher.ts';
import { Summaries } from './progress/summaries.ts';
import { Commands } from './queue/commands.ts';
import { Duplicates, describeOriginal } from './queue/duplicates.ts';
import { Preparing } from './queue/preparing.ts';
import { Queue } from './queue/queue.ts';
import { QueueEvents } from './queue-events.ts';
import { Attempts } from './sending/attempts.ts';
import { PayloadLimits } from './sending/payload-limits.ts';
import { SmallFileCache } from './sending/small-file-cache.ts';
import { Uploads } from './sending/uploads.ts';
import type { SendingAccounts } from './sending-accounts.ts';
import { LateKeccak } from './settling/late-keccak.ts';
import { type Grace, standardGrace } from './settling/search.ts';
import { SettleByHand } from './settling/settle-by-hand.ts';
import { Settlement } from './settling/settlement.ts';
import { Settling } from './settling/settling.ts';

export type SubmissionsOptions = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly files: FileThreads;
  readonly digests: Digests;
  readonly encryption: Encryption;
  /** Null if encryption is not available. */
  readonly keys: DropKeys | null;
  readonly records: Records;
  readonly tokens: Tokens;
  readonly accounts: SendingAccounts;
  /** Absent without a team. */
  readonly claims?: Claims;
  /** The account that the window shows. */
  readonly shownAccount: () => string;
  /** True if a path is in the app's own folders. */
  readonly isOwn: (path: string) => boolean;
  readonly events: DomainEvents;
  /** `monotonic`: milliseconds of a clock that never jumps. */
  readonly clock: Clock;
  readonly limits?: WireLimits;
  readonly grace?: Partial<Grace>;
  /** The wait (ms) before the first look for a new submission. */
  readonly firstLookMs?: number;
};

/** The shortest time between two reads of a balance, unless the service asks for longer pauses. */
const BALANCE_FRESH_MS = 60_000;

type AccountView = Pick<Snapshot, 'progress' | 'summary' | 'held' | 'queueSettings'> & {
  readonly submissions: Submission[];
};

/** The submission queue: adds files, sends them, and keeps their results. Lower layers emit `events` for higher ones. */
export class Submissions {
  readonly byHand: SettleByHand;
  readonly cache: SubmissionCache;
  readonly commands: Commands;
  readonly costs: Costs;
  readonly drops: Drops;
  readonly leftBehind: LeftBehind;
  readonly parts: Parts;
  readonly payloadLimits: PayloadLimits;
  readonly publisher: Publisher;
  readonly queue: Queue;
  readonly removals: Removals;
  readonly settings: QueueSettingsStore;
  readonly #attempts: Attempts;
  readonly #batches: Batches;
  readonly #clock: Clock;
  readonly #encryptedSource: EncryptedSource;
  readonly #events: QueueEvents;
  readonly #intake: Intake;
  readonly #journal: Journal;
  readonly #planned: PlannedRows;
  readonly #queries: SubmissionQueries;
  readonly #queues: AccountQueues;
  readonly #records: Records;
  readonly #restored: RestoredAccounts;
  readonly #retriedWrites: RetriedWrites;
  readonly #settling: Settling;
  readonly #summaries: Summaries;
  readonly #tokens: Tokens;

  constructor(options: SubmissionsOptions) {
    const { database, commit, files, digests, encryption, keys, records, tokens, accounts, isOwn, clock } = options;
    const { limits, firstLookMs, events: domainEvents, claims = noClaims } = options;
    const grace = { ...standardGrace, ...options.grace };
    const events = new QueueEvents();

    // The journal and earlier submissions.
    this.leftBehind = new LeftBehind(database, commit);
    this.#journal = new Journal(database, commit, this.leftBehind);
    this.#queries = new SubmissionQueries(database);
    this.#restored = new RestoredAccounts(database, commit);
    const earlierSubmissions = new EarlierSubmissions(database);
    const retriedWrites = new RetriedWrites(
      (detail) => domainEvents.notice({ code: 'disk-full', detail }),
      () => {
        domainEvents.notice({ code: 'queue-resumed' });
        events.emit('unblocked');
      },
    );

    // Content.
    const folderFiles = new FolderFiles(database, commit);
    const fileSource = new FileSource(digests);
    const folderSource = new FolderSource(digests, files, retriedWrites, folderFiles);
    const passphrases = new Passphrases(keys);
    this.#encryptedSource = new EncryptedSource(
      encryption,
      files,
      retriedWrites,
      passphrases,
      folderFiles,
      fileSource,
      folderSource,
    );
    const sourceOf = ({ content, encryption: readers }: StoredSubmission) => {
      if (readers !== null) return this.#encryptedSource;
      return content === 'folder' ? folderSource : fileSource;
    };

    // Plans and costs.
    this.settings = new QueueSettingsStore(database, commit, (accountId) => accounts.isPractice(accountId));
    const estimates = new Estimates(
      earlierSubmissions.paid(),
      (accountId, token) => tokens.balanceOf(accountId, token),
      (accountId) => accounts.hasCredits(accountId),
    );
    const costOf = (accountId: string, load: Load) => {
      const by = accounts.submitBy(accountId);
      return estimates.of({ accountId, token: by && tokenOf(by) }, load);
    };
    const addressOf = (accountId: string): string | null => {
      // The practice service has another port each time.
      if (accounts.isPractice(accountId)) return 'practice';
      const to = accounts.to(accountId);
      return to && (to.submitBaseUrl ?? to.baseUrl);
    };
    this.payloadLimits = new PayloadLimits(database, commit, earlierSubmissions, addressOf, events);
    this.#planned = new PlannedRows(this.payloadLimits, costOf, folderSource);
    const cache = new SubmissionCache(
      this.#journal.load(),
      (row) => this.#planned.planned(row),
      async (submission) => {
        await retriedWrites.write(() => this.#journal.update(cache.get(submission.id) ?? submission));
        const current = cache.get(submission.id);
        if (current !== null) publisher.changed(current);
      },
    );
    const batches = new Batches(clock, earlierSubmissions, this.#queries, estimates);
    this.costs = new Costs(accounts, tokens, earlierSubmissions, cache, this.settings, estimates, batches);

    // The window.
    this.#queues = new AccountQueues();
    this.#summaries = new Summaries(accounts, claims, retriedWrites, estimates, batches, this.#queues);
    const publisher = new Publisher(
      domainEvents,
      options.shownAccount,
      (submission) => (submission.partOf === null ? submission : parts.observe(submission)),
      (accountId) => ({ ...this.#summaries.of(accountId), held: this.costs.of(accountId) }),
      (submission) => {
        // A confirmed submission is never sent again.
        if (submission.state.kind === 'confirmed') this.#encryptedSource.discard(submission);
        batches.of(submission.accountId).observe(submission);
      },
      (accountId, ids) => {
        for (const id of ids) {
          this.#encryptedSource.forget(id);
          batches.of(accountId).forget(id);
        }
      },
    );
    // Files in parts.
    const divisions = new Divisions(
      clock,
      digests,
      this.#journal,
      cache,
      this.#queries,
      retriedWrites,
      publisher,
      this.payloadLimits,
      sourceOf,
      costOf,
      events,
    );
    const parts = new Parts(
      clock,
      digests,
      cache,
      this.#queries,
      batches,
      publisher,
      this.payloadLimits,
      divisions,
      sourceOf,
      events,
    );

    // Settling.
    const lateKeccak = new LateKeccak(cache, digests, this.#encryptedSource, parts);
    const settlement = new Settlement(
      clock,
      cache,
      earlierSubmissions,
      this.leftBehind,
      grace,
      accounts,
      tokens,
      estimates,
      batches,
      lateKeccak,
      events,
    );
    this.#settling = new Settling(clock, records, cache, earlierSubmissions, settlement, accounts, events, firstLookMs);
    this.byHand = new SettleByHand(clock, accounts, cache, earlierSubmissions, events);
    const duplicates = new Duplicates(records, cache, earlierSubmissions, parts);

    // Sending.
    const contents = new SmallFileCache();
    const uploads = new Uploads(
      files,
      this.#journal,
      cache,
      this.#encryptedSource,
      batches,
      publisher,
      parts,
      this.#settling,
      contents,
      limits,
    );
    this.#attempts = new Attempts(
      clock,
      accounts,
      this.#journal,
      cache,
      earlierSubmissions,
      retriedWrites,
      batches,
      publisher,
      this.payloadLimits,
      uploads,
      events,
      limits,
    );
    const preparing = new Preparing(
      cache,
      passphrases,
      sourceOf,
      batches,
      publisher,
      parts,
      contents,
      duplicates,
      events,
    );
    this.queue = new Queue(
      clock,
      accounts,
      claims,
      retriedWrites,
      cache,
      this.#restored,
      this.settings,
      this.costs,
      this.#queues,
      parts,
      this.#settling,
      this.#attempts,
      duplicates,
      preparing,
      events,
    );

    // Reactions to ended attempts and settled submissions.
    const readBalance = async (accountId: string): Promise<void> => {
      const to = await accounts.reach(accountId);
      if (to === null) return;
      await tokens.refresh(accountId, to, BALANCE_FRESH_MS);
      publisher.moved(accountId);
    };
    const follow = (submission: StoredSubmission): void => {
      if (awaitsRecord(submission.state)) this.#settling.watch(submission);
      if (submission.state.kind !== 'submitted') return;
      void readBalance(submission.accountId);
      for (const { id } of duplicates.heldFor(submission)) {
        void cache.save(cache.apply(id, { type: 'original-known', of: describeOriginal(submission) }));
      }
    };
    events.on('attempt-ended', follow);
    events.on('doubted', follow);
    events.on('settled', (submission, by) => {
      follow(submission);
      if (submission.state.kind !== 'waiting') return;
      // A submission that the records prove absent has cost nothing. The user's word is not proof.
      if (by === 'records') batches.of(submission.accountId).charge(submission.id, null);
      void this.queue.enqueue(submission, by === 'user' ? 'by-user' : 'by-records');
    });

    // Commands, removals and drops.
    this.removals = new Removals(clock, this.#journal, cache, batches, publisher, parts, this.#settling, this.queue);
    this.commands = new Commands(
      files,
      accounts,
      cache,
      this.#encryptedSource,
      folderSource,
      batches,
      parts,
      this.queue,
      this.#settling,
      this.#restored,
    );
    const disk = { files, isOwn };
    this.#intake = new Intake(
      disk,
      clock,
      this.#journal,
      cache,
      passphrases,
      folderFiles,
      this.costs,
      batches,
      publisher,
      this.#planned,
      this.queue,
      readBalance,
    );
    this.drops = new Drops(
      database,
      commit,
      disk,
      accounts,
      keys,
      cache,
      passphrases,
      folderFiles,
      folderSource,
      this.costs,
      this.payloadLimits,
      this.#intake,
      this.commands,
      domainEvents,
    );

    this.#batches = batches;
    this.cache = cache;
    this.#clock = clock;
    this.#events = events;
    this.parts = parts;
    this.publisher = publisher;
    this.#records = records;
    this.#retriedWrites = retriedWrites;
    this.#tokens = tokens;
  }

  /**
   * Resumes the work of an earlier run. No submission that may have been accepted is queued again. All rows are correct
   * when this returns, but it does not wait for the disk.
   */
  recover(): void {
    this.parts.recover();
    const submissions = [...this.cache.all()];
    for (const submission of submissions) this.#batches.recover(submission);
    const closed = submissions.map((submission) => this.#closeAttempt(submission));
    // Runs last, because a duplicate depends on all other submissions.
    const unwritten = new Map<number, Promise<void>[]>();
    for (const [index, { id, partOf }] of submissions.entries()) {
      const written = closed[index] ?? null;
      if (written !== null && partOf !== null)
        unwritten.set(partOf.row, [...(unwritten.get(partOf.row) ?? []), written]);
      const now = this.cache.get(id);
      const isToStop = now?.state.kind === 'waiting' && now.wish !== null;
      if (written === null || isToStop) this.#resume(id);
      else void written.then(() => this.#resume(id));
    }
    for (const { id, state } of submissions) {
      if (state.kind !== 'in-parts') continue;
      void Promise.all(unwritten.get(id) ?? []).then(() => {
        const row = this.cache.get(id);
        if (row?.state.kind === 'in-parts') this.parts.resume(row);
      });
    }
    for (const submission of this.cache.all()) {
      if (submission.partOf === null) this.#batches.of(submission.accountId).observe(submission);
    }
    this.removals.forgetEarlier();
  }

  /** The paths of the encrypted copies that may still be sent. */
  encryptedCopies(): ReadonlySet<string> {
    return this.#encryptedSource.copiesOf(this.cache.all());
  }

  /** Removes rows with a receipt that need no action. Rejected, cancelled and unsettled rows stay. */
  clearFinished(accountId: string): Promise<Removal | null> {
    const finished = this.cache.rowsOf(accountId).filter(({ state }) => isClearable(state));
    return this.removals.remove(finished.map(({ id }) => id));
  }

  async changeSettings(accountId: string, changed: Partial<QueueSettings>): Promise<void> {
    await this.settings.set(accountId, { ...this.settings.of(accountId), ...changed });
    this.publisher.moved(accountId);
    this.queue.wake();
  }

  /** Returns the probable cost of submitting a file again, with `size` bytes or as it is. Null while it is not known. */
  price(id: number, size?: number): EstimatedCost | null {
    const submission = this.cache.get(id);
    return submission && this.costs.priceOf(this.#planned.onceMore(submission, size));
  }

  /** Returns the probable cost of files of one account, and if it exceeds the spending limit. */
  costOf(
    accountId: string,
    files: readonly Submission[],
  ): { readonly estimate: CostEstimate | null; readonly isBeyondLimit: boolean } {
    const load = loadToCome(files.flatMap(({ id }) => this.cache.get(id) ?? []));
    return { estimate: this.costs.estimate(accountId, load), isBeyondLimit: this.costs.isBeyondLimit(accountId, load) };
  }

  /** Returns the folder that a file was dropped from. */
  folderOf(id: number): string | null {
    const submission = this.cache.get(id);
    return submission === null ? null : dirname(submission.droppedPath ?? submission.path);
  }

  /** Returns rows of any account; all if `ids` is null. */
  rows(ids: readonly number[] | null): SubmissionRow[] {
    const rows =
      ids === null ? [...this.cache.all()].filter(({ partOf }) => partOf === null) : this.cache.rowsNamed(ids);
    return rows.map((row) => ({ submission: toWindow(row), path: row.droppedPath ?? row.path }));
  }

  details(id: number): Result<SubmissionDetails> {
    // Confirmed parts are only on the disk.
    const submission = this.cache.get(id) ?? this.#queries.find(id);
    if (submission === null) return failure({ code: 'submission-gone' });
    const { accountId, path, droppedPath, keccak256, blake2b256, sha256, settlement, state } = submission;
    return success({
      submission: toWindow(submission),
      path: droppedPath ?? path,
      keccak256,
      blake2b256,
      sha256,
      attempts: this.#queries.attempts(id),
      record: 'submissionId' in state ? this.#records.get(accountId, state.submissionId) : null,
      settlement,
    });
  }

  /** Returns the parts of a row that exist so far. */
  partsOf({ id, which, offset, limit }: CallInputs['submissions.parts']): Result<readonly Part[]> {
    if (this.cache.get(id) === null) return failure({ code: 'submission-gone' });
    const stored =
      which === 'all' ? this.#queries.page(id, offset, limit) : this.#queries.troubledPage(id, offset, limit);
    return success(stored.map(({ part, number }) => toPart(this.cache.get(part.id) ?? part, number)));
  }

  /** Returns the rows of an account without their totals, which take longer. */
  list(accountId: string): Submission[] {
    return this.cache.rowsOf(accountId).map(toWindow);
  }

  /** Returns the counts and bytes of an account's batch: its files since the queue was last empty. */
  batchOf(accountId: string): Pick<BatchTotals, 'counts' | 'bytes'> & { readonly number: number } {
    const batch = this.#batches.of(accountId);
    return { number: batch.current, ...batch.totals() };
  }

  /** Returns what the window shows of an account. */
  view(accountId: string): AccountView {
    return {
      submissions: this.list(accountId),
      ...this.#summaries.of(accountId),
      held: this.costs.of(accountId),
      queueSettings: this.settings.of(accountId),
    };
  }

  /** True if bytes of an account are being sent now. */
  isSending(accountId: string): boolean {
    return this.#queues.of(accountId).sending.size > 0;
  }

  /** Starts nothing more, and resolves once nothing is being sent. Call before `close` to interrupt no upload. */
  async finishSending(): Promise<void> {
    this.queue.stopStarting();
    while ([...this.#queues.all()].some(({ sending }) => sending.size > 0)) await once(this.#events, 'unblocked');
  }

  /** Call when the address of the account has changed to another service. */
  moved(accountId: string): void {
    // Removed rows may be partly with the earlier service.
    this.removals.forget(accountId);
    this.#events.emit('payload-limit-changed', accountId);
  }

  /** Drops everything in memory of a removed account. The caller deletes its rows on the disk. */
  forgetAccount(accountId: string): void {
    const submissions = this.cache.ofAccount(accountId);
    for (const submission of submissions) {
      this.queue.interrupt(submission, 'cancel');
      this.cache.remove(submission.id);
    }
    this.removals.forget(accountId);
    this.drops.forgetAccount(accountId);
    this.#queues.forget(accountId);
    void this.#restored.release(accountId);
    this.#settling.forget(accountId);
    this.#tokens.forget(accountId);
    for (const { id } of submissions) this.parts.forget(id);
    this.payloadLimits.forget(accountId);
    const ids = submissions.flatMap(({ id, partOf }) => (partOf === null ? [id] : []));
    if (ids.length > 0) this.publisher.removed(accountId, ids);
    this.#batches.forget(accountId);
  }

  close(): void {
    this.#attempts.close();
    this.drops.close();
    this.#intake.close();
    this.queue.close();
    this.#settling.close();
    this.#retriedWrites.close();
    this.publisher.close();
  }

  /** Resumes a submission in its current state, which the user may have changed while the disk refused writes. */
  #resume(id: number): void {
    const submission = this.cache.get(id);
    if (submission === null) return;
    const isToBeSent = submission.state.kind === 'waiting' || submission.state.kind === 'retrying';
    if (isToBeSent && submission.partOf === null) void this.queue.enqueue(submission);
    if (awaitsRecord(submission.state)) this.#settling.watch(submission, true);
  }

  /** Resolves once the end of an interrupted attempt is on disk; null if there was none. */
  #closeAttempt(submission: StoredSubmission): Promise<void> | null {
    if (submission.state.kind !== 'sending') return null;
    const at = new Date(this.#clock.now()).toISOString();
    const number = submission.state.attempt;
    const whole = this.#journal.wholeBodyMayBeOut(submission.id, number);
    const event = whole ? answerLost(at, { code: 'interrupted' }) : ({ type: 'interrupted' } as const);
    const changed = this.cache.apply(submission.id, event);
    if (changed === null) return null;
    const failures = [{ code: whole ? 'ended-while-awaited' : 'ended-before-last-bytes' } as const];
    const end = { endedAt: at, outcome: 'interrupted', failures, detail: null } as const;
    return this.#retriedWrites
      .write(() => this.#journal.endAttempt(this.cache.get(submission.id) ?? changed, number, end))
      .then(() => this.publisher.changed(this.cache.get(submission.id) ?? changed));
  }
}
