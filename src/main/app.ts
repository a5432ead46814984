import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Snapshot } from '../shared/bridge/app.ts';
import type { Question } from '../shared/bridge/confirmation.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import {
  AccountStore,
  Accounts,
  type AccountsParts,
  CredentialStore,
  KeytarKeychain,
  startPracticeService,
  Vault,
} from './accounts/index.ts';
import { AccountPolling, Balances, mayBeCharged, oldestRecord, Tokens } from './balances/index.ts';
import { Consent } from './consent.ts';
import { Deposits } from './deposits/index.ts';
import { createDiagnostics } from './diagnostics/index.ts';
import { startDigests } from './digests/index.ts';
import type { DomainEvents } from './domain-events.ts';
import { FileThreads } from './files/index.ts';
import { createLookup } from './lookup/index.ts';
import { createKeptSubmissions, createReceipts, type ReceiptsParts, readReceiptsIn } from './receipts/index.ts';
import { mostKept, Records, startEngine } from './records/index.ts';
import { readListsIn } from './service/index.ts';
import type { GroupCommit } from './storage/index.ts';
import { knownFileQueries, SubmissionQueries, Submissions } from './submissions/index.ts';

/** Names of tokens hardly ever change; records that were read within this time need not be read to reckon with them. */
const TOKENS_FRESH_FOR_MS = 5 * 60_000;
const RECORDS_FRESH_FOR_MS = 60_000;

export type AppParts = {
  /** The app's data folder, and its database in it. */
  readonly userData: string;
  readonly data: { readonly database: DatabaseSync; readonly databasePath: string; readonly commit: GroupCommit };
  /** Whether a path lies in the app's own folders. */
  readonly isOwn: (path: string) => boolean;
  readonly app: { readonly version: string; readonly folder: string; readonly locale: () => string };
  readonly versions: AccountsParts['versions'];
  /** Asks the person in a window that no page can reach. */
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly print: ReceiptsParts['print'];
  readonly events: DomainEvents;
};

export type App = Awaited<ReturnType<typeof openApp>>;

/** Builds the features and subscribes them to each other's events. Nothing is taken up again before `recover`. */
export async function openApp(parts: AppParts) {
  const { database, databasePath, commit } = parts.data;
  const common = { ...parts, database, databasePath, commit, now: Date.now, ...openThreads() };
  const accounts = await openAccountsOf(common);
  const money = openMoney({ ...common, ...accounts });
  const submissions = openSubmissions({ ...common, ...accounts, ...money });
  const balances = openBalances({ ...common, ...accounts, ...money, submissions });
  const features = { ...accounts, ...money, submissions, ...balances };
  const asked = openAsked({ ...common, ...features });
  const app = { ...common, ...features, ...asked };
  subscribe(app);
  return {
    ...app,
    allSubmissions: (): Submission[] => allSubmissions(app),
    snapshot: (): Snapshot => ({
      version: parts.app.version,
      accounts: app.accounts.list(),
      activeAccountId: app.accounts.activeId(),
      ...submissions.view(app.accounts.activeId()),
    }),

    /** So that what was sent since the data was copied is recognised when it is dropped again. */
    readAllRecords(): void {
      for (const { id } of app.accounts.list()) void app.records.refresh(id, 0);
    },

    /** Takes up what an earlier run has left. All that is shown is true when it returns; the disk is not waited for. */
    recover(): void {
      submissions.recover();
      app.deposits.recover();
      app.lookup.resumeWatches();
    },

    /** Whether the keychain is being asked, which nobody can call back. */
    isStuck: () => accounts.keychain.isAsking(),

    close: (): Promise<void> => close(app),
  };
}

type Common = AppParts & AppParts['data'] & ReturnType<typeof openThreads> & { readonly now: () => number };
type OpenAccounts = Awaited<ReturnType<typeof openAccountsOf>>;
type Money = ReturnType<typeof openMoney>;
type OpenSubmissions = ReturnType<typeof openSubmissions>;
type Features = Common &
  OpenAccounts &
  Money &
  ReturnType<typeof openBalances> &
  ReturnType<typeof openAsked> & { readonly submissions: OpenSubmissions };

function openThreads() {
  readListsIn(new URL('./lists.js', import.meta.url));
  readReceiptsIn(new URL('./receipts.js', import.meta.url));
  return {
    files: new FileThreads(new URL('./files.js', import.meta.url)),
    digests: startDigests(new URL('./digest.js', import.meta.url)),
  };
}

async function openAccountsOf({ userData, database, commit, events, now, ...parts }: Common) {
  const script = new URL('./practice-service.js', import.meta.url);
  const practice = startPracticeService(script, join(userData, 'practice'), events);
  const keychain = new KeytarKeychain();
  const consent = new Consent(parts.confirm);
  const accounts = await Accounts.open({
    store: new AccountStore(database, commit),
    vault: new Vault(keychain, new CredentialStore(database, commit)),
    practice,
    now,
    consent,
    versions: parts.versions,
    events,
  });
  return { practice, keychain, consent, accounts, connection: (accountId: string) => accounts.connection(accountId) };
}

/** What the service and its records say of tokens and of what was spent. */
function openMoney({ userData, databasePath, database, commit, events, now, connection }: Common & OpenAccounts) {
  const tokens = new Tokens(database, commit, now);
  const data = { databasePath, most: mostKept, ownFiles: knownFileQueries };
  const records = new Records({
    start: (listener) => startEngine(new URL('./records.js', import.meta.url), data, listener),
    database,
    exportFolder: join(userData, 'exports'),
    now,
    connection,
    knownTokens: (accountId) => tokens.known(accountId),
    readTokens: (accountId, to) => tokens.refresh(accountId, to, TOKENS_FRESH_FOR_MS),
    events,
  });
  return { tokens, records };
}

function openSubmissions({ accounts, ...parts }: Common & OpenAccounts & Money) {
  return new Submissions({
    ...parts,
    destination: (accountId) => accounts.destination(accountId),
    rateLimiter: (accountId) => accounts.rateLimiter(accountId),
    accountTrouble: (accountId) => accounts.find(accountId)?.trouble ?? null,
    isTrusted: (accountId) => accounts.find(accountId)?.kind === 'practice',
    shownAccount: () => accounts.activeId(),
    onTrouble: (accountId, code, to) => accounts.onRefused(accountId, code, to),
  });
}

function openBalances({
  accounts,
  records,
  ...parts
}: Common & OpenAccounts & Money & { submissions: OpenSubmissions }) {
  const balances = new Balances({
    ...parts,
    spentSince: (accountId, since) => records.spentSince(accountId, since),
    oldestRecord: (accountId) => oldestRecord(records, accountId),
    refreshRecords: async (accountId) => {
      await records.refresh(accountId, RECORDS_FRESH_FOR_MS);
    },
    mayBeCharged: (accountId) => mayBeCharged(parts.submissions.view(accountId).submissions, accountId),
    locale: parts.app.locale,
  });
  const polling = new AccountPolling({ read: (accountId) => balances.refresh(accountId) });
  const deposits = new Deposits({
    ...parts,
    polling,
    feesSince: (accountId) => balances.feesOf(accountId),
    onPathFound: (accountId, to, path) => accounts.onFundsPath(accountId, to, path),
  });
  return { polling, balances, deposits };
}

/** What a person asks for: receipts, reports, look-ups. */
function openAsked(parts: Common & OpenAccounts & Money & { submissions: OpenSubmissions }) {
  const { accounts, submissions, connection, records } = parts;
  const queries = new SubmissionQueries(parts.database);
  const receipts = createReceipts({
    ...parts,
    kept: createKeptSubmissions(queries, records, () => accounts.list().map(({ id }) => id)),
    accounts: () => accounts.list(),
    appVersion: parts.app.version,
  });
  const diagnostics = createDiagnostics({
    ...parts,
    submissions: queries,
    appFolder: parts.app.folder,
    accounts: () => accounts.list(),
    activeAccountId: () => accounts.activeId(),
    queueSettings: (accountId) => submissions.settings(accountId),
    secrets: async (accountId) => (await connection(accountId)?.credentials()) ?? null,
  });
  const lookup = createLookup({
    ...parts,
    submissions: queries,
    accountIds: () => accounts.list().map(({ id }) => id),
    isSending: (accountId) => submissions.isSending(accountId),
  });
  return { receipts, diagnostics, lookup };
}

/** The rows of all accounts. */
const allSubmissions = ({
  accounts,
  submissions,
}: {
  accounts: Accounts;
  submissions: OpenSubmissions;
}): Submission[] => accounts.list().flatMap(({ id }) => submissions.view(id).submissions);

/** Who hears of whom. */
function subscribe({ events, submissions, records, balances, deposits, polling, lookup }: Features): void {
  events.on('practice.ready', () => {
    events.emit('accounts.changed', {});
    records.retryNotReady();
  });
  events.on('practice.failed', ({ message }) => {
    events.emit('trouble', { what: 'practice service failed', detail: message });
    events.notice('warning', 'The practice service could not start. Close Dropslip and open it again.');
  });

  events.on('accounts.changed', () => {
    lookup.accountsChanged();
    // What held an account may be over.
    submissions.wake();
  });
  events.answer('account.is-sending', ({ accountId }) => submissions.isSending(accountId));
  events.answer('account.is-sending', ({ accountId }) => deposits.isRegistering(accountId));
  events.answer('account.leaving', async ({ accountId, kinds }) => {
    // Balances are of the token's user.
    if (kinds.includes('access-token')) await deposits.moved(accountId);
    return submissions.leave(accountId, kinds);
  });
  events.on('account.moved', ({ accountId }) => {
    records.moved(accountId);
    lookup.moved(accountId);
    submissions.moved(accountId);
    // Deposits again: one may have been begun before the new address was there.
    Promise.all([balances.moved(accountId), deposits.moved(accountId)]).catch((error: unknown) =>
      events.emit('trouble', {
        what: 'what was read of an account’s old address could not be let go of',
        detail: String(error),
      }),
    );
  });
  events.on('account.removed', ({ accountId }) => {
    submissions.forgetAccount(accountId);
    records.forget(accountId);
    lookup.forgetAccount(accountId);
  });

  events.on('submissions.changed', ({ submissions: changed }) => {
    records.filesChanged(changed.map(({ id }) => id));
    polling.onSubmissions(changed);
  });
}

/** What must be on disk is there when it returns; it promises that all threads have ended. */
async function close({ commit, accounts, practice, files, digests, ...features }: Features): Promise<void> {
  features.polling.close();
  features.balances.close();
  features.deposits.close();
  features.submissions.close();
  features.receipts.close();
  features.lookup.close();
  const recordsClosed = features.records.close();
  // What is done and not yet written must not come back as uncertain.
  commit.flush();
  accounts.close();
  try {
    await Promise.all([recordsClosed, digests.close(), files.close(), practice.close()]);
  } finally {
    // Nor what was cut off meanwhile, whose end is known now.
    commit.flush();
  }
}
