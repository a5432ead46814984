import * as http from 'node:http';
import * as https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { trustedAuthorities } from './certificates.ts';
import { describeRoute, proxyName, proxyRoute, type ResolveProxy, type Route } from './proxy-route.ts';

/** A free connection is kept this long (ms): well under the idle time after which any server hangs up. */
const idleMs = 1000;
/** Node's agent knows one time for both, an idle connection and a proxy that makes its tunnel; a tunnel takes longer. */
const tunnelMs = 30_000;
/** The system's choice of proxy is asked for again after this long (ms): people move between networks. */
const routeMs = 30_000;

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
 * whom to trust (`certificates.ts`) and through which proxy (`proxy-route.ts`).
 *
 * A connection that the server is just hanging up on loses a body without saying whether it was read, so an idle one is
 * dropped early; also earlier than the server's own `Keep-Alive` hint.
 */
export async function wayOut(url: URL): Promise<WayOut> {
  const route = await routeOf(url);
  const key = route.kind === 'proxy' ? `${url.origin} ${route.url}` : url.origin;
  const known = agents.get(key);
  if (known !== undefined) return known;
  const made = { agent: newAgent(url, route), proxy: route.kind === 'proxy' ? proxyName(route.url) : null };
  agents.set(key, made);
  return made;
}

/** In words, how requests to this address leave the machine. */
export async function routeTo(address: string): Promise<string> {
  const url = URL.parse(address);
  return url === null ? 'not at all: this is no address' : describeRoute(await routeOf(url));
}

/** Hangs up all idle connections and forgets what was decided. */
export function closeConnections(): void {
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

function newAgent(url: URL, route: Route): http.Agent | https.Agent {
  // Node reads it at each handshake, and takes no word of ours on the handshake with a proxy that is encrypted itself.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const proxied = route.kind === 'proxy';
  const options: https.AgentOptions = {
    keepAlive: true,
    timeout: proxied && url.protocol === 'https:' ? tunnelMs : idleMs,
    agentKeepAliveTimeoutBuffer: 1000,
    maxFreeSockets: 64,
    ...(proxied ? { proxyEnv: { HTTP_PROXY: route.url, HTTPS_PROXY: route.url } } : {}),
  };
  if (url.protocol !== 'https:') return inTurn(new http.Agent(options));
  const trusting = { ...options, rejectUnauthorized: true, secureContext: trustedAuthorities() };
  return inTurn(proxied ? new TunnelAgent(trusting) : new https.Agent(trusting));
}

const outOfTurn = new WeakSet<http.Agent>();

/** The other side has said more than it was asked: from now on no connection of this agent is used a second time. */
export function noteOutOfTurn(agent: http.Agent): void {
  outOfTurn.add(agent);
  for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
}

/**
 * Uses no connection again once the other side has spoken on one where nothing was asked: a little later, and it would have
 * been the answer to the next request, and its id the receipt of the next file. Node (24.21) hangs up on who does that as on
 * who hangs up; what came tells the two apart.
 */
function inTurn<OneAgent extends http.Agent>(agent: OneAgent): OneAgent {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  const readBefore = new WeakMap<Duplex, number>();
  function onIdleClose(this: Duplex): void {
    if (!(this instanceof Socket) || this.bytesRead === readBefore.get(this)) return;
    noteOutOfTurn(agent);
  }
  agent.keepSocketAlive = (socket) => {
    // Node answers whether the connection may be kept, which its type declarations do not say.
    const kept: unknown = keep(socket);
    if (kept === false || outOfTurn.has(agent)) return false;
    if (socket instanceof Socket) readBefore.set(socket, socket.bytesRead);
    socket.on('close', onIdleClose);
    return true;
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('close', onIdleClose);
    reuse(socket, request);
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
  const deadline = setTimeout(() => end('The proxy made no tunnel in time.'), tunnelMs).unref();
  const keepOne = (name: string | symbol, reader: (...args: unknown[]) => void): void => {
    if (name !== 'readable') return;
    socket.removeListener('readable', reader);
    if (socket.bytesRead > tunnelAnswerBytes) end('The proxy’s answer is longer than any that is expected.');
  };
  socket.on('newListener', keepOne);
  return () => {
    clearTimeout(deadline);
    socket.removeListener('newListener', keepOne);
  };
}
