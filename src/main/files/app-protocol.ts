import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { nativeTheme, protocol } from 'electron';
import type { Preferences } from '../../shared/preferences.ts';
import { escapeHtml } from '../../shared/text.ts';

const SCHEME = 'app';
export const APP_ORIGIN = `${SCHEME}://dropslip`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;
export const CONSENT_PAGE = `${APP_ORIGIN}/consent.html`;
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const PREFERENCES_PLACEHOLDER = '__PREFERENCES__';
const COLOUR_SCHEME_PLACEHOLDER = '__COLOUR_SCHEME__';

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Makes `app:` behave like https (own origin, secure context), not like a file. Call before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // Caches compiled scripts across starts.
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves only the window's own files and the pages to print, under a policy that allows nothing else. */
export function serveApp(
  rendererFolder: string,
  printing: { readonly take: (path: string) => string | null },
  preferences: () => Preferences,
): void {
  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    // `url.origin` is 'null' for schemes that the URL standard does not know.
    if (request.method !== 'GET' || `${url.protocol}//${url.host}` !== APP_ORIGIN)
      return new Response('Not found', { status: 404 });
    const nonce = randomBytes(18).toString('base64');
    const toPrint = printing.take(url.pathname);
    // Replaces the first occurrence only: the page contains external text, which may contain the placeholder.
    if (toPrint !== null) return answer(toPrint.replace(NONCE_PLACEHOLDER, nonce), mimeTypes['.html'] ?? '', nonce);
    try {
      // Throws if the path is not valid UTF-8.
      const file = normalize(join(rendererFolder, decodeURIComponent(url.pathname)));
      const type = mimeTypes[extname(file)];
      if (!file.startsWith(rendererFolder + sep) || type === undefined)
        return new Response('Not found', { status: 404 });
      const bytes = await readFile(file);
      if (extname(file) !== '.html') return answer(new Uint8Array(bytes), type, nonce);
      return answer(begun(bytes.toString('utf8'), nonce, preferences()), type, nonce);
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
}

/** Fills the user's appearance into the page, so that its first frame has the right colours. */
function begun(page: string, nonce: string, preferences: Preferences): string {
  return page
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(COLOUR_SCHEME_PLACEHOLDER, nativeTheme.shouldUseDarkColors ? 'dark' : 'light')
    .replace(PREFERENCES_PLACEHOLDER, () => escapeHtml(JSON.stringify(preferences)));
}

function answer(body: string | Uint8Array<ArrayBuffer>, type: string, nonce: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "worker-src 'none'",
  ].join('; ');
}
