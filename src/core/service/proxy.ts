import { BlockList, isIP } from 'node:net';
import pTimeout from 'p-timeout';
import type { ShownRoute } from '../../shared/bridge/accounts.ts';

/** The route of requests to one origin. */
export type Route =
  | { readonly kind: 'direct' }
  /** `url`: the proxy's http(s) or socks5 address, with its user name and password if it has them. Never show it. */
  | { readonly kind: 'proxy'; readonly url: string }
  /** A proxy is or may be configured, but its setting or kind (SOCKS before version 5) cannot be used. */
  | { readonly kind: 'unusable' };

/** Returns the system's choice in the format of a PAC file (`PROXY host:port; DIRECT`), like Electron's `resolveProxy`. */
export type ResolveProxy = (url: string) => Promise<string>;

export type Environment = Readonly<Record<string, string | undefined>>;

const SYSTEM_ANSWER_MS = 15_000;

const direct: Route = { kind: 'direct' };
const unusable: Route = { kind: 'unusable' };

/**
 * Returns the route to `url`. The environment (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, in either case)
 * overrides the system. Requests to this machine are direct unless `NO_PROXY` contains `<-loopback>`, like in browsers.
 * Never rejects. An unusable proxy never leads to a direct connection.
 */
export async function proxyRoute(url: URL, environment: Environment, resolveProxy: ResolveProxy): Promise<Route> {
  const read = (name: string): string => (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  const exceptions = read('NO_PROXY');
  if (isLoopback(url.hostname) && !exceptions.split(/[\s,]+/).includes('<-loopback>')) return direct;
  const said = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY');
  if (said !== '') return skipsProxy(url, exceptions) ? direct : routeThrough(said);
  if (exceptions !== '' && skipsProxy(url, exceptions)) return direct;
  try {
    // A proxy script that cannot be downloaded must not block every request.
    return systemRoute(await pTimeout(resolveProxy(url.origin), { milliseconds: SYSTEM_ANSWER_MS }));
  } catch {
    return unusable;
  }
}

/** A route for users and reports. */
export function shownRoute(route: Route): ShownRoute {
  return 'url' in route ? { kind: route.kind, proxy: proxyName(route.url) } : route;
}

/** Returns the proxy's scheme, host and port, without user name and password. */
export function proxyName(proxyUrl: string): string {
  const { protocol, host } = new URL(proxyUrl);
  return `${protocol}//${host}`;
}

/** Returns the first usable proxy of a PAC answer. `DIRECT` after an unusable proxy is ignored. */
function systemRoute(answer: string): Route {
  const routes = answer.split(';').flatMap((entry) => (entry.trim() === '' ? [] : [entryRoute(entry.trim())]));
  const [first = unusable] = routes;
  return first.kind === 'direct' ? first : (routes.find(({ kind }) => kind === 'proxy') ?? first);
}

function entryRoute(entry: string): Route {
  const [kind = '', host = ''] = entry.split(/\s+/);
  if (/^direct$/i.test(kind)) return direct;
  return routeThrough(`${/^proxy$/i.test(kind) ? 'http' : kind}://${host}`);
}

function routeThrough(text: string): Route {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') return unusable;
  // In both variants the proxy looks up host names.
  const isUsable = /^(https?|socks5h?):$/.test(url.protocol);
  return isUsable ? { kind: 'proxy', url: url.href.replace(/^socks5h/, 'socks5') } : unusable;
}

/** True if a host name in the form of `URL` (IPv6 in brackets) is this machine. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname);
}

/**
 * True if `NO_PROXY` contains this address: `*`, a host, a domain with or without a leading dot or `*.` (including its
 * subdomains), an IP address or a range (`10.0.0.0/8`), each with or without a port.
 */
export function skipsProxy(url: URL, exceptions: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInRange(host, entry);
      const [, name = entry, onlyPort] = /^(.*[^:]|\[.*\]):(\d+)$/.exec(isIP(entry) === 6 ? '' : entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== port) return false;
      const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
      return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)));
    });
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(network) === 0 || isIP(host) !== isIP(network) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}
