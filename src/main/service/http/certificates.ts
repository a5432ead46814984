import * as tls from 'node:tls';

let context: tls.SecureContext | null = null;

/**
 * Whom to trust: the authorities that come with Node (and `NODE_EXTRA_CA_CERTS`), and those of the system's own store,
 * where companies put theirs. Made once, at the first encrypted connection: reading hundreds of certificates for each
 * would take longer than the connection.
 */
export function trustedAuthorities(): tls.SecureContext {
  context ??= tls.createSecureContext({ ca: authorities(), minVersion: 'TLSv1.2' });
  return context;
}

function authorities(): string[] {
  const known = [...tls.getCACertificates('default')];
  try {
    known.push(...tls.getCACertificates('system'));
  } catch {
    // A store that can't be read leaves those that come with Node.
  }
  return [...new Set(known)];
}
