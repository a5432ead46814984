import * as tls from 'node:tls';
import pTimeout from 'p-timeout';
import { authorityCertificates } from '../older-node.ts';
import { askOnce } from '../threads.ts';
import type { AuthoritiesReader } from './authorities-worker.ts';

/** A store that asks the network, or a person, is waited for no longer. */
const LONGEST_MS = 30_000;

let script = new URL('./authorities-worker.ts', import.meta.url);
let trusted: Promise<tls.SecureContext> | null = null;

/** Says where the built worker lies. Until then it runs from its source. */
export function readAuthoritiesIn(worker: URL): void {
  script = worker;
}

/**
 * Whom to trust: the authorities that come with Node (and `NODE_EXTRA_CA_CERTS`, of which an installed app knows nothing),
 * and those of the system's own store, where companies put theirs. Made once, for the first encrypted connection: reading
 * hundreds of certificates for each would take longer than the connection.
 */
export function trustedAuthorities(): Promise<tls.SecureContext> {
  trusted ??= authorities().then((ca) => tls.createSecureContext({ ca: [...ca], minVersion: 'TLSv1.2' }));
  return trusted;
}

async function authorities(): Promise<readonly string[]> {
  const known = authorityCertificates('default');
  try {
    return [...new Set([...known, ...(await systemAuthorities())])];
  } catch {
    // A store that can't be read leaves those that come with Node.
    return known;
  }
}

/** In a thread of its own: some systems take seconds, and main answers the window meanwhile. */
function systemAuthorities(): Promise<readonly string[]> {
  return askOnce<AuthoritiesReader, Promise<readonly string[]>>(script, {}, (reader) =>
    pTimeout(reader.systemAuthorities(), { milliseconds: LONGEST_MS }),
  );
}
