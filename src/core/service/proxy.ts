import { BlockList, isIP } from 'node:net';
import pTimeout from 'p-timeout';
import type { WayTaken } from '../../shared/bridge/accounts.ts';

/** How requests to one origin leave this machine. */
export type Route =
  | { readonly kind: 'direct' }
  /** `url`: the proxy's http(s) or socks5 address, with its name and password when it needs them: never to be shown. */
  | { readonly kind: 'proxy'; readonly url: string }
  /** A SOCKS proxy of a version before 5 is set, which cannot be used. `url`: as above. */
  | { readonly kind: 'socks'; readonly url: string }
  /** A proxy is set, or may be, and the setting cannot be read. */
  | { readonly kind: 'unreadable' };

/** The system's own choice in the words of a PAC file (`PROXY host:port; DIRECT`), as Electron's `resolveProxy` gives it. */
export type ResolveProxy = (url: string) => Promise<string>;

export type Environment = Readonly<Record<string, string | undefined>>;

const SYSTEM_ANSWER_MS = 15_000;

const direct: Route = { kind: 'direct' };
const unreadable: Route = { kind: 'unreadable' };

/**
 * The route to `url`: what the environment says (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, in either case)
 * stands above what the system says. This machine is reached directly unless `NO_PROXY` holds `<-loopback>`, the words
 * by which browsers are told so. Never rejects. A proxy that cannot be used never leads to a direct connection.
 */
export async function proxyRoute(url: URL, environment: Environment, resolveProxy: ResolveProxy): Promise<Route> {
  const read = (name: string): string => (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  const exceptions = read('NO_PROXY');
  if (isLoopback(url.hostname) && !exceptions.split(/[\s,]+/).includes('<-loopback>')) return direct;
  const said = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || read('ALL_PROXY');
  if (said !== '') return skipsProxy(url, exceptions) ? direct : routeThrough(said);
  if (exceptions !== '' && skipsProxy(url, exceptions)) return direct;
  try {
    // A proxy script that can't be fetched must not hold every request.
    return systemRoute(await pTimeout(resolveProxy(url.origin), { milliseconds: SYSTEM_ANSWER_MS }));
  } catch {
    return unreadable;
  }
}

/** A route for a person or a report. */
export function shownRoute(route: Route): WayTaken {
  return 'url' in route ? { kind: route.kind, proxy: proxyName(route.url) } : route;
}

/** The proxy's scheme, host and port; never its name and password. */
export function proxyName(proxyUrl: string): string {
  const { protocol, host } = new URL(proxyUrl);
  return `${protocol}//${host}`;
}

/** The first proxy of a PAC answer that can be used. `DIRECT` behind a proxy that cannot be used does not count. */
function systemRoute(answer: string): Route {
  const routes = answer.split(';').flatMap((entry) => (entry.trim() === '' ? [] : [entryRoute(entry.trim())]));
  const [first = unreadable] = routes;
  return first.kind === 'direct' ? first : (routes.find(({ kind }) => kind === 'proxy') ?? first);
}

function entryRoute(entry: string): Route {
  const [kind = '', host = ''] = entry.split(/\s+/);
  if (/^direct$/i.test(kind)) return direct;
  return routeThrough(`${/^proxy$/i.test(kind) ? 'http' : kind}://${host}`);
}

function routeThrough(text: string): Route {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') return unreadable;
  // The names are looked up by the proxy in any case.
  if (/^(https?|socks5h?):$/.test(url.protocol)) return { kind: 'proxy', url: url.href.replace(/^socks5h/, 'socks5') };
  return /^socks4?a?:$/.test(url.protocol) ? { kind: 'socks', url: url.href } : unreadable;
}

/** Whether a host name as `URL` gives it (IPv6 in brackets) is this machine. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname);
}

/**
 * Whether `NO_PROXY` names this address: `*`, a host, a domain with or without a leading dot or `*.` (with all hosts
 * below it), an IP address or a range of them (`10.0.0.0/8`), each with or without a port.
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
