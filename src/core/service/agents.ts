import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import pTimeout from 'p-timeout';
import type { Dispatcher } from 'undici';
import type { WayTaken } from '../../shared/bridge/accounts.ts';
import { authorityCertificates } from '../older-node.ts';
import { askOnce } from '../threads.ts';
import type { AuthoritiesReader } from './authorities-worker.ts';
import { proxyName, proxyRoute, type ResolveProxy, type Route, shownRoute } from './proxy.ts';

/** A free connection is kept this long (ms): well under the idle time after which any server hangs up. */
const IDLE_MS = 1000;
/** The system's choice of proxy is asked for again after this long (ms): people move between networks. */
const ROUTE_MS = 30_000;
/** A host's first address has 250 ms by default, which a slow line needs longer than. */
const FAMILY_ATTEMPT_MS = 4_000;
/** Longer than a request waits for its connection (`WireLimits`). */
const LONGEST_CONNECT_MS = 120_000;

/** The connections to one origin, and the proxy (without its password) that they go through. */
export type OriginConnections = {
  /** Null if the proxy that is set cannot be used; `refusal` is the code of the failure then. */
  readonly dispatcher: Dispatcher | null;
  readonly refusal: string;
  readonly proxy: string | null;
};

const origins = new Map<string, OriginConnections>();
const routes = new Map<string, { readonly route: Promise<Route>; readonly until: number }>();
let resolveSystemProxy: ResolveProxy = () => Promise.resolve('DIRECT');

/** Sets how the system chooses proxies. Until then, and if it does not answer, connections are direct. */
export function followSystemProxy(resolveProxy: ResolveProxy): void {
  resolveSystemProxy = resolveProxy;
  routes.clear();
}

/**
 * The connections to one origin, shared by all requests to it. The one place that decides how an origin is reached:
 * whom to trust and through which proxy (`proxy.ts`).
 */
export async function connectionsTo(url: URL): Promise<OriginConnections> {
  const route = await routeOf(url);
  const key = `${url.origin} ${'url' in route ? route.url : route.kind}`;
  const trusted = isEncrypted(url, route) ? await trustedAuthorities() : null;
  // Not at the start: nobody waits for it there.
  const undici = await import('undici');
  const known = origins.get(key);
  if (known !== undefined) return known;
  const made = openOrigin(undici, route, trusted);
  origins.set(key, made);
  return made;
}

const isEncrypted = (url: URL, route: Route): boolean =>
  url.protocol === 'https:' || (route.kind === 'proxy' && route.url.startsWith('https:'));

/** The route of requests to this address, for the screen. */
export async function routeTo(address: string): Promise<WayTaken> {
  const url = URL.parse(address);
  return url === null ? { kind: 'no-address' } : shownRoute(await routeOf(url));
}

/** Node's own agent by the same route, for what does not speak through undici. */
export async function nodeAgentTo(url: URL): Promise<http.Agent> {
  const route = await routeOf(url);
  if (route.kind !== 'direct' && route.kind !== 'proxy') throw new Error('The proxy that is set cannot be used.');
  const proxyEnv = route.kind === 'proxy' ? { proxyEnv: { HTTP_PROXY: route.url, HTTPS_PROXY: route.url } } : {};
  if (url.protocol !== 'https:') return new http.Agent(proxyEnv);
  return new https.Agent({ ...proxyEnv, rejectUnauthorized: true, secureContext: await trustedAuthorities() });
}

let closing = new AbortController();

/** Aborted as soon as all connections are closed: what was being read then is not asked for again on others. */
export function untilClosed(): AbortSignal {
  return closing.signal;
}

/** Closes all connections and forgets what was decided. */
export function closeConnections(): void {
  closing.abort();
  closing = new AbortController();
  for (const { dispatcher } of origins.values()) void dispatcher?.destroy();
  origins.clear();
  routes.clear();
}

function routeOf(url: URL): Promise<Route> {
  const known = routes.get(url.origin);
  if (known !== undefined && known.until > performance.now()) return known.route;
  const route = proxyRoute(url, process.env, resolveSystemProxy);
  routes.set(url.origin, { route, until: performance.now() + ROUTE_MS });
  return route;
}

/** A connection that the server is just closing loses a body without a word on if it was read, so an idle one is closed early. */
function openOrigin(
  { Agent, ProxyAgent, Socks5ProxyAgent }: typeof import('undici'),
  route: Route,
  trusted: tls.SecureContext | null,
): OriginConnections {
  const connect = {
    timeout: LONGEST_CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_MS,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no say.
    rejectUnauthorized: true,
    ...(trusted === null ? {} : { secureContext: trusted }),
  };
  const options = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, pipelining: 1, allowH2: false };
  const proxy = 'url' in route ? proxyName(route.url) : null;
  const refusal = `ERR_PROXY_${route.kind.toUpperCase()}`;
  const opened = (dispatcher: Dispatcher | null): OriginConnections => ({ dispatcher, refusal, proxy });
  if (route.kind === 'direct') return opened(new Agent({ ...options, connect }));
  if (route.kind !== 'proxy') return opened(null);
  if (route.url.startsWith('socks5:')) {
    const trusting = { ...options, requestTls: connect };
    return opened(new Socks5ProxyAgent(route.url, trusting));
  }
  const { username, password } = new URL(route.url);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return opened(
    new ProxyAgent({
      ...{ uri: route.url, proxyTunnel: false, requestTls: connect, proxyTls: connect },
      ...(username === '' ? {} : { token: `Basic ${login}` }),
      ...options,
    }),
  );
}

/** A store that asks the network, or the user, is waited for no longer. */
const LONGEST_READ_MS = 30_000;

let script = new URL('./authorities-worker.ts', import.meta.url);
let trusted: Promise<tls.SecureContext> | null = null;

/** Sets the place of the built worker. Until then it runs from its source. */
export function readAuthoritiesIn(worker: URL): void {
  script = worker;
}

/**
 * Whom to trust: the authorities that come with Node (and `NODE_EXTRA_CA_CERTS`, of which an installed app knows nothing),
 * and those of the system's own store, where companies put theirs. Made once, for the first encrypted connection: reading
 * hundreds of certificates for each would take longer than the connection.
 */
export function trustedAuthorities(): Promise<tls.SecureContext> {
  trusted ??= authorities().then((ca) => tls.createSecureContext({ ca: [...ca], minVersion: 'TLSv1.2' }));
  return trusted;
}

async function authorities(): Promise<readonly string[]> {
  const known = authorityCertificates('default');
  try {
    return [...new Set([...known, ...(await systemAuthorities())])];
  } catch {
    // A store that can't be read leaves those that come with Node.
    return known;
  }
}

/** In a thread of its own: some systems take seconds to read their store, and main answers the window meanwhile. */
function systemAuthorities(): Promise<readonly string[]> {
  return askOnce<AuthoritiesReader, Promise<readonly string[]>>(script, {}, (reader) =>
    pTimeout(reader.systemAuthorities(), { milliseconds: LONGEST_READ_MS }),
  );
}
