/**
 * Chromium knows no scheme that an app makes up. So `scheme://host/…` goes to it as `https://host.scheme.invalid/…`: an
 * origin of its own, a secure context (by `http:` it is none), and a name that no resolver ever has an answer for. The
 * app's side sees only its own form.
 */
const SUFFIX = '.invalid';

/** A scheme, and whether its pages are secure contexts. */
export type OwnScheme = { readonly scheme: string; readonly secure: boolean };

/** As Chromium knows the address. Addresses of other schemes stay as they are. */
export function toChromium(url: string, schemes: Iterable<OwnScheme>): string {
  for (const { scheme, secure } of schemes) {
    const prefix = `${scheme}://`;
    if (!url.startsWith(prefix)) continue;
    const [, host = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(url.slice(prefix.length)) ?? [];
    return new URL(`${secure ? 'https' : 'http'}://${host}.${scheme}${SUFFIX}${rest}`).href;
  }
  return url;
}

/** As the app knows the address. Addresses of other hosts stay as they are. */
export function fromChromium(url: string, schemes: Iterable<OwnScheme>): string {
  for (const { scheme } of schemes) {
    const match = /^https?:\/\/([^/?#]*)(.*)$/s.exec(url);
    const ending = hostEnding(scheme);
    const [, host = '', rest = ''] = match ?? [];
    if (host.endsWith(ending)) return `${scheme}://${host.slice(0, -ending.length)}${rest}`;
  }
  return url;
}

/** What the names of a scheme's hosts end in. */
export function hostEnding(scheme: string): string {
  return `.${scheme}${SUFFIX}`;
}

/** The address pattern that covers a scheme's hosts, for Chromium's request interception. */
export function chromiumPattern(scheme: string): string {
  return `*://*${hostEnding(scheme)}/*`;
}

/** The `scheme://host` of an address, `null` where there is none. */
export function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(url)?.[0] ?? 'null';
}
