import * as http from 'node:http';
import * as https from 'node:https';
import { Socket, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import type { Duplex } from 'node:stream';
import type * as tls from 'node:tls';
import type { WayTaken } from '../../shared/bridge/accounts.ts';
import { trustedAuthorities } from './authorities.ts';
import { proxyName, proxyRoute, type ResolveProxy, type Route, shownRoute } from './proxy.ts';

/** A free connection is kept this long (ms): well under the idle time after which any server hangs up. */
const idleMs = 1000;
/** Whoever hangs up sooner than this (ms) keeps connections for no time at all. */
const hardlyIdleMs = 0.8 * idleMs;
/** Node's agent knows one time for both, an idle connection and a proxy that makes its tunnel; a tunnel takes longer. */
const tunnelMs = 30_000;
/** The system's choice of proxy is asked for again after this long (ms): people move between networks. */
const routeMs = 30_000;

// A host's first address has 250 ms by default, which a slow line needs longer than. It holds for proxies too.
setDefaultAutoSelectFamilyAttemptTimeout(4_000);

/** The connections to one origin, and the proxy (without its password) that they go through. */
export type WayOut = { readonly agent: http.Agent | https.Agent; readonly proxy: string | null };

const agents = new Map<string, WayOut>();
const routes = new Map<string, { readonly route: Promise<Route>; readonly until: number }>();
let resolveSystemProxy: ResolveProxy = () => Promise.resolve('DIRECT');

/** Tells how the system chooses proxies. Until then, and where it does not say, connections are direct. */
export function followSystemProxy(resolveProxy: ResolveProxy): void {
  resolveSystemProxy = resolveProxy;
  routes.clear();
}

/**
 * The connections to one origin, shared by all requests to it. The one place that decides how an origin is reached:
 * whom to trust and through which proxy (`proxy.ts`).
 *
 * A connection that the server is just hanging up on loses a body without saying whether it was read, so an idle one is
 * dropped early; also earlier than the server's own `Keep-Alive` hint.
 */
export async function wayOut(url: URL): Promise<WayOut> {
  const route = await routeOf(url);
  const key = `${url.origin} ${'url' in route ? route.url : route.kind}`;
  const context = url.protocol === 'https:' ? await trustedAuthorities() : null;
  const known = agents.get(key);
  if (known !== undefined) return known;
  const made = { agent: newAgent(route, context), proxy: 'url' in route ? proxyName(route.url) : null };
  agents.set(key, made);
  return made;
}

/** How requests to this address leave the machine. */
export async function routeTo(address: string): Promise<WayTaken> {
  const url = URL.parse(address);
  return url === null ? { kind: 'no-address' } : shownRoute(await routeOf(url));
}

let closing = new AbortController();

/** Aborted as soon as all connections are hung up: what was being read then is not asked for again on others. */
export function untilClosed(): AbortSignal {
  return closing.signal;
}

/** Hangs up all connections and forgets what was decided. */
export function closeConnections(): void {
  closing.abort();
  closing = new AbortController();
  for (const { agent } of agents.values()) agent.destroy();
  agents.clear();
  routes.clear();
}

function routeOf(url: URL): Promise<Route> {
  const known = routes.get(url.origin);
  if (known !== undefined && known.until > performance.now()) return known.route;
  const route = proxyRoute(url, process.env, resolveSystemProxy);
  routes.set(url.origin, { route, until: performance.now() + routeMs });
  return route;
}

/** `trusted`: whom an encrypted connection trusts; null for one that is not encrypted. */
function newAgent(route: Route, trusted: tls.SecureContext | null): http.Agent | https.Agent {
  // Node reads it at each handshake, and takes no word of ours on the handshake with a proxy that is encrypted itself.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const proxied = route.kind === 'proxy';
  const options: https.AgentOptions = {
    keepAlive: true,
    timeout: proxied && trusted !== null ? tunnelMs : idleMs,
    agentKeepAliveTimeoutBuffer: 1000,
    maxFreeSockets: 64,
    ...(proxied ? { proxyEnv: { HTTP_PROXY: route.url, HTTPS_PROXY: route.url } } : {}),
  };
  if (route.kind === 'socks' || route.kind === 'unreadable') {
    return refusing(trusted === null ? new http.Agent() : new https.Agent(), route);
  }
  if (trusted === null) return inTurn(new http.Agent(options));
  const trusting = { ...options, rejectUnauthorized: true, secureContext: trusted };
  return inTurn(proxied ? new TunnelAgent(trusting) : new https.Agent(trusting));
}

const withoutReuse = new WeakSet<http.Agent>();

/** The other side breaks the rules of connections that are kept: from now on none of this agent is used a second time. */
export function stopReuse(agent: http.Agent): void {
  withoutReuse.add(agent);
  for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
}

/**
 * Uses no connection again once the other side has spoken on one where nothing was asked, or has hung up on one that was
 * hardly idle, without a word. A little later, and what it said would have been the answer to the next request, and its id
 * the receipt of the next file; or the next file would have been lost on its way, and nobody would know.
 */
function inTurn<OneAgent extends http.Agent>(agent: OneAgent): OneAgent {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  const kept = new WeakMap<Duplex, { readonly at: number; readonly bytesRead: number }>();
  // Node (24.21) hangs up itself on who says more than was asked.
  function onIdleClose(this: Duplex): void {
    const since = kept.get(this);
    if (since === undefined || !(this instanceof Socket)) return;
    if (this.bytesRead > since.bytesRead || performance.now() - since.at < hardlyIdleMs) stopReuse(agent);
  }
  agent.keepSocketAlive = (socket) => {
    // Node answers whether the connection may be kept, which its type declarations do not say.
    const mayBeKept: unknown = keep(socket);
    if (mayBeKept === false || withoutReuse.has(agent)) return false;
    if (socket instanceof Socket) kept.set(socket, { at: performance.now(), bytesRead: socket.bytesRead });
    socket.on('close', onIdleClose);
    return true;
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('close', onIdleClose);
    reuse(socket, request);
  };
  return agent;
}

/** Lets an agent make no connection, because the proxy that is set cannot be used. */
function refusing<OneAgent extends http.Agent>(agent: OneAgent, { kind }: Route): OneAgent {
  const code = `ERR_PROXY_${kind.toUpperCase()}`;
  agent.createConnection = (_options, callback) => {
    callback?.(Object.assign(new Error('No connection was made.'), { code }), new Socket());
    return null;
  };
  return agent;
}

/** No proxy says more than this (bytes) before its tunnel is there. */
const tunnelAnswerBytes = 64 * 1024;

/** Tunnels through a proxy: patient while one is made, and no more patient than others once it is idle. */
class TunnelAgent extends https.Agent {
  override createConnection(...[options, callback]: Parameters<https.Agent['createConnection']>) {
    let over = (): void => undefined;
    const made = super.createConnection(options, (error, socket) => {
      over();
      callback?.(error, socket);
    });
    if (made instanceof Socket) over = boundTunnel(made);
    return made;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Node answers whether the connection may be kept, which its type declarations do not say.
    const kept: unknown = super.keepSocketAlive(socket);
    if (socket instanceof Socket) socket.setTimeout(idleMs);
    return kept !== false;
  }
}

/**
 * Bounds what a proxy may say and how long it may take, until the function that is returned is called. Node (24.21) adds
 * its reader of the answer to the socket once more each time it is called, so that each piece of an answer doubles their
 * number: some thirty pieces end the process.
 */
function boundTunnel(socket: Socket): () => void {
  const end = (why: string): void => void socket.destroy(Object.assign(new Error(why), { code: 'ERR_PROXY_TUNNEL' }));
  const deadline = setTimeout(() => end('The proxy did not open a tunnel in time.'), tunnelMs).unref();
  const keepOne = (name: string | symbol, reader: (...args: unknown[]) => void): void => {
    if (name !== 'readable') return;
    socket.removeListener('readable', reader);
    if (socket.bytesRead > tunnelAnswerBytes) end('The proxy’s answer is too long.');
  };
  socket.on('newListener', keepOne);
  return () => {
    clearTimeout(deadline);
    socket.removeListener('newListener', keepOne);
  };
}
