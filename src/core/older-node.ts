import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** The characters with a meaning in a regular expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|/-]/g;

/**
 * Escapes a text so that a regular expression matches it literally. Uses `RegExp.escape` if it exists. It is missing in
 * Electron 33, which tests use where the pinned Electron is not available.
 */
export function escapeRegExp(text: string): string {
  return RegExp.escape?.(text) ?? text.replace(SYNTAX, '\\$&');
}

/** The path of the system's store on most Linux distributions. */
const LINUX_STORE = '/etc/ssl/certs/ca-certificates.crt';

/** The certificate authorities of Node.js or of the system, each as PEM. Uses `tls.getCACertificates` if it exists. */
export function authorityCertificates(of: 'default' | 'system'): readonly string[] {
  if (tls.getCACertificates !== undefined) return tls.getCACertificates(of);
  const { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: store = LINUX_STORE } = process.env;
  if (of === 'system') return certificatesIn(store);
  return [...tls.rootCertificates, ...(extra === undefined ? [] : certificatesIn(extra))];
}

function certificatesIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
