import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceProcess } from '../soak/service-process.ts';
import type { ServiceAddress } from '../soak/submissions-core.ts';

/** The limit for deleting at once. More files are deleted at the end of the run: see `run.ts`. */
const FEW = 10;
/** Everything fits in one submission, unless the measurement sets a limit. */
const LARGEST_BODY = 16 * 1024 ** 3;

/**
 * Runs `use` with a practice service in a separate process with an empty ledger. Throws unless the service accepted
 * exactly `submissions`, because a measurement of failed work is worthless.
 */
export async function withService<Value>(
  folder: string,
  submissions: number,
  use: (service: ServiceAddress) => Promise<Value>,
  payloadLimitBytes: number = LARGEST_BODY,
): Promise<Value> {
  const dataDir = await mkdtemp(join(folder, 'service-'));
  const service = new ServiceProcess({ dataDir, dialect: 'documented', blockTimeSeconds: 6, payloadLimitBytes });
  try {
    await service.start();
    const value = await use({ url: service.url, ...service.credentials });
    const taken = (await readdir(join(dataDir, 'submissions'))).length;
    if (taken !== submissions) throw new Error(`The service took ${taken} submissions instead of ${submissions}.`);
    return value;
  } finally {
    await service.stop();
    if (submissions <= FEW) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
