import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';
import { z } from 'zod';
import { authorityCertificates } from '../older-node.ts';

/** A store that asks the network, or a person, is waited for no longer. */
const LONGEST_MS = 30_000;

const certificates = z.array(z.string());

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

/** In a thread of its own: some systems take seconds to give them away, and main answers the window meanwhile. */
async function systemAuthorities(): Promise<readonly string[]> {
  const worker = new Worker(script);
  try {
    const given = new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The store was not read.')));
    });
    return certificates.parse(await pTimeout(given, { milliseconds: LONGEST_MS }));
  } finally {
    void worker.terminate();
  }
}
