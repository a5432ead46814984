import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import pTimeout from 'p-timeout';
import type { Dispatcher } from 'undici';
import type { ShownRoute } from '../../shared/bridge/accounts.ts';
import { authorityCertificates } from '../older-node.ts';
import { askOnce } from '../threads.ts';
import type { AuthoritiesReader } from './authorities-worker.ts';
import { proxyName, proxyRoute, type ResolveProxy, type Route, shownRoute } from './proxy.ts';

/** An idle connection is kept this long (ms), well below the time after which servers close one. */
const KEEP_IDLE_MS = 1000;
/** The system's choice of proxy is cached this long (ms), because users move between networks. */
const ROUTE_CACHE_MS = 30_000;
/** Milliseconds per address of a host. Node's default of 250 is too short for slow lines. */
const FAMILY_ATTEMPT_MS = 4_000;
/** Longer than any request waits for its connection (`WireLimits`). */
const LONGEST_CONNECT_MS = 120_000;

/** The connections to one origin. `proxy`: the proxy's address without its password. */
export type OriginConnections = {
  /** Null if the configured proxy cannot be used. `refusal` is then the error code. */
  readonly dispatcher: Dispatcher | null;
  readonly refusal: string;
  readonly proxy: string | null;
};

const origins = new Map<string, OriginConnections>();
const routes = new Map<string, { readonly route: Promise<Route>; readonly until: number }>();
let resolveSystemProxy: ResolveProxy = () => Promise.resolve('DIRECT');

let undiciLoaded: Promise<typeof import('undici')> | null = null;

/** Loads undici late, to keep the start fast, and once: in the built app each import copies all its names. */
export function undici(): Promise<typeof import('undici')> {
  undiciLoaded ??= import('undici');
  return undiciLoaded;
}

/** Sets the function that asks the system for a proxy. Before that, or if it does not answer, connections are direct. */
export function followSystemProxy(resolveProxy: ResolveProxy): void {
  resolveSystemProxy = resolveProxy;
  routes.clear();
}

/** Returns the connections to one origin, which all requests to it share. Only this function decides on trust and proxy. */
export async function connectionsTo(url: URL): Promise<OriginConnections> {
  const route = await routeOf(url);
  const key = `${url.origin} ${'url' in route ? route.url : route.kind}`;
  const trusted = isEncrypted(url, route) ? await trustedAuthorities() : null;
  const loaded = await undici();
  const cached = origins.get(key);
  if (cached !== undefined) return cached;
  const made = openOrigin(loaded, route, trusted);
  origins.set(key, made);
  return made;
}

const isEncrypted = (url: URL, route: Route): boolean =>
  url.protocol === 'https:' || (route.kind === 'proxy' && route.url.startsWith('https:'));

/** Returns the route to an address, for the screen. */
export async function routeTo(address: string): Promise<ShownRoute> {
  const url = URL.parse(address);
  return url === null ? { kind: 'no-address' } : shownRoute(await routeOf(url));
}

/** Returns a Node agent with the same route, for clients that do not use undici. */
export async function nodeAgentTo(url: URL): Promise<http.Agent> {
  const route = await routeOf(url);
  if (route.kind !== 'direct' && route.kind !== 'proxy') throw new Error('The proxy that is set cannot be used.');
  const proxyEnv = route.kind === 'proxy' ? { proxyEnv: { HTTP_PROXY: route.url, HTTPS_PROXY: route.url } } : {};
  if (url.protocol !== 'https:') return new http.Agent(proxyEnv);
  return new https.Agent({ ...proxyEnv, rejectUnauthorized: true, secureContext: await trustedAuthorities() });
}

let closing = new AbortController();

/** Returns a signal that aborts when all connections are closed. Reads that it aborts are not repeated. */
export function closedSignal(): AbortSignal {
  return closing.signal;
}

/** Closes all connections and clears the cached routes. */
export function closeConnections(): void {
  closing.abort();
  closing = new AbortController();
  for (const { dispatcher } of origins.values()) void dispatcher?.destroy();
  origins.clear();
  routes.clear();
}

function routeOf(url: URL): Promise<Route> {
  const cached = routes.get(url.origin);
  if (cached !== undefined && cached.until > performance.now()) return cached.route;
  const route = proxyRoute(url, process.env, resolveSystemProxy);
  routes.set(url.origin, { route, until: performance.now() + ROUTE_CACHE_MS });
  return route;
}

/**
 * Closes idle connections early: a body sent into a connection that the server is closing is lost, and nothing shows if
 * it was read.
 */
function openOrigin(
  { Agent, ProxyAgent, Socks5ProxyAgent }: typeof import('undici'),
  route: Route,
  trusted: tls.SecureContext | null,
): OriginConnections {
  const connect = {
    timeout: LONGEST_CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_MS,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    ...(trusted === null ? {} : { secureContext: trusted }),
  };
  const options = { keepAliveTimeout: KEEP_IDLE_MS, keepAliveMaxTimeout: KEEP_IDLE_MS, pipelining: 1, allowH2: false };
  const proxy = 'url' in route ? proxyName(route.url) : null;
  const refusal = `ERR_PROXY_${route.kind.toUpperCase()}`;
  const opened = (dispatcher: Dispatcher | null): OriginConnections => ({ dispatcher, refusal, proxy });
  if (route.kind === 'direct') return opened(new Agent({ ...options, connect }));
  if (route.kind !== 'proxy') return opened(null);
  if (route.url.startsWith('socks5:')) {
    const socksOptions = { ...options, requestTls: connect };
    return opened(new Socks5ProxyAgent(route.url, socksOptions));
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

/** The longest wait for the system's store, which may ask the network or the user. */
const LONGEST_STORE_READ_MS = 30_000;

let workerScript = new URL('./authorities-worker.ts', import.meta.url);
let trustedContext: Promise<tls.SecureContext> | null = null;

/** Sets the script of the built worker. Before that, it runs from its source. */
export function setAuthoritiesWorker(worker: URL): void {
  workerScript = worker;
}

/**
 * Returns the trusted authorities: those of Node (with `NODE_EXTRA_CA_CERTS`, which an installed app does not get) and
 * those of the system's store, where companies add their own. Created once, at the first encrypted connection, because
 * reading hundreds of certificates takes longer than connecting.
 */
export function trustedAuthorities(): Promise<tls.SecureContext> {
  trustedContext ??= authorities().then((ca) => tls.createSecureContext({ ca: [...ca], minVersion: 'TLSv1.2' }));
  return trustedContext;
}

async function authorities(): Promise<readonly string[]> {
  const nodeAuthorities = authorityCertificates('default');
  try {
    return [...new Set([...nodeAuthorities, ...(await systemAuthorities())])];
  } catch {
    // If the store cannot be read, Node's authorities remain.
    return nodeAuthorities;
  }
}

/** Runs in its own thread: some systems take seconds to read their store. */
function systemAuthorities(): Promise<readonly string[]> {
  return askOnce<AuthoritiesReader, Promise<readonly string[]>>(workerScript, {}, (reader) =>
    pTimeout(reader.systemAuthorities(), { milliseconds: LONGEST_STORE_READ_MS }),
  );
}
