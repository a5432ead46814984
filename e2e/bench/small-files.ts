import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceAddress } from '../soak/submissions-core.ts';
import { mostAtOnce } from './at-once.ts';
import { writeFilesIn } from './files.ts';
import { line, median } from './line.ts';
import type { Measurement } from './measurement.ts';
import { withService } from './service-process.ts';
import { upload } from './uploader-process.ts';

const FILES = 2_000;
const FILE_BYTES = 4096;

const run = promisify(execFile);
const fetchLoopScript = fileURLToPath(new URL('./fetch-loop.ts', import.meta.url));

/** Many small files: the journal must cost little compared with the requests. */
export const smallFiles: Measurement = {
  name: 'small-files',
  async run(conditions) {
    const { rounds, say } = conditions;
    const files = Math.max(10, Math.round(FILES * conditions.scale));
    const dropped = join(conditions.folder, 'small');
    await mkdir(dropped);
    await writeFilesIn(dropped, files, FILE_BYTES);
    const taken = { dropslip: [] as number[], fetch: [] as number[], atOnce: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const done = await withService(conditions.folder, files, (service) =>
        upload(conditions, service, [dropped], files),
      );
      const atOnce = mostAtOnce(done.attempts);
      taken.dropslip.push(done.milliseconds);
      taken.atOnce.push(atOnce);
      taken.fetch.push(await withService(conditions.folder, files, (service) => fetchLoop(service, dropped, atOnce)));
      const [dropslip, fetching] = [taken.dropslip, taken.fetch].map((all) => all.at(-1)?.toFixed(0));
      say(`round ${round + 1}: Dropslip ${dropslip} ms with ${atOnce} at once, fetch ${fetching} ms`);
    }
    const name = `${files.toLocaleString('en')} files of 4 KiB`;
    const dropslip = median(taken.dropslip);
    return [
      line(`${name}: drop to last receipt ÷ bare fetch loop`, '×', [dropslip / median(taken.fetch)], { atMost: 1 }),
      line(`${name}: drop to last receipt`, 'ms', taken.dropslip),
      line(`${name}: bare fetch loop`, 'ms', taken.fetch),
      line(`${name}: sent at once`, 'files', taken.atOnce),
    ];
  },
};

/** Milliseconds. */
export async function fetchLoop({ url, apiKey }: ServiceAddress, folder: string, atOnce: number): Promise<number> {
  const orders = JSON.stringify({ folder, url, apiKey, atOnce });
  const { stdout } = await run(process.execPath, [fetchLoopScript, orders]);
  return Number(stdout);
}
