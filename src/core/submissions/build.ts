import type { DatabaseSync } from 'node:sqlite';
import type { AccountProblem, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Destination } from '../accounts/index.ts';
import type { Tokens } from '../balances/index.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Encryption } from '../encryption/index.ts';
import type { FileThreads } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Clock, Connection, RateLimiter, Reach, WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { EncryptedSource } from './content/encrypted-source.ts';
import { FileSource } from './content/file-source.ts';
import { FolderFiles } from './content/folder-files.ts';
import { FolderSource } from './content/folder-source.ts';
import { Passphrases } from './content/row-encryption.ts';
import type { Load } from './cost/cost-history.ts';
import { Costs } from './cost/costs.ts';
import { Estimates, tokenOf } from './cost/estimates.ts';
import { Drops } from './drops/drops.ts';
import type { DropKeys } from './drops/readers.ts';
import { FollowUp } from './follow-up.ts';
import { Duplicates } from './intake/duplicates.ts';
import { Intake } from './intake/intake.ts';
import { Preparing, SmallFileCache } from './intake/preparing.ts';
import { Removals } from './intake/removals.ts';
import { EarlierSubmissions } from './journal/earlier-submissions.ts';
import { Journal } from './journal/journal.ts';
import { LeftBehind } from './journal/left-behind.ts';
import { PartRows } from './journal/part-rows.ts';
import { Payments } from './journal/payments.ts';
import { RestoredAccounts } from './journal/restored.ts';
import type { StoredSubmission } from './journal/submission.ts';
import { SubmissionCache } from './journal/submission-cache.ts';
import { Parts } from './parts/parts.ts';
import { PlannedRows } from './parts/planned-rows.ts';
import { Batches } from './progress/batches.ts';
import { Publisher } from './progress/publisher.ts';
import { Summaries } from './progress/summaries.ts';
import { AccountQueues } from './queue/account-queue.ts';
import { Commands } from './queue/commands.ts';
import { Queue } from './queue/queue.ts';
import { QueueSettingsStore } from './queue/queue-settings.ts';
import { QueueEvents } from './queue-events.ts';
import { Attempts } from './sending/attempts.ts';
import { PayloadLimits } from './sending/payload-limits.ts';
import { LateKeccak } from './settling/late-keccak.ts';
import { type Grace, standardGrace } from './settling/search.ts';
import { SentBefore } from './settling/sent-before.ts';
import { SettleByHand } from './settling/settle-by-hand.ts';
import { Settling } from './settling/settling.ts';

export type SubmissionsParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly files: FileThreads;
  /** Whether a path lies in the app's own folders; nothing does unless said. */
  readonly isOwn?: (path: string) => boolean;
  readonly digests: Digests;
  readonly encryption: Encryption;
  /** Who can read what accounts submit; nobody but anybody unless said. */
  readonly keys?: DropKeys;
  readonly records: Records;
  readonly tokens: Tokens;
  /** Epoch milliseconds, for showing and keeping. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps, for waiting; the process's own unless said. */
  readonly monotonic?: () => number;
  readonly destination: (accountId: string) => Destination | null;
  /** How to reach an account for reading, also while something keeps it from submitting; else by `destination`. */
  readonly connection?: (accountId: string) => Connection | null;
  /** The same for who can wait until it is up; else by `connection`. */
  readonly reach?: Reach;
  /** How an account submits, whether its service is up or not; else by `destination`. */
  readonly submitBy?: (accountId: string) => SubmitBy | null;
  /** What the service allows the credential that an account submits with; nobody else uses it unless said. */
  readonly rateLimiter: (accountId: string) => RateLimiter;
  /** What keeps an account from submitting; null when nothing does. */
  readonly accountProblem?: (accountId: string) => AccountProblem | null;
  /** Whether an account's lists are known to hold all that it submits, at once (the practice account). */
  readonly isTrusted?: (accountId: string) => boolean;
  /** Nothing real is spent with it: no number of files is asked about there unless a person sets one. No account unless said. */
  readonly isPractice?: (accountId: string) => boolean;
  /** The account that the window shows; its summary is told. All accounts' rows are. */
  readonly shownAccount: () => string;
  /** A send failed for want of a credential that the service takes; the account's submissions wait from here on. */
  readonly onProblem: (accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection) => void;
  readonly events: DomainEvents;
  readonly limits?: WireLimits;
  readonly grace?: Partial<Grace>;
  /** How soon the records are looked at for what is new (milliseconds); a second unless said. */
  readonly firstLookMs?: number;
};

/** At most this lies between two looks at the records of an account because its service limits its requests. */
const LONGEST_PACED_GAP_MS = 30_000;

export type SubmissionModules = ReturnType<typeof buildModules>;

/** Puts the feature together: each module is given only what stands before it, and hears of the others by `events`. */
export function buildModules(parts: SubmissionsParts) {
  const kept = buildStores(parts);
  const progress = buildProgress(parts, kept);
  const common = { ...parts, ...kept, ...progress, grace: { ...standardGrace, ...parts.grace } };
  const { rateLimiter, settings } = common;
  const duplicates = new Duplicates(common);
  const lateKeccak = new LateKeccak(common.cache, common.digests, common.encryptedSource, common.parts, common.persist);
  const settling = new Settling({
    ...common,
    withKeccak: (submission) => lateKeccak.of(submission),
    gapMs: (accountId) => Math.min(rateLimiter(accountId).windowMs() / 2, LONGEST_PACED_GAP_MS),
  });
  const byHand = new SettleByHand(common);
  const sentBefore = new SentBefore({ ...common, settling });
  const contents = new SmallFileCache();
  const attempts = new Attempts({ ...common, contents, settling });
  const queue = new Queue({
    ...common,
    preparing: new Preparing({ ...common, contents, duplicates }),
    settings: (accountId) => settings.of(accountId),
    duplicates,
    sentBefore,
    attempts,
  });
  const intake = new Intake({ ...common, queue });
  const commands = new Commands({
    ...common,
    queue,
    // Read once more, so that what was submitted after the copy is recognised by its hash.
    releaseRestored: (accountId) => settling.readAll(accountId).then(() => common.restored.release(accountId)),
    readRecords: (submissions) => settling.readNow(submissions),
  });
  const drops = new Drops({
    ...common,
    approve: (ids) => commands.approve(ids, false),
    keys: parts.keys ?? null,
    intake: {
      add: (accountId, paths, isFor) => {
        void followUp.readBalance(accountId);
        return intake.add(accountId, paths, isFor);
      },
      addFolders: (accountId, folders, how) => intake.addFolders(accountId, folders, how),
    },
    partSizeOf: (accountId) => common.payloadLimits.divisionOf(accountId).partSize,
  });
  const removals = new Removals({ ...common, queue, settling });
  const followUp = new FollowUp({ ...common, settling, queue, duplicates });
  return {
    ...kept,
    ...progress,
    settling,
    byHand,
    attempts,
    queue,
    intake,
    drops,
    removals,
    commands,
    followUp,
  };
}

/** What is known, in memory and on disk, and what of the outside all modules need. */
function buildStores(parts: SubmissionsParts) {
  const { database, commit, tokens, destination } = parts;
  const clock: Clock = { now: parts.now, monotonic: parts.monotonic ?? (() => performance.now()) };
  const events = new QueueEvents();
  const leftBehind = new LeftBehind(database, commit);
  const journal = new Journal(database, commit, leftBehind);
  const payments = new Payments(database);
  const estimates = new Estimates(payments.known(), (accountId, token) => tokens.balanceOf(accountId, token));
  const { isPractice = () => false } = parts;
  const connection = parts.connection ?? ((accountId: string) => destination(accountId)?.connection ?? null);
  const { reach = connection, submitBy = (accountId: string) => destination(accountId)?.submitBy ?? null } = parts;
  const earlierSubmissions = new EarlierSubmissions(database);
  const addressOf = (accountId: string): string | null => {
    // The practice service has another port each time.
    if (isPractice(accountId)) return 'practice';
    const to = connection(accountId);
    return to && (to.submitBaseUrl ?? to.baseUrl);
  };
  const payloadLimits = new PayloadLimits({ database, commit, events, earlierSubmissions, addressOf });
  const costOf = (accountId: string, load: Load) => {
    const by = submitBy(accountId);
    return estimates.of({ accountId, token: by === null ? null : tokenOf(by) }, load);
  };
  const folderFiles = new FolderFiles(database, commit);
  const fileSource = new FileSource(parts.digests);
  const passphrases = new Passphrases(parts.keys ?? null);
  const retriedWrites = new RetriedWrites(
    (detail) => parts.events.notice({ code: 'disk-full', detail }),
    () => {
      parts.events.notice({ code: 'queue-resumed' });
      events.emit('unblocked');
    },
  );
  const folderSource = new FolderSource({ ...parts, folderFiles, retriedWrites });
  const content = { folderFiles, folderSource, passphrases, fileSource, retriedWrites };
  const planned = new PlannedRows(payloadLimits, costOf, folderSource);
  const settings = new QueueSettingsStore(database, commit, isPractice);
  return {
    clock,
    events,
    leftBehind,
    journal,
    payments,
    estimates,
    ...content,
    encryptedSource: new EncryptedSource({ ...parts, ...content }),
    partRows: new PartRows(database, commit),
    payloadLimits,
    planned,
    cache: new SubmissionCache(journal.load(), (row) => planned.planned(row)),
    earlierSubmissions,
    restored: new RestoredAccounts(database, commit),
    settings,
    isPractice,
    costOf,
    accounts: new AccountQueues(),
    retriedWrites,
    connection,
    reach,
    submitBy,
    isTrusted: parts.isTrusted ?? (() => false),
    isOwn: parts.isOwn ?? (() => false),
  };
}

/** What the window is told of it. */
function buildProgress(parts: SubmissionsParts, kept: ReturnType<typeof buildStores>) {
  const { cache, journal, retriedWrites } = kept;
  const batches = new Batches(kept);
  const batchOf = (accountId: string) => batches.of(accountId);
  const { destination, accountProblem = () => null } = parts;
  const costs = new Costs({ ...parts, ...kept, batchOf });
  const summaries = new Summaries({ ...parts, ...kept, batchOf, destination, accountProblem });
  const publisher = new Publisher({
    events: parts.events,
    shown: parts.shownAccount,
    shownBy: (submission) => (submission.partOf === null ? submission : rows.observe(submission)),
    progress: (accountId) => ({ ...summaries.of(accountId), held: costs.of(accountId) }),
    observe: (submission) => {
      // What is confirmed in a block never goes out again.
      if (submission.state.kind === 'confirmed') kept.encryptedSource.discard(submission);
      batchOf(submission.accountId).observe(submission);
      costs.observe(submission);
    },
    forget: (accountId, ids) => {
      costs.forget(ids);
      for (const id of ids) {
        kept.encryptedSource.forget(id);
        batchOf(accountId).forget(id);
      }
    },
  });

  /** Writes a submission as it is and shows it. Never rejects: what the disk does not take now is held until it does. */
  async function persist(submission: StoredSubmission): Promise<void> {
    await retriedWrites.write(() => journal.update(cache.get(submission.id) ?? submission));
    const current = cache.get(submission.id);
    if (current !== null) publisher.changed(current);
  }

  const sourceOf = ({ content, encryption }: StoredSubmission) => {
    if (encryption !== null) return kept.encryptedSource;
    return content === 'folder' ? kept.folderSource : kept.fileSource;
  };
  const rows = new Parts({
    ...parts,
    ...kept,
    sourceOf,
    persist,
    show: (row) => publisher.changed(row),
    keepCharge: ({ accountId, id }) => batchOf(accountId).keepCharge(id),
  });
  return { batches, batchOf, costs, summaries, publisher, persist, parts: rows, sourceOf };
}
