import { MOST_TOKEN_NAMES } from '../../shared/account.ts';
import type {
  CheckFinding,
  CheckLine,
  CheckTopic,
  ConnectionReport,
  CredentialKind,
  plainFindings,
  ReportEntry,
} from '../../shared/bridge/accounts.ts';
import { rowText } from '../../shared/text.ts';
import {
  type Connection,
  getAllTokens,
  getHealth,
  getPreImage,
  getTokenMap,
  type Probe,
  plainFailure,
  probeRequestFunds,
  probeSubmission,
  type ServiceError,
} from '../service/index.ts';

export type CheckParts = {
  readonly connection: Connection;
  readonly onLine: (line: CheckLine) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly route: ConnectionReport['route'];
  readonly versions: Readonly<Record<string, string>>;
  /** Stored credentials that belong to another address than the checked one. They are not sent there. */
  readonly withheld: ReadonlySet<CredentialKind>;
  /** The expiry time stated in the access token; null if it states none. */
  readonly tokenExpiresAt: string | null;
  /** True if a network node is set: it offers downloads that the service does not. */
  readonly hasNode: boolean;
};

type PlainFinding = (typeof plainFindings)[number];

/** An id that no submission has. */
const NO_SUBMISSION = '00000000-0000-0000-0000-000000000000';

const fundPaths = ['/user/request_funds', '/users/request_funds', '/v1/user/request_funds'];

/** Limits the list of token names. One more than the limit is kept, to show that there are too many. */
export function tokenNamesToChoose<Name>(names: readonly Name[]): readonly Name[] {
  return names.slice(0, MOST_TOKEN_NAMES + 1);
}

/**
 * Checks a service the way an account uses it, one line at a time. It costs nothing: it reads lists, and sends the two
 * endpoints that cost money only requests that they must refuse.
 */
export class ConnectionCheck {
  readonly #parts: CheckParts;
  readonly #lines = new Map<CheckTopic, CheckLine>();
  readonly #entries: ReportEntry[] = [];

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  async run(): Promise<ConnectionReport> {
    const { connection, now, route, versions } = this.#parts;
    const { found, tokenNames } = await this.#look();
    return {
      at: new Date(now()).toISOString(),
      address: connection.baseUrl,
      submitAddress: connection.submitBaseUrl,
      lines: [...this.#lines.values()],
      entries: this.#entries,
      found,
      tokenNames,
      route,
      versions,
    };
  }

  async #look(): Promise<Pick<ConnectionReport, 'found' | 'tokenNames'>> {
    if (!(await this.#checkAddress())) {
      const { apiKey, accessToken } = await this.#parts.connection.credentials();
      // A credential that was not given stays missing even if the address answers later.
      const aboutKey = apiKey === null ? this.#missing('api-key') : 'after-address';
      const aboutToken = accessToken === null ? this.#missing('access-token') : 'after-address';
      this.#find('api-key', 'skipped', aboutKey);
      for (const topic of ['access-token', 'tokens'] as const) this.#find(topic, 'skipped', aboutToken);
      this.#find('token-names', 'skipped', 'after-address');
      this.#find('fund-requests', 'skipped', aboutToken);
      this.#find('downloads', 'skipped', 'after-address');
      return { found: { tokenMap: null, requestFunds: null }, tokenNames: [] };
    }
    await this.#checkApiKey();
    const signedIn = await this.#checkAccessToken();
    const map = await this.#checkTokenNames();
    const requestFunds = signedIn ? await this.#checkFundRequests() : null;
    if (this.#lines.get('fund-requests') === undefined) {
      this.#find('fund-requests', 'skipped', 'after-access-token');
    }
    await this.#checkDownloads();
    return { found: { tokenMap: map.path, requestFunds }, tokenNames: map.names };
  }

  #find(topic: CheckTopic, state: CheckLine['state'], found: PlainFinding | CheckFinding): void {
    const line = { topic, state, finding: typeof found === 'string' ? { code: found } : found };
    this.#lines.set(topic, line);
    this.#parts.onLine(line);
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
    const { connection, signal } = this.#parts;
    this.#find('address', 'running', 'looking');
    const health = await this.#ask('address', 'GET /health', () => getHealth(connection, signal), readResult);
    if (health.ok) this.#find('address', 'good', 'service-answers');
    else if (health.error.status !== undefined) this.#find('address', 'good', 'something-answers');
    else this.#find('address', 'bad', failed(health.error));
    return health.ok || health.error.status !== undefined;
  }

  async #checkApiKey(): Promise<void> {
    const { connection, signal } = this.#parts;
    if ((await connection.credentials()).apiKey === null) {
      return this.#find('api-key', 'skipped', this.#missing('api-key'));
    }
    this.#find('api-key', 'running', 'looking');
    const request = 'POST /v1/submit_raw_data (empty)';
    const probe = await this.#ask('api-key', request, () => probeSubmission(connection, signal), readProbe);
    if (probe.kind === 'accepted') this.#find('api-key', 'good', 'accepted');
    else this.#find('api-key', 'bad', ofKey(probe));
  }

  async #checkAccessToken(): Promise<boolean> {
    const { connection, signal } = this.#parts;
    if ((await connection.credentials()).accessToken === null) {
      for (const topic of ['access-token', 'tokens', 'fund-requests'] as const) {
        this.#find(topic, 'skipped', this.#missing('access-token'));
      }
      return false;
    }
    this.#find('access-token', 'running', 'looking');
    this.#find('tokens', 'running', 'looking');
    const tokens = await this.#ask(
      'access-token',
      'GET /user/get_all_tokens',
      () => getAllTokens(connection, {}, signal),
      readResult,
    );
    if (!tokens.ok) {
      this.#find('access-token', 'bad', ofToken(tokens.error, this.#hasExpired()));
      this.#find('tokens', 'skipped', 'after-access-token');
      return false;
    }
    this.#find('access-token', 'good', 'accepted');
    const count = tokens.value.length;
    if (count > 0) this.#find('tokens', 'good', { code: 'tokens', count });
    else this.#find('tokens', 'bad', 'no-tokens');
    return true;
  }

  async #checkTokenNames(): Promise<{ readonly names: readonly string[]; readonly path: string | null }> {
    const { connection, signal } = this.#parts;
    this.#find('token-names', 'running', 'looking');
    const map = await this.#ask('token-names', 'GET /token_map', () => getTokenMap(connection, signal), readResult);
    if (!map.ok) {
      this.#find('token-names', 'bad', 'no-list');
      return { names: [], path: null };
    }
    const names = map.value.names.map((entry) => entry.name);
    this.#find('token-names', 'good', ofNames(names));
    return { names: tokenNamesToChoose(names), path: map.value.path };
  }

  async #checkFundRequests(): Promise<string | null> {
    const { connection, signal } = this.#parts;
    this.#find('fund-requests', 'running', 'looking');
    const known = connection.paths.requestFunds;
    for (const path of known === null ? fundPaths : [known]) {
      const request = `POST ${path} ({})`;
      const probe = await this.#ask(
        'fund-requests',
        request,
        () => probeRequestFunds(connection, path, signal),
        readProbe,
      );
      if (probe.kind === 'accepted') {
        this.#find('fund-requests', 'good', { code: 'path', path });
        return path;
      }
    }
    this.#find('fund-requests', 'bad', 'no-path');
    return null;
  }

  /** Requests an id that does not exist. The answer shows if the service offers downloads at all. */
  async #checkDownloads(): Promise<void> {
    const { connection, hasNode, signal } = this.#parts;
    this.#find('downloads', 'running', 'looking');
    const asked = await this.#ask(
      'downloads',
      'GET /v1/get_pre_image',
      () => getPreImage(connection, NO_SUBMISSION, { signal }),
      readResult,
    );
    const code = asked.ok ? null : asked.error.code;
    if (code === null || code === 'not-found' || code === 'not-final') this.#find('downloads', 'good', 'gives-back');
    else if (hasNode) this.#find('downloads', 'good', 'node-set');
    else if (code === 'bytes-not-offered') this.#find('downloads', 'skipped', 'gives-nothing-back');
    else if (!asked.ok) this.#find('downloads', 'skipped', failed(asked.error));
  }

  #missing(credential: CredentialKind): CheckFinding {
    return { code: this.#parts.withheld.has(credential) ? 'withheld' : 'not-given', credential };
  }

  #hasExpired(): boolean {
    const { tokenExpiresAt, now } = this.#parts;
    return tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= now();
  }
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
  return error.code === 'not-found' ? 'not-offered' : failed(error);
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
