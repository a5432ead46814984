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

/** `tls.getCACertificates`, where it exists; else Node.js's own authorities, and none of the system. */
export function authorityCertificates(of: 'default' | 'system'): string[] {
  return tls.getCACertificates?.(of) ?? (of === 'default' ? [...tls.rootCertificates] : []);
}
