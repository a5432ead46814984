import { MOST_TOKEN_NAMES, type ServiceKind } from '../../shared/account.ts';
import type {
  AccountSettings,
  CheckFinding,
  CheckLine,
  CheckTopic,
  ConnectionReport,
  CredentialKind,
  plainFindings,
  ReportEntry,
} from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { rowText } from '../../shared/text.ts';
import {
  type Connection,
  fundPaths,
  getBalances,
  getHealth,
  getPreImage,
  getSubmissionInfo,
  getTokenMap,
  type Probe,
  plainFailure,
  probeRequestFunds,
  probeSubmission,
  routeTo,
  type ServiceError,
} from '../service/index.ts';
import type { AccountStore } from './account-store.ts';
import { readSettings } from './addresses.ts';
import type { Approval } from './approval.ts';
import type { Connections } from './connections.ts';
import { credentialKinds, jwtExpiry, type PastedSecrets, readSecrets } from './credential.ts';
import type { CredentialStatus } from './credential-status.ts';

/** Checks the connections of existing and new accounts. */
export class ConnectionChecks {
  readonly #store: AccountStore;
  readonly #status: CredentialStatus;
  readonly #connections: Connections;
  readonly #approval: Approval;
  readonly #now: () => number;
  readonly #versions: () => Readonly<Record<string, string>>;
  /** The kind of service at each address that was tried out. */
  readonly #triedKinds = new Map<string, ServiceKind>();
  readonly #closing = new AbortController();

  /** `versions`: those of the app and its platform, for the report. */
  constructor(
    store: AccountStore,
    status: CredentialStatus,
    connections: Connections,
    approval: Approval,
    now: () => number,
    versions: () => Readonly<Record<string, string>>,
  ) {
    this.#store = store;
    this.#status = status;
    this.#connections = connections;
    this.#approval = approval;
    this.#now = now;
    this.#versions = versions;
  }

  /** Checks an account with its stored credentials, and takes over the service's verdict on them. */
  async check(accountId: string): Promise<Result<ConnectionReport>> {
    const connection = await this.#connections.reach(accountId);
    const account = this.#store.find(accountId);
    if (account === null) return failure({ code: 'unknown-account' });
    if (connection === null) return failure({ code: 'not-ready' });
    const revision = this.#status.revision(accountId);
    const hasNode = account.kind === 'practice' || account.nodeAddress !== null;
    const expiresAt = this.#status.notes(accountId).accessToken?.expiresAt ?? null;
    const report = await this.#run(connection, hasNode, expiresAt);
    // The report does not apply to credentials that replaced the checked ones.
    if (this.#status.revision(accountId) !== revision) return success(report);
    for (const kind of credentialKinds) {
      const line = report.lines.find(({ topic }) => topic === kind);
      const isRefused = report.entries.some(
        ({ topic, status }) => topic === kind && (status === 401 || status === 403),
      );
      if (line?.state === 'good' || isRefused) this.#status.onVerdict(accountId, kind, !isRefused);
    }
    return success(report);
  }

  /** Checks the settings and credentials of a new account, once the user has approved its address. */
  async tryOut(settings: AccountSettings, pasted: PastedSecrets): Promise<Result<ConnectionReport>> {
    const read = readSettings(settings);
    if (!read.ok) return read;
    const secrets = readSecrets(pasted);
    if (!secrets.ok) return secrets;
    const { name, address, submitAddress, nodeAddress, appId } = read.value;
    const approved = await this.#approval.toTry(read.value, name, secrets.value);
    if (!approved.ok) return approved;
    const given = (kind: CredentialKind) => secrets.value.find((one) => one.kind === kind)?.secret ?? null;
    const accessToken = given('access-token');
    const connection: Connection = {
      baseUrl: address,
      submitBaseUrl: submitAddress,
      serviceKind: null,
      appId,
      credentials: async () => ({ apiKey: given('api-key'), accessToken }),
      onServiceKind: (kind) => {
        if (kind !== null) this.#triedKinds.set(address, kind);
      },
    };
    const expiresAt = accessToken === null ? null : jwtExpiry(accessToken);
    return success(await this.#run(connection, nodeAddress !== null, expiresAt));
  }

  /** The kind of service at an address that was tried out; null if it is not known. */
  triedKind(address: string): ServiceKind | null {
    return this.#triedKinds.get(address) ?? null;
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(connection: Connection, hasNode: boolean, tokenExpiresAt: string | null): Promise<ConnectionReport> {
    const { baseUrl, submitBaseUrl } = connection;
    const service = await routeTo(baseUrl);
    const hasExpired = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= this.#now();
    const check = new ConnectionCheck(connection, hasNode, hasExpired, this.#closing.signal);
    const found = await check.run();
    if (found.serviceKind !== null) connection.onServiceKind?.(found.serviceKind);
    return {
      ...found,
      at: new Date(this.#now()).toISOString(),
      address: baseUrl,
      submitAddress: submitBaseUrl,
      route: { service, submissions: submitBaseUrl === null ? service : await routeTo(submitBaseUrl) },
      versions: this.#versions(),
    };
  }
}

type PlainFinding = (typeof plainFindings)[number];

/** An id that no submission has. */
const NO_SUBMISSION = '00000000-0000-0000-0000-000000000000';

/**
 * Returns each name once, because a token may be on several chains. Limits their number, and keeps one more to show that
 * there are too many.
 */
export function tokenNamesToChoose(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MOST_TOKEN_NAMES + 1);
}

/**
 * Checks a service the way an account uses it. It costs nothing: it reads lists, and sends the two endpoints that cost
 * money only requests that they must refuse.
 */
export class ConnectionCheck {
  readonly #connection: Connection;
  readonly #hasNode: boolean;
  readonly #hasExpired: boolean;
  readonly #signal: AbortSignal;
  readonly #lines: CheckLine[] = [];
  readonly #entries: ReportEntry[] = [];
  #serviceKind: ServiceKind | null = null;

  /** `hasNode`: a network node offers downloads that the service does not. `hasExpired`: the access token says so. */
  constructor(connection: Connection, hasNode: boolean, hasExpired: boolean, signal: AbortSignal) {
    this.#connection = connection;
    this.#hasNode = hasNode;
    this.#hasExpired = hasExpired;
    this.#signal = signal;
  }

  async run(): Promise<Pick<ConnectionReport, 'lines' | 'entries' | 'tokenNames' | 'serviceKind'>> {
    const { apiKey, accessToken } = await this.#connection.credentials();
    const isThere = await this.#checkAddress();
    const noKey = apiKey === null ? notGiven('api-key') : isThere ? null : 'after-address';
    const noToken = accessToken === null ? notGiven('access-token') : isThere ? null : 'after-address';
    if (noKey === null) await this.#checkApiKey();
    else this.#add('api-key', 'skipped', noKey);
    const signedIn = noToken === null && (await this.#checkAccessToken());
    if (noToken !== null) for (const topic of ['access-token', 'tokens'] as const) this.#add(topic, 'skipped', noToken);
    const tokenNames = isThere ? await this.#checkTokenNames(signedIn) : [];
    if (!isThere) this.#add('token-names', 'skipped', 'after-address');
    if (signedIn) await this.#checkFundRequests();
    else this.#add('fund-requests', 'skipped', noToken ?? 'after-access-token');
    if (isThere) await this.#checkDownloads();
    else this.#add('downloads', 'skipped', 'after-address');
    return { lines: this.#lines, entries: this.#entries, tokenNames, serviceKind: this.#serviceKind };
  }

  #add(topic: CheckTopic, state: CheckLine['state'], found: PlainFinding | CheckFinding): void {
    this.#lines.push({ topic, state, finding: typeof found === 'string' ? { code: found } : found });
  }

  /** Makes one request and adds it to the report. */
  async #ask<Answer>(
    topic: CheckTopic,
    request: string,
    make: () => Promise<Answer>,
    read: (answer: Answer) => Pick<ReportEntry, 'status' | 'failure'>,
  ): Promise<Answer> {
    // Monotonic, because the wall clock may be set back meanwhile.
    const begun = performance.now();
    const answer = await make();
    this.#entries.push({ topic, request, ...read(answer), milliseconds: performance.now() - begun });
    return answer;
  }

  async #checkAddress(): Promise<boolean> {
    const get = () => getHealth(this.#connection, this.#signal);
    const health = await this.#ask('address', 'GET /health', get, readResult);
    if (health.ok) this.#add('address', 'good', 'service-answers');
    else if (health.error.status !== undefined) this.#add('address', 'good', 'something-answers');
    else this.#add('address', 'bad', failed(health.error));
    return health.ok || health.error.status !== undefined;
  }

  async #checkApiKey(): Promise<void> {
    const send = () => probeSubmission(this.#connection, this.#signal);
    const probe = await this.#ask('api-key', 'POST /v1/submit_raw_data (empty)', send, readProbe);
    if (probe.kind === 'accepted') this.#add('api-key', 'good', 'accepted');
    else this.#add('api-key', 'bad', ofKey(probe));
  }

  async #checkAccessToken(): Promise<boolean> {
    const get = () => getBalances(this.#connection, this.#signal);
    const balances = await this.#ask('access-token', 'GET /user/get_all_tokens or get_user', get, readResult);
    if (!balances.ok) {
      this.#add('access-token', 'bad', ofToken(balances.error, this.#hasExpired));
      this.#add('tokens', 'skipped', 'after-access-token');
      return false;
    }
    this.#add('access-token', 'good', 'accepted');
    const count = balances.value.tokens.length;
    if (balances.value.kind === 'credits') {
      this.#serviceKind = 'credits';
      this.#add('tokens', 'good', { code: 'credits', apps: count - 1 });
    } else if (count > 0) this.#add('tokens', 'good', { code: 'tokens', count });
    else this.#add('tokens', 'bad', 'no-tokens');
    return true;
  }

  /** Names by chain say that the service has credits, unless its balances are known. */
  async #checkTokenNames(knowsBalances: boolean): Promise<readonly string[]> {
    const get = () => getTokenMap(this.#connection, this.#signal);
    const map = await this.#ask('token-names', 'GET /token_map', get, readResult);
    if (!map.ok) {
      this.#add('token-names', 'bad', 'no-list');
      return [];
    }
    const isByChain = map.value.names.some(({ chainId }) => chainId !== undefined);
    if (isByChain && !knowsBalances) this.#serviceKind = 'credits';
    const names = [...new Set(map.value.names.map((entry) => entry.name))];
    this.#add('token-names', 'good', ofNames(names));
    return tokenNamesToChoose(names);
  }

  async #checkFundRequests(): Promise<void> {
    const hasCredits = this.#serviceKind === 'credits';
    for (const path of hasCredits ? ['/v1/user/register_credit_request'] : fundPaths) {
      const send = () => probeRequestFunds(this.#connection, path, this.#signal);
      const probe = await this.#ask('fund-requests', `POST ${path} ({})`, send, readProbe);
      if (probe.kind === 'accepted')
        return this.#add('fund-requests', 'good', hasCredits ? 'can-top-up' : 'can-deposit');
    }
    this.#add('fund-requests', 'bad', 'no-path');
  }

  /**
   * Requests an id that does not exist. The answer shows if the service offers downloads at all. Of the services with
   * tokens, only deployed ones do.
   */
  async #checkDownloads(): Promise<void> {
    // What is requested depends on the kind that this check found, not on the stored one.
    const connection = { ...this.#connection, serviceKind: this.#serviceKind };
    const get = () => getPreImage(connection, NO_SUBMISSION, { signal: this.#signal });
    const asked = await this.#ask('downloads', 'GET /v1/get_pre_image', get, readResult);
    const code = asked.ok ? null : asked.error.code;
    if (code === 'not-found') this.#serviceKind ??= 'deployed';
    else if (code === 'bytes-not-offered' && (await this.#lacksRecordsByApiKey())) this.#serviceKind ??= 'contract';
    if (code === null || code === 'not-found' || code === 'not-final') this.#add('downloads', 'good', 'gives-back');
    else if (this.#hasNode) this.#add('downloads', 'good', 'node-set');
    else if (code === 'bytes-not-offered') this.#add('downloads', 'skipped', 'gives-nothing-back');
    else if (!asked.ok) this.#add('downloads', 'skipped', failed(asked.error));
  }

  /** True if the service has no path to read records with the API key, as in the contract. */
  async #lacksRecordsByApiKey(): Promise<boolean> {
    if ((await this.#connection.credentials()).apiKey === null) return false;
    // With this kind, only the API key is used.
    const connection = { ...this.#connection, serviceKind: 'credits' } as const;
    const get = () => getSubmissionInfo(connection, 'not-an-id', this.#signal);
    const asked = await this.#ask('downloads', 'GET /v1/get_submission_info', get, readResult);
    return !asked.ok && asked.error.noSuchPath === true;
  }
}

function notGiven(credential: CredentialKind): CheckFinding {
  return { code: 'not-given', credential };
}

function readResult(result: { readonly ok: true } | { readonly ok: false; readonly error: ServiceError }) {
  if (result.ok) return { status: 200, failure: null };
  return { status: result.error.status ?? null, failure: plainFailure(result.error) };
}

function readProbe(probe: Probe) {
  return { status: probe.status, failure: probe.kind === 'accepted' ? null : plainFailure(probe.error) };
}

function ofKey(probe: Exclude<Probe, { readonly kind: 'accepted' }>): PlainFinding | CheckFinding {
  if (probe.kind === 'unauthorised') return 'not-accepted';
  return probe.kind === 'no-such-path' ? 'not-offered' : failed(probe.error);
}

function ofToken(error: ServiceError, hasExpired: boolean): PlainFinding | CheckFinding {
  if (error.code === 'unauthorised') return hasExpired ? 'token-expired' : 'not-accepted';
  return error.code === 'not-offered' ? 'not-offered' : failed(error);
}

function failed(error: ServiceError): CheckFinding {
  return { code: 'failed', reason: plainFailure(error) };
}

/** The most names that one line shows. */
const NAMED = 20;
const LONGEST_SHOWN = 60;

function ofNames(names: readonly string[]): PlainFinding | CheckFinding {
  if (names.length === 0) return 'empty-list';
  const shown = names.slice(0, NAMED).map((name) => rowText(name, LONGEST_SHOWN));
  return { code: 'token-names', names: shown, more: names.length - shown.length };
}
