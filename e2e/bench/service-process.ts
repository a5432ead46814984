import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceProcess } from '../soak/service-process.ts';
import type { ServiceAddress } from '../soak/submissions-core.ts';

/** Large files are deleted at once, many files at the end of the whole run: see `run.ts`. */
const FEW = 10;
/** Whatever is measured goes as one submission, where nothing else is said. */
const LARGEST_BODY = 16 * 1024 ** 3;

/**
 * Runs `use` against a practice service in a process of its own with an empty ledger, and makes sure that it took
 * exactly `submissions`: a measurement of something that was not done counts for nothing.
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
