import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AccountStore } from '../../src/core/accounts/account-store.ts';
import { practiceAccount } from '../../src/core/accounts/practice-account.ts';
import { Tokens } from '../../src/core/balances/index.ts';
import { Digests } from '../../src/core/digests/index.ts';
import type { DomainEvents } from '../../src/core/domain-events.ts';
import { Encryption } from '../../src/core/encryption/index.ts';
import { FileThreads } from '../../src/core/files/index.ts';
import { Records, startEngine } from '../../src/core/records/index.ts';
import { closeConnections, RateLimiters, type WireLimits } from '../../src/core/service/index.ts';
import { type Commit, GroupCommit, openDatabase } from '../../src/core/storage/index.ts';
import { knownFileQueries, Submissions, type SubmissionsOptions } from '../../src/core/submissions/index.ts';
import type { SubmitBy } from '../../src/shared/bridge/accounts.ts';

/** The address and credentials of a stand-alone practice service. */
export type ServiceAddress = { readonly url: string; readonly apiKey: string; readonly accessToken: string };

export type SubmissionsCore = {
  readonly accountId: string;
  readonly submissions: Submissions;
  readonly records: Records;
  readonly database: DatabaseSync;
  /**
   * Ends like the app: finished work is on disk when this resolves, interrupted work continues at the next start. The
   * database stays open, like the app's until its process ends.
   */
  readonly close: () => Promise<void>;
};

/** The worker thread scripts: the sources, or the built ones. */
type ThreadScripts = { readonly digests: URL; readonly files: URL; readonly records: URL };

const core = new URL('../../src/core/', import.meta.url);
const sources: ThreadScripts = {
  digests: new URL('digests/digest-worker.ts', core),
  files: new URL('files/file-worker.ts', core),
  records: new URL('records/records-worker.ts', core),
};

export type SubmissionsCoreParts = {
  readonly userData: string;
  readonly service: ServiceAddress;
  readonly events: DomainEvents;
  /** Called after each flush to disk. */
  readonly onCommitted?: () => void;
  /** The default is the API key. */
  readonly submitBy?: SubmitBy;
  /** True if the service is one with credits. The default is false. */
  readonly hasCredits?: boolean;
  /** The default is that of the app. */
  readonly grace?: NonNullable<SubmissionsOptions['grace']>;
  readonly limits?: WireLimits;
  /** The default is the clocks of this machine. */
  readonly now?: () => number;
  readonly monotonic?: () => number;
  /** The default is the sources. */
  readonly scripts?: ThreadScripts;
  /** Threads that read files. The caller closes them. Without them the core starts and closes its own. */
  readonly readers?: { readonly digests: Digests; readonly files: FileThreads };
  /** The encryption and keys for private drops. Required for private drops. */
  readonly privacy?: { readonly encryption: Encryption; readonly keys: NonNullable<SubmissionsOptions['keys']> };
  readonly commitTo?: (database: DatabaseSync) => Pick<GroupCommit, 'commit' | 'flush'>;
};

/** The path of the app's database in its data folder, equal to that in `src/main/start/first-window.ts`. */
export function databasePath(userData: string): string {
  return join(userData, 'dropslip.db');
}

/**
 * The app without its window: storage, digests and submissions connected like in `src/core/features.ts`. The service runs
 * in another process, so that it outlives this one. Call `submissions.recover` to continue an earlier run.
 */
export async function openSubmissionsCore(parts: SubmissionsCoreParts): Promise<SubmissionsCore> {
  const database = openDatabase(databasePath(parts.userData));
  const shared = parts.commitTo?.(database) ?? new GroupCommit(database);
  const now = parts.now ?? Date.now;
  const { onCommitted } = parts;
  const commit: Commit =
    onCommitted === undefined
      ? shared.commit
      : (write) => {
          const committed = shared.commit(write);
          // Not part of the returned promise, so that it adds no delay to the submissions.
          committed.then(onCommitted, () => undefined);
          return committed;
        };
  await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
  const scripts = parts.scripts ?? sources;
  const digests = parts.readers?.digests ?? new Digests(scripts.digests);
  const files = parts.readers?.files ?? new FileThreads(scripts.files);
  const { url, apiKey, accessToken } = parts.service;
  const clock = { now, monotonic: parts.monotonic ?? (() => performance.now()) };
  const limiters = new RateLimiters(clock);
  const { hasCredits = false } = parts;
  const destination = {
    submitBy: parts.submitBy ?? { variant: 'api-key' },
    connection: {
      baseUrl: url,
      submitBaseUrl: null,
      serviceKind: hasCredits ? 'credits' : null,
      credentials: () => Promise.resolve({ apiKey, accessToken }),
      rateLimiter: (family: SubmitBy['variant']) => limiters.of(practiceAccount.id, family),
    },
  } as const;
  const recordsData = { databasePath: databasePath(parts.userData), ownFiles: knownFileQueries };
  const records = new Records(
    () => startEngine(scripts.records, recordsData),
    database,
    join(parts.userData, 'exports'),
    () => 'en',
    () => destination.connection,
    { known: () => [], read: async () => undefined },
    now,
    parts.events,
  );
  const submissions = new Submissions({
    database,
    commit,
    files,
    digests,
    encryption: parts.privacy?.encryption ?? new Encryption(scripts.digests, scripts.digests, 'unused'),
    keys: parts.privacy?.keys ?? null,
    records,
    tokens: new Tokens(database, commit, now),
    accounts: {
      to: () => destination.connection,
      reach: () => destination.connection,
      destination: () => destination,
      submitBy: () => destination.submitBy,
      hasCredits: () => hasCredits,
      rateLimiter: () => limiters.of(practiceAccount.id, destination.submitBy.variant),
      problem: () => null,
      // False, like for an account of a real service, whose behaviour is not known in advance.
      isTrusted: () => false,
      // Sends drops without a question about their cost.
      isPractice: () => true,
      onRefused: () => undefined,
    },
    clock,
    shownAccount: () => practiceAccount.id,
    isOwn: () => false,
    events: parts.events,
    ...(parts.grace === undefined ? {} : { grace: parts.grace }),
    ...(parts.limits === undefined ? {} : { limits: parts.limits }),
  });
  return {
    accountId: practiceAccount.id,
    submissions,
    records,
    database,
    close: async () => {
      submissions.close();
      shared.flush();
      closeConnections();
      await Promise.all([parts.readers === undefined && digests.close(), records.close()]);
      shared.flush();
    },
  };
}
