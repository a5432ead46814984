import type { DatabaseSync } from 'node:sqlite';
import { awaitsRecord } from '../../shared/submissions/submission-state.ts';
import type { Tokens } from '../balances/index.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Encryption } from '../encryption/index.ts';
import type { FileThreads } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Clock, WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { EncryptedSource } from './content/encrypted-source.ts';
import { FileSource } from './content/file-source.ts';
import { FolderFiles } from './content/folder-files.ts';
import { FolderSource } from './content/folder-source.ts';
import { Costs } from './cost/costs.ts';
import { Estimates, type Load, tokenOf } from './cost/estimates.ts';
import { QueueSettingsStore } from './cost/queue-settings.ts';
import { type DropKeys, Drops } from './drops/drops.ts';
import { Intake } from './intake/intake.ts';
import { Removals } from './intake/removals.ts';
import { EarlierSubmissions } from './journal/earlier-submissions.ts';
import { Journal } from './journal/journal.ts';
import { LeftBehind } from './journal/left-behind.ts';
import { RestoredAccounts } from './journal/restored.ts';
import { Passphrases } from './journal/row-encryption.ts';
import type { StoredSubmission } from './journal/submission.ts';
import { SubmissionCache } from './journal/submission-cache.ts';
import { SubmissionQueries } from './journal/submission-queries.ts';
import { Divisions } from './parts/divisions.ts';
import { Parts } from './parts/parts.ts';
import { PlannedRows } from './parts/planned-rows.ts';
import { AccountQueues } from './progress/account-queue.ts';
import { Batches } from './progress/batch.ts';
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

export type SubmissionModules = ReturnType<typeof compose>;

/** Puts the feature together, lower layers first. Lower layers emit `events` for higher ones. */
export function compose(options: SubmissionsOptions) {
  const { database, commit, files, digests, encryption, keys, records, tokens, accounts, isOwn, clock } = options;
  const { limits, firstLookMs, events: domainEvents } = options;
  const grace = { ...standardGrace, ...options.grace };
  const events = new QueueEvents();

  // The journal and earlier submissions.
  const leftBehind = new LeftBehind(database, commit);
  const journal = new Journal(database, commit, leftBehind);
  const queries = new SubmissionQueries(database);
  const restored = new RestoredAccounts(database, commit);
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
  const encryptedSource = new EncryptedSource(
    encryption,
    files,
    retriedWrites,
    passphrases,
    folderFiles,
    fileSource,
    folderSource,
  );
  const sourceOf = ({ content, encryption: readers }: StoredSubmission) => {
    if (readers !== null) return encryptedSource;
    return content === 'folder' ? folderSource : fileSource;
  };

  // Plans and costs.
  const settings = new QueueSettingsStore(database, commit, (accountId) => accounts.isPractice(accountId));
  const estimates = new Estimates(earlierSubmissions.paid(), (accountId, token) => tokens.balanceOf(accountId, token));
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
  const payloadLimits = new PayloadLimits(database, commit, earlierSubmissions, addressOf, events);
  const planned = new PlannedRows(payloadLimits, costOf, folderSource);
  const cache = new SubmissionCache(
    journal.load(),
    (row) => planned.planned(row),
    async (submission) => {
      await retriedWrites.write(() => journal.update(cache.get(submission.id) ?? submission));
      const current = cache.get(submission.id);
      if (current !== null) publisher.changed(current);
    },
  );
  const batches = new Batches(clock, earlierSubmissions, queries, estimates);
  const costs = new Costs(accounts, tokens, earlierSubmissions, cache, settings, estimates, batches);

  // The window.
  const queues = new AccountQueues();
  const summaries = new Summaries(accounts, retriedWrites, estimates, batches, queues);
  const publisher = new Publisher(
    domainEvents,
    options.shownAccount,
    (submission) => (submission.partOf === null ? submission : parts.observe(submission)),
    (accountId) => ({ ...summaries.of(accountId), held: costs.of(accountId) }),
    (submission) => {
      // A confirmed submission is never sent again.
      if (submission.state.kind === 'confirmed') encryptedSource.discard(submission);
      batches.of(submission.accountId).observe(submission);
    },
    (accountId, ids) => {
      for (const id of ids) {
        encryptedSource.forget(id);
        batches.of(accountId).forget(id);
      }
    },
  );
  // Files in parts.
  const divisions = new Divisions(
    clock,
    digests,
    journal,
    cache,
    queries,
    retriedWrites,
    publisher,
    payloadLimits,
    sourceOf,
    costOf,
    events,
  );
  const parts = new Parts(
    clock,
    digests,
    cache,
    queries,
    batches,
    publisher,
    payloadLimits,
    divisions,
    sourceOf,
    events,
  );

  // Settling.
  const lateKeccak = new LateKeccak(cache, digests, encryptedSource, parts);
  const settlement = new Settlement(
    clock,
    cache,
    earlierSubmissions,
    leftBehind,
    grace,
    accounts,
    tokens,
    estimates,
    batches,
    lateKeccak,
    events,
  );
  const settling = new Settling(clock, records, cache, earlierSubmissions, settlement, accounts, events, firstLookMs);
  const byHand = new SettleByHand(clock, accounts, cache, earlierSubmissions, events);
  const duplicates = new Duplicates(records, cache, earlierSubmissions, parts);

  // Sending.
  const contents = new SmallFileCache();
  const uploads = new Uploads(
    files,
    journal,
    cache,
    encryptedSource,
    batches,
    publisher,
    parts,
    settling,
    contents,
    limits,
  );
  const attempts = new Attempts(
    clock,
    accounts,
    journal,
    cache,
    earlierSubmissions,
    retriedWrites,
    batches,
    publisher,
    payloadLimits,
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
  const queue = new Queue(
    clock,
    accounts,
    retriedWrites,
    cache,
    restored,
    settings,
    costs,
    queues,
    parts,
    settling,
    attempts,
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
    if (awaitsRecord(submission.state)) settling.watch(submission);
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
    void queue.enqueue(submission, by === 'user' ? 'by-user' : 'by-app');
  });

  // Commands, removals and drops.
  const removals = new Removals(clock, journal, cache, batches, publisher, parts, settling, queue);
  const commands = new Commands(
    files,
    accounts,
    cache,
    encryptedSource,
    folderSource,
    batches,
    parts,
    queue,
    settling,
    restored,
  );
  const disk = { files, isOwn };
  const intake = new Intake(
    disk,
    clock,
    journal,
    cache,
    passphrases,
    folderFiles,
    costs,
    batches,
    publisher,
    planned,
    queue,
    readBalance,
  );
  const drops = new Drops(
    database,
    commit,
    disk,
    accounts,
    keys,
    cache,
    passphrases,
    folderFiles,
    folderSource,
    costs,
    payloadLimits,
    intake,
    commands,
    domainEvents,
  );

  return {
    attempts,
    batches,
    byHand,
    cache,
    clock,
    commands,
    costs,
    drops,
    encryptedSource,
    intake,
    journal,
    leftBehind,
    queries,
    parts,
    payloadLimits,
    planned,
    publisher,
    queue,
    events,
    queues,
    records,
    removals,
    restored,
    retriedWrites,
    settings,
    settling,
    summaries,
    tokens,
  };
}
