import {
  type CheckLine,
  type CheckTopic,
  type ConnectionReport,
  type CredentialKind,
  type FoundPaths,
  MOST_TOKEN_NAMES,
  type ReportEntry,
} from '../../shared/bridge/accounts.ts';
import { rowText } from '../../shared/text.ts';
import {
  type Connection,
  getAllTokens,
  getHealth,
  getTokenMap,
  type Probe,
  probeRequestFunds,
  probeSubmission,
  type ServiceError,
} from '../service/index.ts';

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

/**
 * Looks at a service as an account would use it, line by line, and charges nothing: lists are read, and the two
 * endpoints that cost money are asked with requests that they must refuse.
 */
export async function checkConnection(parts: CheckParts): Promise<ConnectionReport> {
  const { connection, now, signal } = parts;
  const lines = new Map<CheckTopic, CheckLine>();
  const entries: ReportEntry[] = [];

  const say = (topic: CheckTopic, state: CheckLine['state'], text: string): void => {
    const line = { topic, state, text };
    lines.set(topic, line);
    parts.onLine(line);
  };

  /** Makes one request of the check and notes what came of it. */
  async function ask<Answer>(
    topic: CheckTopic,
    request: string,
    make: () => Promise<Answer>,
    read: (answer: Answer) => { status: number | null; detail: string | null },
  ): Promise<Answer> {
    // Not by the clock of the day, which may be set back meanwhile.
    const begun = performance.now();
    const answer = await make();
    entries.push({ topic, request, ...read(answer), milliseconds: performance.now() - begun });
    return answer;
  }

  const readResult = (result: { ok: true } | { ok: false; error: ServiceError }) =>
    result.ok ? { status: 200, detail: null } : { status: result.error.status ?? null, detail: detailOf(result.error) };
  const readProbe = (probe: Probe) => ({
    status: probe.status,
    detail: probe.kind === 'accepted' ? null : detailOf(probe.error),
  });

  const missing = (kind: CredentialKind): string => {
    const name = kind === 'api-key' ? 'API key' : 'access token';
    if (!parts.withheld.has(kind)) return `No ${name} was given.`;
    return `The ${name} that is kept belongs to another address and is not sent to this one. Enter it again to try it here.`;
  };
  const expired = (): boolean => parts.tokenExpiresAt !== null && Date.parse(parts.tokenExpiresAt) <= now();

  async function checkAddress(): Promise<boolean> {
    say('address', 'running', 'Looking for the service…');
    const health = await ask('address', 'GET /health', () => getHealth(connection, signal), readResult);
    if (health.ok) say('address', 'good', 'The service answers.');
    else if (health.error.status !== undefined) say('address', 'good', 'Something answers at this address.');
    else say('address', 'bad', health.error.message);
    return health.ok || health.error.status !== undefined;
  }

  async function checkApiKey(): Promise<void> {
    if ((await connection.credentials()).apiKey === null) return say('api-key', 'skipped', missing('api-key'));
    say('api-key', 'running', 'Trying the API key…');
    const probe = await ask(
      'api-key',
      'POST /v1/submit_raw_data (empty)',
      () => probeSubmission(connection, signal),
      readProbe,
    );
    if (probe.kind === 'accepted') say('api-key', 'good', 'The API key is accepted.');
    else if (probe.kind === 'unauthorised') {
      say(
        'api-key',
        'bad',
        'The service does not accept this API key. Copy it again, whole, or ask the operator for a new one.',
      );
    } else if (probe.kind === 'no-such-path') {
      say(
        'api-key',
        'bad',
        'This address does not take submissions by API key. Ask the operator whether another address does.',
      );
    } else say('api-key', 'bad', probe.error.message);
  }

  async function checkAccessToken(): Promise<boolean> {
    if ((await connection.credentials()).accessToken === null) {
      for (const topic of ['access-token', 'tokens', 'fund-requests'] as const) {
        say(topic, 'skipped', missing('access-token'));
      }
      return false;
    }
    say('access-token', 'running', 'Trying the access token…');
    say('tokens', 'running', 'Looking for tokens…');
    const tokens = await ask(
      'access-token',
      'GET /user/get_all_tokens',
      () => getAllTokens(connection, { limit: 1000 }, signal),
      readResult,
    );
    if (tokens.ok) {
      say('access-token', 'good', 'The access token is accepted.');
      const count = tokens.value.length;
      if (count > 0) say('tokens', 'good', count === 1 ? '1 token found.' : `${count} tokens found.`);
      else say('tokens', 'bad', 'This account has no tokens yet. Register a deposit first, or ask the operator.');
      return true;
    }
    say('access-token', 'bad', tokenAdvice(tokens.error, expired()));
    say('tokens', 'bad', 'Tokens cannot be read before the access token is accepted.');
    return false;
  }

  async function checkTokenNames(): Promise<{ names: string[]; path: string | null }> {
    say('token-names', 'running', 'Looking for token names…');
    const map = await ask('token-names', 'GET /token_map', () => getTokenMap(connection, signal), readResult);
    if (!map.ok) {
      say(
        'token-names',
        'bad',
        'No list of token names was found. Type the token’s name yourself, as the operator gave it to you.',
      );
      return { names: [], path: null };
    }
    const names = map.value.names.map((entry) => entry.name);
    say('token-names', 'good', namesFound(names));
    // One more tells that there are too many.
    return { names: names.slice(0, MOST_TOKEN_NAMES + 1), path: map.value.path };
  }

  async function checkFundRequests(): Promise<string | null> {
    say('fund-requests', 'running', 'Looking where fund requests go…');
    const known = connection.paths.requestFunds;
    for (const path of known === null ? fundPaths : [known]) {
      const probe = await ask(
        'fund-requests',
        `POST ${path} ({})`,
        () => probeRequestFunds(connection, path, signal),
        readProbe,
      );
      if (probe.kind === 'accepted') {
        say('fund-requests', 'good', `Fund requests go to ${path}.`);
        return path;
      }
    }
    say(
      'fund-requests',
      'bad',
      'No place for fund requests was found. The operator can tell you its path: enter it under Advanced.',
    );
    return null;
  }

  const found: { tokenMap: string | null; requestFunds: string | null } = { tokenMap: null, requestFunds: null };
  let tokenNames: string[] = [];
  if (await checkAddress()) {
    await checkApiKey();
    const signedIn = await checkAccessToken();
    const map = await checkTokenNames();
    found.tokenMap = map.path;
    tokenNames = map.names;
    if (signedIn) found.requestFunds = await checkFundRequests();
    else if (lines.get('fund-requests') === undefined) {
      say('fund-requests', 'skipped', 'This is looked for once the access token is accepted.');
    }
  } else {
    for (const topic of ['api-key', 'access-token', 'tokens', 'token-names', 'fund-requests'] as const) {
      say(topic, 'skipped', 'This is looked for once the address answers.');
    }
  }

  return {
    at: new Date(now()).toISOString(),
    address: connection.baseUrl,
    submitAddress: connection.submitBaseUrl,
    lines: [...lines.values()],
    entries,
    found: found satisfies FoundPaths,
    tokenNames,
    route: parts.route,
    versions: parts.versions,
  };
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
  return error.message;
}

function detailOf(error: ServiceError): string {
  return error.detail ?? error.message;
}
