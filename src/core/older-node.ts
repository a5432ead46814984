import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** The characters with a meaning in a regular expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|/-]/g;

/**
 * Escapes a text so that a regular expression matches it literally. `RegExp.escape`, where it exists; Electron 33, which the
 * tests run on where the pinned Electron cannot be fetched, does not have it.
 */
export function escapeRegExp(text: string): string {
  return RegExp.escape?.(text) ?? text.replace(SYNTAX, '\\$&');
}

/** The system's store at the path that most Linux distributions have. */
const LINUX_STORE = '/etc/ssl/certs/ca-certificates.crt';

/** The authorities that come with Node.js, or those of the system's store, each as PEM: `tls.getCACertificates`, where it exists. */
export function authorityCertificates(of: 'default' | 'system'): readonly string[] {
  if (tls.getCACertificates !== undefined) return tls.getCACertificates(of);
  const { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: store = LINUX_STORE } = process.env;
  if (of === 'system') return certificatesIn(store);
  return [...tls.rootCertificates, ...(extra === undefined ? [] : certificatesIn(extra))];
}

function certificatesIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
