export type AddressProblem = 'empty' | 'no-address' | 'other-scheme' | 'holds-credentials';

/**
 * Reads a service's address as users paste it: with or without a scheme, a final slash, a path prefix and spaces
 * around it. The default scheme is https, or http for this machine.
 */
export type ReadAddress =
  | {
      readonly ok: true;
      /** Scheme, host and path prefix, without a final slash. */
      readonly address: string;
      /** The connection is neither encrypted nor local. Ask the user before anything is sent there. */
      readonly isExposed: boolean;
    }
  | { readonly ok: false; readonly problem: AddressProblem };

/** A host in ASCII. No system looks up other names (RFC 1123, 2.1, and underscores). */
const hostName = /^(?:\[[\da-f:.]+\]|[\w.-]{1,253})$/i;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export function readAddress(text: string): ReadAddress {
  const trimmed = text
    .trim()
    .replace(/^<(.*)>$|^"(.*)"$/, '$1$2')
    .trim();
  if (trimmed === '') return { ok: false, problem: 'empty' };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`);
  if (url === null || !hostName.test(url.hostname)) return { ok: false, problem: 'no-address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'other-scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'holds-credentials' };
  const local = loopback.test(url.hostname);
  if (!hasScheme && local) url.protocol = 'http:';
  url.search = '';
  url.hash = '';
  return {
    ok: true,
    address: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`,
    isExposed: url.protocol === 'http:' && !local,
  };
}

/** The origin that a secret is bound to; null if the text is not an address. */
export function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null;
}
