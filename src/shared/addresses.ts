export type AddressProblem = 'empty' | 'no-address' | 'other-scheme' | 'holds-credentials';

/**
 * Reads the address of a service as people paste it: with or without scheme, with or without a slash at the end, with a
 * path prefix, with blanks around it. What has no scheme is taken as https, but for this machine, where it is http.
 */
export type ReadAddress =
  | {
      readonly ok: true;
      /** Scheme, host and path prefix, no slash at the end. */
      readonly address: string;
      /** Neither encrypted nor on this machine: to be asked about before anything goes there. */
      readonly inTheClear: boolean;
    }
  | { readonly ok: false; readonly problem: AddressProblem };

/** What a host is once it is written in ASCII; more is a name that no system looks up (RFC 1123, 2.1, and underscores). */
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
    inTheClear: url.protocol === 'http:' && !local,
  };
}

/** The origin that a secret is bound to; null when the text is no address. */
export function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null;
}

/** RFC 3986 (3.3): segments of `pchar`, none of them empty; a slash at the end. */
const plainPath = /^(?:\/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+\/?$/;

/**
 * Whether a path that is put behind an address stays below it, whoever reads it: no dot segments, plain or encoded, no
 * second slash, backslash, query or fragment, and nothing that would have to be encoded first.
 */
export function isPathBelow(path: string): boolean {
  if (!plainPath.test(path)) return false;
  for (let text = path; ; ) {
    // What is encoded in it counts as a server may read it; where that hides a slash, the segments are others than here.
    if (text.split('/').some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) return false;
    const decoded = decodedOnce(text);
    if (decoded === null || /[\\?#\p{Cc}]/u.test(decoded) || decoded.includes('//')) return false;
    if (decoded === text) return true;
    text = decoded;
  }
}

function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
