import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../shared/bridge/accounts.ts';
import type { Question } from '../shared/bridge/ipc.ts';
import type { SizeUnits } from '../shared/sizes.ts';
import { sentInstead } from '../shared/submissions/parts.ts';
import {
  AccountStore,
  Accounts,
  CredentialStore,
  KeytarKeychain,
  NoKeychain,
  PracticeThread,
  Vault,
} from './accounts/index.ts';
import { Balances, Tokens } from './balances/index.ts';
import { Consent } from './consent.ts';
import { CreditOrders, Deposits } from './deposits/index.ts';
import { Diagnostics } from './diagnostics/index.ts';
import { Digests } from './digests/index.ts';
import type { DomainEvents } from './domain-events.ts';
import { Encryption, Keys, PrivacySettings, type SaveKey } from './encryption/index.ts';
import { FileThreads, realPathOf } from './files/index.ts';
import { Asking, FileLookup, Kept, Lookup, RecentLookups } from './lookup/index.ts';
import { thisPlatform } from './manifest/index.ts';
import { type AccountNodes, Network, NetworkChecks, type StoredClaim } from './network/index.ts';
import { KeptSubmissions, type Print, ReceiptImports, Receipts, Verifier } from './receipts/index.ts';
import { Records, startEngine } from './records/index.ts';
import {
  AssemblyThread,
  ByteSource,
  type Downloads,
  RetrievalRun,
  RetrievalStore,
  Retrievals,
  wantedFrom,
} from './retrieval/index.ts';
import { setAuthoritiesWorker } from './service/index.ts';
import type { Commit, GroupCommit } from './storage/index.ts';
import {
  FolderListings,
  knownFileQueries,
  Slips,
  SubmissionLocator,
  SubmissionQueries,
  Submissions,
} from './submissions/index.ts';
import { Sharing, Team } from './team/index.ts';
import type { ThreadScripts } from './thread-scripts.ts';

/** Names of tokens rarely change. */
const TOKENS_FRESH_FOR_MS = 5 * 60_000;

/** The program that runs the features: its settings, and what it does for them. */
export type Host = {
  /** The app's data folder, which contains its database. */
  readonly userData: string;
  readonly data: {
    readonly database: DatabaseSync;
    readonly databasePath: string;
    readonly commit: Commit;
    readonly groupCommit: GroupCommit;
  };
  /** True if a path is in the app's own folders. */
  readonly isOwn: (path: string) => boolean;
  /** The script of a thread. */
  readonly script: ThreadScripts;
  readonly app: { readonly version: string; readonly folder: string };
  readonly sizes: SizeUnits;
  /** The locale of the system's regional settings. Call once the app is ready. */
  readonly region: () => string;
  /** Versions of the app and its platform, for reports. */
  readonly versions: () => Readonly<Record<string, string>>;
  /** True to keep secrets in memory, as on systems without a keychain. */
  readonly leavesKeychainAlone: boolean;
  /** Asks the user in a window that pages cannot control. */
  readonly confirm: (question: Question, withdrawn?: AbortSignal) => Promise<boolean>;
  readonly print: Print;
  /** Creates a folder in the user's downloads. */
  readonly saveKey: SaveKey;
  readonly downloads: Downloads;
  readonly events: DomainEvents;
};

export type Features = Awaited<ReturnType<typeof openFeatures>>;

/** Creates the features, lower layers first. Nothing is resumed until `App.recover`. */
export async function openFeatures(host: Host) {
  const { userData, app, sizes, region, events, saveKey, print, versions } = host;
  const { database, databasePath, commit } = host.data;
  const now = Date.now;
  setAuthoritiesWorker(host.script('authorities'));
  const files = new FileThreads(host.script('files'));
  const digestScript = host.script('digest');
  const digests = new Digests(digestScript);
  const encryption = new Encryption(host.script('encryption'), digestScript, join(userData, 'encrypted'));

  const practiceScript = host.script('practice-service');
  const practice = new PracticeThread(practiceScript, join(userData, 'practice'), events);
  const keychain = host.leavesKeychainAlone ? new NoKeychain() : new KeytarKeychain();
  const consent = new Consent(host.confirm);
  const vault = new Vault(keychain, new CredentialStore(database, commit));
  const store = new AccountStore(database, commit);
  const accounts = await Accounts.open(store, vault, practice, consent, events, now, versions);
  const accountIds = (): string[] => accounts.list().map(({ id }) => id);
  const connection = (accountId: string) => accounts.connections.reach(accountId);
  const privacy = new PrivacySettings(database, commit);
  const keys = new Keys(privacy, vault, (accountId) => accounts.find(accountId), saveKey, now, consent);

  const tokens = new Tokens(database, commit, now);
  const recordsData = { databasePath, ownFiles: knownFileQueries };
  const records = new Records(
    () => startEngine(host.script('records'), recordsData),
    database,
    join(userData, 'exports'),
    region,
    connection,
    {
      known: (accountId) => tokens.known(accountId),
      read: async (accountId, to) => void (await tokens.refresh(accountId, to, TOKENS_FRESH_FOR_MS)),
    },
    now,
    events,
  );
  const slips = new Slips(database, commit);
  const team = new Team(database, commit, keychain, accounts, consent, slips, events, now, {
    given: process.env.DROPSLIP_TEAM || null,
    hostName: hostname(),
  });
  const submissions = new Submissions({
    database,
    commit,
    files,
    digests,
    encryption,
    keys,
    records,
    tokens,
    accounts: accounts.connections,
    claims: team.claims,
    shownAccount: () => accounts.activeId(),
    isOwn: host.isOwn,
    events,
    clock: { now, monotonic: () => performance.now() },
  });
  const isSending = (accountId: string) => submissions.isSending(accountId);
  const balances = new Balances(tokens, connection, events, now);
  const deposits = new Deposits(database, commit, tokens, balances, connection, events, now);
  const creditOrders = new CreditOrders(database, commit, tokens, balances, connection, events, now);

  const queries = new SubmissionQueries(database);
  const locator = new SubmissionLocator(queries, records, accountIds);
  const networkChecks = openNetworkChecks(new Network(now), accounts, records, queries, locator);
  const kept = new KeptSubmissions(queries, records, locator, new FolderListings(database, commit));
  const verifier = new Verifier(kept, files, digests, events, thisPlatform);
  const receipts = new Receipts(
    kept,
    () => accounts.list(),
    (accountId) => tokens.known(accountId),
    (accountId, submissionId) => networkChecks.heldLast(accountId, submissionId),
    sizes,
    app.version,
    print,
  );
  const sharing = new Sharing(accounts, records, slips, receipts, submissions, team.claims, events);
  const receiptImports = new ReceiptImports(files, slips, locator, () => accounts.list(), events);
  const diagnostics = new Diagnostics(
    database,
    queries,
    accounts,
    (accountId) => submissions.settings.of(accountId),
    // A practice service that has not started has no secrets yet.
    async (accountId) =>
      accounts.find(accountId)?.address === null
        ? null
        : ((await (await connection(accountId))?.credentials()) ?? null),
    { userData, appFolder: app.folder, sizes, versions },
    now,
  );
  const keptForLookup = new Kept(queries, records, tokens, connection);
  const asking = new Asking(connection, isSending, now);
  const lookup = new Lookup(keptForLookup, asking, locator, records, events);
  const fileLookup = new FileLookup(files, digests, records, keptForLookup, events);
  const recentLookups = new RecentLookups(database, commit, connection, now);
  const assemblyScript = host.script('assembly');
  const retrievals = new Retrievals(
    new RetrievalStore(database, commit),
    (from) => wantedFrom(from, queries, records, locator, accounts.list()),
    (retrieval, places, key, hooks) =>
      new RetrievalRun(
        new AssemblyThread(assemblyScript, retrieval.workFolder),
        (asking) => new ByteSource(connection, isSending, records, networkChecks, retrieval.accountId, places, asking),
        encryption,
        (accountId) => keys.kept([...new Set([accountId, ...accountIds()])]),
        host.downloads,
        retrieval,
        key,
        hooks,
      ),
    host.downloads,
    join(realPathOf(userData), 'retrievals'),
    events,
  );
  return {
    accounts,
    app,
    balances,
    consent,
    creditOrders,
    deposits,
    diagnostics,
    digests,
    encryption,
    events,
    fileLookup,
    files,
    groupCommit: host.data.groupCommit,
    keychain,
    keys,
    lookup,
    networkChecks,
    practice,
    receiptImports,
    receipts,
    recentLookups,
    records,
    region,
    retrievals,
    sharing,
    sizes,
    slips,
    submissions,
    team,
    tokens,
    verifier,
  };
}

const noFile = { size: null, keccak256: null, blake2b256: null } as const;

/** The user can check that the network behind the services contains the records' data. */
function openNetworkChecks(
  network: Network,
  accounts: Accounts,
  records: Records,
  queries: SubmissionQueries,
  locator: SubmissionLocator,
): NetworkChecks {
  const hasNode = (accountId: string): boolean => accounts.hasNode(accountId);
  const nodes: AccountNodes = {
    hasNode,
    nodeAddress: async (accountId) => {
      await accounts.connections.reach(accountId);
      return accounts.find(accountId)?.nodeAddress ?? null;
    },
    accountOfReceipt: (submissionId, address) => {
      const withNode = accounts.list().filter(({ id }) => hasNode(id));
      const keeper = locator.find(submissionId, (one) => hasNode(one.accountId))?.accountId;
      const isOwner = ({ id }: { readonly id: string }) => id === keeper;
      const isAt = (account: Account) => (address === null ? account.kind === 'practice' : account.address === address);
      const others = withNode.filter(({ kind }) => kind === 'service');
      const onlyOne = address !== null && others.length === 1 ? others[0] : undefined;
      return (withNode.find(isOwner) ?? withNode.find(isAt) ?? onlyOne)?.id ?? null;
    },
  };
  const storedClaim: StoredClaim = (accountId, submissionId) => {
    const record = records.get(accountId, submissionId);
    if (record === null) return null;
    const { blockHash, extrinsicIndex, txHash, dataHash } = record;
    // The id of a submission in parts belongs to its manifest. An encrypted file was sent as another file.
    const composed = queries.receivedParts(accountId, submissionId, 0);
    const instead = sentInstead(composed);
    const sent = instead?.bytes ?? queries.withReceipt(accountId, submissionId) ?? noFile;
    const { size, keccak256, blake2b256 } = sent;
    const sentAs = instead?.as ?? 'file';
    return { blockHash, extrinsicIndex, txHash, dataHash, sentAs, size, keccak256, blake2b256 };
  };
  return new NetworkChecks(network, nodes, storedClaim);
}
