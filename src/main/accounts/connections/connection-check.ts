import {
  type CheckLine,
  type CheckTopic,
  type ConnectionReport,
  type CredentialKind,
  MOST_TOKEN_NAMES,
  type ReportEntry,
} from '../../../shared/bridge/accounts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { rowText } from '../../../shared/text.ts';
import {
  type Connection,
  getAllTokens,
  getHealth,
  getTokenMap,
  type Probe,
  probeRequestFunds,
  probeSubmission,
  type ServiceError,
} from '../../service/index.ts';
import { credentialNames } from '../credentials/index.ts';

export type CheckParts = {
  readonly connection: Connection;
  readonly onLine: (line: CheckLine) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly route: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Credentials that are kept, but for another address than the one that is looked at: they are not sent there. */
  readonly withheld: ReadonlySet<CredentialKind>;
  /** When the access token says that it ends; null when it does not say. */
  readonly tokenExpiresAt: string | null;
};

const fundPaths = ['/user/request_funds', '/users/request_funds', '/v1/user/request_funds'];

/** A person chooses among so many; one more tells that there are too many. */
export function tokenNamesToChoose<Name>(names: readonly Name[]): readonly Name[] {
  return names.slice(0, MOST_TOKEN_NAMES + 1);
}

/**
 * Looks at a service as an account would use it, line by line, and charges nothing: lists are read, and the two
 * endpoints that cost money are asked with requests that they must refuse.
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
      for (const topic of ['api-key', 'access-token', 'tokens', 'token-names', 'fund-requests'] as const) {
        this.#say(topic, 'skipped', 'This is looked for once the address answers.');
      }
      return { found: { tokenMap: null, requestFunds: null }, tokenNames: [] };
    }
    await this.#checkApiKey();
    const signedIn = await this.#checkAccessToken();
    const map = await this.#checkTokenNames();
    const requestFunds = signedIn ? await this.#checkFundRequests() : null;
    if (this.#lines.get('fund-requests') === undefined) {
      this.#say('fund-requests', 'skipped', 'This is looked for once the access token is accepted.');
    }
    return { found: { tokenMap: map.path, requestFunds }, tokenNames: map.names };
  }

  #say(topic: CheckTopic, state: CheckLine['state'], text: string): void {
    const line = { topic, state, text };
    this.#lines.set(topic, line);
    this.#parts.onLine(line);
  }

  /** Makes one request of the check and notes what came of it. */
  async #ask<Answer>(
    topic: CheckTopic,
    request: string,
    make: () => Promise<Answer>,
    read: (answer: Answer) => { status: number | null; detail: string | null },
  ): Promise<Answer> {
    // Not by the clock of the day, which may be set back meanwhile.
    const begun = performance.now();
    const answer = await make();
    this.#entries.push({ topic, request, ...read(answer), milliseconds: performance.now() - begun });
    return answer;
  }

  async #checkAddress(): Promise<boolean> {
    const { connection, signal } = this.#parts;
    this.#say('address', 'running', 'Looking for the service…');
    const health = await this.#ask('address', 'GET /health', () => getHealth(connection, signal), readResult);
    if (health.ok) this.#say('address', 'good', 'The service answers.');
    else if (health.error.status !== undefined) this.#say('address', 'good', 'Something answers at this address.');
    else this.#say('address', 'bad', failureMessage(health.error));
    return health.ok || health.error.status !== undefined;
  }

  async #checkApiKey(): Promise<void> {
    const { connection, signal } = this.#parts;
    if ((await connection.credentials()).apiKey === null) {
      return this.#say('api-key', 'skipped', this.#missing('api-key'));
    }
    this.#say('api-key', 'running', 'Trying the API key…');
    const request = 'POST /v1/submit_raw_data (empty)';
    const probe = await this.#ask('api-key', request, () => probeSubmission(connection, signal), readProbe);
    if (probe.kind === 'accepted') this.#say('api-key', 'good', 'The API key is accepted.');
    else this.#say('api-key', 'bad', keyAdvice(probe));
  }

  async #checkAccessToken(): Promise<boolean> {
    const { connection, signal } = this.#parts;
    if ((await connection.credentials()).accessToken === null) {
      for (const topic of ['access-token', 'tokens', 'fund-requests'] as const) {
        this.#say(topic, 'skipped', this.#missing('access-token'));
      }
      return false;
    }
    this.#say('access-token', 'running', 'Trying the access token…');
    this.#say('tokens', 'running', 'Looking for tokens…');
    const tokens = await this.#ask(
      'access-token',
      'GET /user/get_all_tokens',
      () => getAllTokens(connection, { limit: 1000 }, signal),
      readResult,
    );
    if (!tokens.ok) {
      this.#say('access-token', 'bad', tokenAdvice(tokens.error, this.#hasExpired()));
      this.#say('tokens', 'bad', 'Tokens cannot be read before the access token is accepted.');
      return false;
    }
    this.#say('access-token', 'good', 'The access token is accepted.');
    const count = tokens.value.length;
    if (count > 0) this.#say('tokens', 'good', count === 1 ? '1 token found.' : `${count} tokens found.`);
    else this.#say('tokens', 'bad', 'This account has no tokens yet. Register a deposit first, or ask the operator.');
    return true;
  }

  async #checkTokenNames(): Promise<{ readonly names: readonly string[]; readonly path: string | null }> {
    const { connection, signal } = this.#parts;
    this.#say('token-names', 'running', 'Looking for token names…');
    const map = await this.#ask('token-names', 'GET /token_map', () => getTokenMap(connection, signal), readResult);
    if (!map.ok) {
      this.#say(
        'token-names',
        'bad',
        'No list of token names was found. Type the token’s name yourself, as the operator gave it to you.',
      );
      return { names: [], path: null };
    }
    const names = map.value.names.map((entry) => entry.name);
    this.#say('token-names', 'good', namesFound(names));
    return { names: tokenNamesToChoose(names), path: map.value.path };
  }

  async #checkFundRequests(): Promise<string | null> {
    const { connection, signal } = this.#parts;
    this.#say('fund-requests', 'running', 'Looking where fund requests go…');
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
        this.#say('fund-requests', 'good', `Fund requests go to ${path}.`);
        return path;
      }
    }
    this.#say(
      'fund-requests',
      'bad',
      'No place for fund requests was found. The operator can tell you its path: enter it under Advanced.',
    );
    return null;
  }

  #missing(kind: CredentialKind): string {
    const name = credentialNames[kind];
    if (!this.#parts.withheld.has(kind)) return `No ${name} was given.`;
    return `The ${name} that is kept belongs to another address and is not sent to this one. Enter it again to try it here.`;
  }

  #hasExpired(): boolean {
    const { tokenExpiresAt, now } = this.#parts;
    return tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= now();
  }
}

function readResult(result: { readonly ok: true } | { readonly ok: false; readonly error: ServiceError }) {
  if (result.ok) return { status: 200, detail: null };
  return { status: result.error.status ?? null, detail: detailOf(result.error) };
}

function readProbe(probe: Probe) {
  return { status: probe.status, detail: probe.kind === 'accepted' ? null : detailOf(probe.error) };
}

function keyAdvice(probe: Exclude<Probe, { readonly kind: 'accepted' }>): string {
  if (probe.kind === 'unauthorised') {
    return 'The service does not accept this API key. Copy it again, whole, or ask the operator for a new one.';
  }
  if (probe.kind === 'no-such-path') {
    return 'This address does not take submissions by API key. Ask the operator whether another address does.';
  }
  return failureMessage(probe.error);
}

/** More nobody reads on a line. */
const NAMED = 20;
const LONGEST_SHOWN = 60;

function namesFound(names: readonly string[]): string {
  if (names.length === 0) return 'The list of token names is empty.';
  const shown = names.slice(0, NAMED).map((name) => rowText(name, LONGEST_SHOWN));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `Found: ${shown.join(', ')}${more}.`;
}

function tokenAdvice(error: ServiceError, expired: boolean): string {
  if (error.code === 'unauthorised' && expired) {
    return 'This access token has expired. Sign in with the operator again and copy the new one.';
  }
  if (error.code === 'unauthorised') {
    return 'The service does not accept this access token. It may have expired: sign in with the operator again and copy the new one.';
  }
  if (error.code === 'not-found') {
    return 'This address does not answer requests by access token. Ask the operator whether another address does.';
  }
  return failureMessage(error);
}

function detailOf(error: ServiceError): string {
  return error.detail ?? failureMessage(error);
}
