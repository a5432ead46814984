import { BlockList, isIP } from 'node:net';

/** Whether a host name as `URL` gives it (IPv6 in brackets) is this machine. */
export function isLoopback(hostname: string): boolean {
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
