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
  if (known !== undefined && known.until > Date.now()) return known.route;
  const route = proxyRoute(url, process.env, resolveSystemProxy);
  routes.set(url.origin, { route, until: Date.now() + routeMs });
  return route;
}

function newAgent(url: URL, route: Route): http.Agent | https.Agent {
  const proxied = route.kind === 'proxy';
  const options: https.AgentOptions = {
    keepAlive: true,
    timeout: proxied && url.protocol === 'https:' ? tunnelMs : idleMs,
    agentKeepAliveTimeoutBuffer: 1000,
    maxFreeSockets: 64,
    ...(proxied ? { proxyEnv: { HTTP_PROXY: route.url, HTTPS_PROXY: route.url } } : {}),
  };
  if (url.protocol !== 'https:') return new http.Agent(options);
  const trusting = { ...options, secureContext: trustedAuthorities() };
  return proxied ? new TunnelAgent(trusting) : new https.Agent(trusting);
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
