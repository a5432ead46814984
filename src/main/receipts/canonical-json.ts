import { createHash } from 'node:crypto';

/**
 * The one way to write a JSON value (RFC 8785): keys sorted by their UTF-16 code units, no blanks, no escapes that need
 * not be. `value` must come from `JSON.parse`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The seal of a receipt: SHA-256 over its canonical JSON without the seal itself. */
export function sealOf(receipt: object): string {
  const content = Object.fromEntries(Object.entries(receipt).filter(([name]) => name !== 'seal'));
  return `0x${createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex')}`;
}
