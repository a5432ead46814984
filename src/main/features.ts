import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { WindowEvent } from '../shared/bridge/bridge.ts';
import type { Question } from '../shared/bridge/confirmation.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import {
  type AccountsParts,
  createAccountStore,
  createCredentialRecords,
  openAccounts,
  openKeytarKeychain,
  openVault,
  startPracticeService,
} from './accounts/index.ts';
import { AccountPolling, Balances, mayBeCharged, oldestRecord, Tokens } from './balances/index.ts';
import { Consent } from './consent.ts';
import { Deposits } from './deposits/index.ts';
import { createDiagnostics } from './diagnostics/index.ts';
import { startDigests } from './digests/index.ts';
import { FileThreads } from './files/index.ts';
import { createLookup, type Lookup } from './lookup/index.ts';
import { createKeptSubmissions, createReceipts, type ReceiptsParts, readReceiptsIn } from './receipts/index.ts';
import { createHistory, createRecordStore, type History } from './records/index.ts';
import { readListsIn } from './service/index.ts';
import type { GroupCommit } from './storage/index.ts';
import { createSubmissions, type Submissions } from './submissions/index.ts';

/** Names of tokens hardly ever change; records that were read within this time need not be read to reckon with them. */
const TOKENS_FRESH_FOR_MS = 5 * 60_000;
const RECORDS_FRESH_FOR_MS = 60_000;

export type FeatureParts = {
  /** The app's data folder, and its database in it. */
  readonly userData: string;
  readonly databasePath: string;
  /** Whether a path lies in the app's own folders. */
  readonly isOwn: (path: string) => boolean;
  readonly database: DatabaseSync;
  readonly commit: GroupCommit;
  readonly app: { readonly version: string; readonly folder: string; readonly locale: () => string };
  readonly versions: AccountsParts['versions'];
  /** Asks the person in a window that no page can reach. */
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly print: ReceiptsParts['print'];
  /** Tells the window, and is told of everything that is told to it. */
  readonly events: {
    readonly send: (event: WindowEvent) => void;
    readonly notice: (tone: 'info' | 'warning', text: string) => void;
    readonly listen: (listener: (event: WindowEvent) => void) => void;
  };
  /** Trouble that is for the log. */
  readonly onTrouble: (what: string, detail: string) => void;
};

export type Features = Awaited<ReturnType<typeof openFeatures>>;

/** Puts the features together. Nothing is taken up again before `recover`. */
export async function openFeatures(parts: FeatureParts) {
  const { userData, databasePath, database, commit, events } = parts;
  const { send, notice } = events;
  readListsIn(new URL('./lists.js', import.meta.url));
  readReceiptsIn(new URL('./receipts.js', import.meta.url));
  const now = Date.now;
  const consent = new Consent(parts.confirm);
  // Accounts come before the features that work for them, so what they tell those goes through here.
  let submissionsOrNone: Submissions | null = null;
  let depositsOrNone: Deposits | null = null;
  let historyOrNone: History | null = null;
  let lookupOrNone: Lookup | null = null;
  /** Whose records were to be read before their service had started. */
  const notReadYet = new Set<string>();
  let onMoved: (accountId: string) => void = () => undefined;
  let onLeave: AccountsParts['queue']['leave'] = () => Promise.reject(new Error('Dropslip is still starting.'));

  const practice = startPracticeService(new URL('./practice-service.js', import.meta.url), join(userData, 'practice'), {
    ready: () => {
      if (submissionsOrNone !== null) accountsChanged();
      submissionsOrNone?.wake();
      for (const accountId of notReadYet) void historyOrNone?.refresh(accountId, 0);
      notReadYet.clear();
    },
    failed: (message) => {
      parts.onTrouble('practice service failed', message);
      notice('warning', 'The practice service could not start. Close Dropslip and open it again.');
    },
  });
  const keychain = openKeytarKeychain();
  const accounts = await openAccounts({
    store: createAccountStore(database, commit),
    vault: openVault(keychain, createCredentialRecords(database, commit)),
    practice,
    now,
    consent,
    queue: {
      isSending: (accountId) =>
        submissionsOrNone?.isSending(accountId) === true || depositsOrNone?.isRegistering(accountId) === true,
      forget: (accountId) => {
        submissionsOrNone?.forgetAccount(accountId);
        historyOrNone?.forget(accountId);
        lookupOrNone?.forgetAccount(accountId);
      },
      leave: (accountId, kinds) => onLeave(accountId, kinds),
      moved: (accountId) => onMoved(accountId),
      wake: () => submissionsOrNone?.wake(),
    },
    versions: parts.versions,
    onChange: () => {
      if (submissionsOrNone !== null) accountsChanged();
    },
    onCheckLine: (checkId, line) => send({ kind: 'check-line', checkId, line }),
    notice,
  });
  const { connection } = accounts;
  const account = (accountId: string) => accounts.list().find(({ id }) => id === accountId) ?? null;

  const files = new FileThreads(new URL('./files.js', import.meta.url));
  const digests = startDigests(new URL('./digest.js', import.meta.url));
  const tokens = new Tokens(database, commit, now);
  const records = createRecordStore(database, commit, now, (accountId, put) => {
    historyOrNone?.tell(accountId, put);
    lookupOrNone?.touchRecords(
      accountId,
      put.map(({ id }) => id),
    );
  });
  const history = createHistory({
    script: new URL('./history.js', import.meta.url),
    databasePath,
    exportFolder: join(userData, 'exports'),
    now,
    connection: (accountId) => {
      const to = connection(accountId);
      if (to === null) notReadYet.add(accountId);
      return to;
    },
    knownTokens: (accountId) => tokens.known(accountId),
    readTokens: (accountId, to) => tokens.refresh(accountId, to, TOKENS_FRESH_FOR_MS),
    onChanged: (accountId) => send({ kind: 'records-changed', accountId }),
    onRefresh: (accountId, state) => send({ kind: 'records-sync', accountId, state }),
    onExportProgress: (exportId, done, total) => send({ kind: 'export-progress', exportId, done, total }),
    onTrouble: (text, detail) => {
      parts.onTrouble(text, detail);
      notice('warning', text);
    },
  });
  historyOrNone = history;
  const submissions = createSubmissions({
    database,
    commit,
    files,
    isOwn: parts.isOwn,
    digests,
    records,
    tokens,
    now,
    destination: accounts.destination,
    connection,
    accountTrouble: (accountId) => account(accountId)?.trouble?.message ?? null,
    isTrusted: (accountId) => account(accountId)?.kind === 'practice',
    shownAccount: accounts.activeId,
    onTrouble: accounts.onTrouble,
    send,
  });
  submissionsOrNone = submissions;
  const balances = new Balances({
    database,
    commit,
    tokens,
    now,
    connection,
    spentSince: history.spentSince,
    oldestRecord: (accountId) => oldestRecord(history, accountId),
    refreshRecords: async (accountId) => {
      await history.refresh(accountId, RECORDS_FRESH_FOR_MS);
    },
    mayBeCharged: (accountId) => mayBeCharged(submissions.view(accountId).submissions, accountId),
    send,
    locale: parts.app.locale,
  });
  const polling = new AccountPolling({ read: (accountId) => balances.refresh(accountId) });
  const deposits = new Deposits({
    database,
    commit,
    tokens,
    now,
    connection,
    polling,
    feesSince: (accountId) => balances.feesOf(accountId),
    onPathFound: accounts.onFundsPath,
    send,
  });
  depositsOrNone = deposits;
  const receipts = createReceipts({
    kept: createKeptSubmissions(database, records, () => accounts.list().map(({ id }) => id)),
    records,
    files,
    digests,
    accounts: accounts.list,
    connection,
    appVersion: parts.app.version,
    now,
    print: parts.print,
    onProgress: (checkId, done) => send({ kind: 'verify-progress', checkId, done }),
  });
  const diagnostics = createDiagnostics({
    database,
    userData,
    appFolder: parts.app.folder,
    versions: parts.versions,
    accounts: accounts.list,
    activeAccountId: accounts.activeId,
    queueSettings: submissions.settings,
    secrets: async (accountId) => (await connection(accountId)?.credentials()) ?? null,
    now,
  });
  const lookup = createLookup({
    database,
    databasePath,
    commit,
    searchScript: new URL('./search.js', import.meta.url),
    records,
    tokens,
    files,
    digests,
    connection,
    isSending: submissions.isSending,
    now,
    send,
  });
  lookupOrNone = lookup;

  onLeave = async (accountId, kinds) => {
    // Balances are of the token's user.
    if (kinds.includes('access-token')) await deposits.moved(accountId);
    return submissions.leave(accountId, kinds);
  };

  onMoved = (accountId) => {
    history.moved(accountId);
    lookup.moved(accountId);
    submissions.moved(accountId);
    // Deposits again: one may have been begun before the new address was there.
    Promise.all([balances.moved(accountId), deposits.moved(accountId)]).catch((error: unknown) =>
      parts.onTrouble('what was read of an account’s old address could not be let go of', String(error)),
    );
  };

  function accountsChanged(): void {
    lookupOrNone?.accountsChanged();
    send({ kind: 'accounts-changed', accounts: accounts.list(), activeAccountId: accounts.activeId() });
  }

  events.listen((event) => {
    if (event.kind === 'submissions-changed') {
      lookup.touchSubmissions(event.submissions.map(({ id }) => id));
      polling.onSubmissions(event.submissions);
    }
    if (event.kind === 'records-changed') lookup.touchAccount(event.accountId);
  });

  return {
    consent,
    accounts,
    submissions,
    history,
    balances,
    deposits,
    receipts,
    diagnostics,
    lookup,
    onAccountsChanged: accountsChanged,

    /** The rows of all accounts. */
    allSubmissions: (): Submission[] => accounts.list().flatMap(({ id }) => submissions.view(id).submissions),

    /** Takes up what an earlier run has left. All that is shown is true when it returns; the disk is not waited for. */
    recover(): void {
      submissions.recover();
      deposits.recover();
      lookup.resumeWatches();
    },

    /** Whether the keychain is being asked, which nobody can call back. */
    isStuck: keychain.isAsking,

    /** What must be on disk is there when it returns; it promises that all threads have ended. */
    async close(): Promise<void> {
      polling.close();
      balances.close();
      deposits.close();
      submissions.close();
      receipts.close();
      const threads = [lookup.close(), history.close()];
      // What is done and not yet written must not come back as uncertain.
      commit.flush();
      accounts.close();
      try {
        await Promise.all([...threads, digests.close(), files.close(), practice.close()]);
      } finally {
        // Nor what was cut off meanwhile, whose end is known now.
        commit.flush();
      }
    },
  };
}
