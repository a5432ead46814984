import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type PracticeService,
  type PracticeServiceOptions,
  startPracticeService,
} from '../../practice-service/index.ts';
import type { SubmitBy } from '../../shared/bridge/accounts.ts';
import type { AddAnswer, Submission } from '../../shared/bridge/submissions.ts';
import { type Result, success } from '../../shared/failures/failure.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { waitingWords } from '../../shared/messages/submissions.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { SubmissionStateKind } from '../../shared/submissions/submission-state.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { Tokens } from '../balances/index.ts';
import { type RecordedEvent, RecordedEvents } from '../domain-events.fixture.ts';
import { Encryption } from '../encryption/index.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { expenditureOf } from '../service/endpoints/expenditure.fixture.ts';
import { type Connection, closeConnections, getAllTokens, RateLimiters } from '../service/index.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { dropPaths } from './drops/drop.fixture.ts';
import { type SendingAccounts, Submissions, type SubmissionsOptions } from './index.ts';
import type { ApproveRetry } from './queue/commands.ts';
import { type Fault, startFaultyProxy } from './sending/faulty-proxy.fixture.ts';
import { digests, files } from './threads.fixture.ts';

/** A test rig: `Submissions` with a real database and a real practice service, in a folder that is removed afterwards. */
export type Rig = {
  readonly submissions: Submissions;
  readonly database: DatabaseSync;
  readonly service: PracticeService;
  readonly events: readonly RecordedEvent[];
  readonly folder: string;
  readonly all: () => Submission[];
  readonly named: (name: string) => Submission;
  /** The sentence in the window that names what the queue waits for. Empty while it sends. */
  readonly waitingWords: () => string;
  /** The number of bodies sent to the service, repeated ones included. Only for rigs with faults. */
  readonly filesOnTheirWay: () => number;
  /** Creates files with these contents, and drops them. */
  readonly drop: (files: Readonly<Record<string, string | Buffer>>) => Promise<Result<AddAnswer>>;
  /** Resolves once `holds` returns true. Checks again after every change. */
  readonly until: (holds: () => boolean) => Promise<void>;
  readonly untilAll: (...kinds: SubmissionStateKind[]) => Promise<void>;
  /** Returns the service's own ledger. */
  readonly ledger: () => Promise<readonly SubmissionRecord[]>;
  readonly spent: () => Promise<bigint>;
  /** Resolves once all decisions so far are on the disk. */
  readonly written: () => Promise<void>;
  /** Ends the run as a kill would, once all decisions are on the disk, and starts a new run on the same data. */
  readonly restart: (changes?: RigChanges) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type RigChanges = Partial<
  Pick<SubmissionsOptions, 'claims' | 'files' | 'grace' | 'keys' | 'limits' | 'shownAccount'>
> & {
  readonly now?: () => number;
  readonly monotonic?: () => number;
  readonly isTrusted?: () => boolean;
  readonly isPractice?: () => boolean;
  /** True if the account pays with credits. By default, the service's dialect decides. */
  readonly hasCredits?: () => boolean;
  /** The connection for reading, if it differs from that for submitting. */
  readonly connection?: () => Connection | null;
  readonly submitBy?: SubmitBy;
  /** The service's address. Called for each use. */
  readonly address?: (service: PracticeService) => string;
  /** Called for each use. */
  readonly problem?: SendingAccounts['problem'];
  /** True if the account can submit. Called for each use. */
  readonly canSubmit?: () => boolean;
  readonly credentials?: (service: PracticeService) => { apiKey: string | null; accessToken: string | null };
  /** Called while the data file is closed. */
  readonly beforeOpening?: (databasePath: string) => void;
  /** Called before a new run recovers the work of the one before. */
  readonly beforeRecovery?: (database: DatabaseSync) => void;
};

export type RigOptions = RigChanges & {
  readonly service?: Omit<PracticeServiceOptions, 'dataDir'>;
  /** Creates a data file before it is opened for the first time. */
  readonly lay?: (databasePath: string) => void;
  /** The fault for each body on its way to the service. */
  readonly nextFault?: (bytes: number) => Fault;
};

const accountId = practiceAccount.id;
const rigs: Rig[] = [];
/** The open rigs. Some tests run at the same time and share connections. */
const alive = new Set<Rig>();

/** Call after each test. */
export async function closeRigs(): Promise<void> {
  // Records may use the database of a rig.
  await closeRecordsHere();
  for (const rig of rigs.splice(0)) await rig.close();
}

export async function openRig(options: RigOptions = {}): Promise<Rig> {
  const { service: serviceOptions = {}, lay, nextFault, ...first } = options;
  // Rows have paths without links. On macOS the temporary folder is behind a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'submissions-')));
  const service = await startPracticeService({
    dataDir: join(folder, 'service'),
    blockTimeSeconds: 0.2,
    // Tests of large files set their own limit.
    payloadLimitBytes: 16 * 1024 ** 3,
    ...serviceOptions,
  });
  const proxy = nextFault === undefined ? null : await startFaultyProxy(service.url, nextFault);
  const listeners = new Set<() => void>();
  const events = new RecordedEvents(() => {
    for (const listener of [...listeners]) listener();
  });
  const direct: Connection = {
    baseUrl: service.url,
    submitBaseUrl: null,
    credentials: async () => ({ apiKey: service.apiKey, accessToken: service.accessToken }),
  };

  /** The databases of ended runs. */
  const left: DatabaseSync[] = [];

  async function open(changes: RigChanges) {
    const database = openDatabase(join(folder, 'dropslip.db'));
    const { commit } = new GroupCommit(database);
    await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
    const encryption = new Encryption(
      new URL('../encryption/quick-encryption-worker.fixture.ts', import.meta.url),
      new URL('../digests/digest-worker.ts', import.meta.url),
      join(folder, 'encrypted'),
    );
    const {
      submitBy = { variant: 'api-key' },
      address,
      problem = () => null,
      canSubmit = () => true,
      credentials,
      beforeRecovery: _,
      beforeOpening: __,
      now = Date.now,
      monotonic = () => performance.now(),
      isTrusted = () => true,
      isPractice = () => true,
      hasCredits = () => serviceOptions.dialect === 'credits',
      connection: readingConnection,
      ...submissionsChanges
    } = changes;
    const limiters = new RateLimiters({ now, monotonic });
    const connection = (): Connection => ({
      ...direct,
      serviceKind: hasCredits() ? 'credits' : null,
      rateLimiter: (family) => limiters.of(accountId, family),
      baseUrl: address?.(service) ?? proxy?.url ?? service.url,
      credentials: async () => credentials?.(service) ?? { apiKey: service.apiKey, accessToken: service.accessToken },
    });
    const destination = () => (canSubmit() ? { connection: connection(), submitBy } : null);
    const to = readingConnection ?? (() => destination()?.connection ?? null);
    const accounts: SendingAccounts = {
      to,
      reach: to,
      destination,
      submitBy: () => destination()?.submitBy ?? null,
      hasCredits,
      rateLimiter: () => limiters.of(accountId, submitBy.variant),
      problem,
      isPractice,
      isTrusted,
      onRefused: () => undefined,
    };
    const records = openRecordsHere(database, commit, { events, now });
    const submissions = new Submissions({
      database,
      commit,
      files,
      digests,
      encryption,
      records,
      tokens: new Tokens(database, commit, now),
      keys: null,
      accounts,
      clock: { now, monotonic },
      shownAccount: () => accountId,
      isOwn: () => false,
      grace: { earlierRun: 200, thisRun: 200, lateList: 60_000 },
      firstLookMs: 200,
      events,
      ...submissionsChanges,
    });
    const stop = async (): Promise<void> => {
      submissions.close();
      await Promise.all([records.close(), encryption.close()]);
      // Answers may still arrive, and must not be written any more.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA query_only = TRUE');
      left.push(database);
    };
    // Writes happen in the order of the calls.
    const written = (): Promise<void> => commit(() => undefined);
    return { submissions, database, written, stop };
  }

  lay?.(join(folder, 'dropslip.db'));
  let current = await open(first);
  const all = (): Submission[] => current.submissions.list(accountId);

  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  }

  let closed = false;
  const rig: Rig = {
    get submissions() {
      return current.submissions;
    },
    get database() {
      return current.database;
    },
    service,
    events: events.all,
    folder,
    all,
    filesOnTheirWay: () => proxy?.submissions() ?? 0,
    waitingWords: () => {
      const { waitingFor } = current.submissions.view(accountId).summary;
      return waitingFor === null ? '' : waitingWords(waitingFor, Date.now());
    },
    named: (name) => {
      const found = all().find((submission) => submission.name === name);
      if (found === undefined) throw new Error(`There is no row for ${name}.`);
      return found;
    },
    drop: async (files) => {
      await mkdir(join(folder, 'files'), { recursive: true });
      const paths = Object.keys(files).map((name) => join(folder, 'files', name));
      await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, 'files', name), bytes)));
      return dropPaths(current.submissions.drops, accountId, paths);
    },
    until,
    untilAll: (...kinds) => until(() => all().every(({ state }) => kinds.includes(state.kind))),
    ledger: async () => {
      const listed = await expenditureOf(direct, { limit: 100_000 });
      if (!listed.ok) throw new Error(failureMessage(listed.error));
      return listed.value.entries;
    },
    spent: async () => {
      const tokens = await getAllTokens(direct, { limit: 100 });
      const first = tokens.ok ? tokens.value[0] : undefined;
      return 100_000_000_000_000_000_000n - BigInt(first?.tokenBalance ?? 0);
    },
    written: () => current.written(),
    restart: async (changes = {}) => {
      current.submissions.close();
      await current.written();
      await current.stop();
      changes.beforeOpening?.(join(folder, 'dropslip.db'));
      current = await open({ ...first, ...changes });
      changes.beforeRecovery?.(current.database);
      current.submissions.recover();
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await current.stop();
      alive.delete(rig);
      if (alive.size === 0) closeConnections();
      await proxy?.close();
      await service.close();
      for (const database of left) database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  rigs.push(rig);
  alive.add(rig);
  return rig;
}

/** Approves all retries. */
export const agreed: ApproveRetry = async (tried) => success(tried.map(({ id }) => id));

export { accountId };

/**
 * Leaves rows on the disk as a kill does: `half` with a part of its body sent, `whole` with all of it, `next` waiting,
 * others paused.
 */
export async function leaveInTheMiddle(rig: Rig): Promise<void> {
  await rig.submissions.commands.pause(rig.all().map(({ id }) => id));
  await rig.untilAll('paused');
  const put = rig.database.prepare('UPDATE submissions SET state = ? WHERE name = ?');
  const attempt = rig.database.prepare(
    `INSERT OR REPLACE INTO attempts (local_id, number, started_at, whole_body_may_be_out, outcome)
     VALUES (?, 9, '2026-11-21T12:00:00.000Z', ?, 'under-way')`,
  );
  put.run('{"kind":"waiting"}', 'next');
  for (const [name, whole] of [
    ['half', 0],
    ['whole', 1],
  ] as const) {
    put.run('{"kind":"sending","attempt":9}', name);
    attempt.run(rig.named(name).id, whole);
  }
}
