import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceAddress } from '../soak/submissions-core.ts';
import { mostAtOnce } from './at-once.ts';
import { writeLargeFile } from './large-file.ts';
import { line, median } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';
import { withService } from './service-process.ts';
import { upload } from './uploader-process.ts';

const FILE_MEBIBYTES = 1024;

const run = promisify(execFile);
const sliceLoopScript = fileURLToPath(new URL('./slice-loop.ts', import.meta.url));

/** One large file in parts of 1 MiB, compared with a loop that sends the same slices without a journal. */
export const largeFileInParts: Measurement = {
  name: 'large-file-in-parts',
  async run(conditions) {
    const { folder, rounds, say } = conditions;
    const parts = Math.max(4, Math.round(FILE_MEBIBYTES * conditions.scale));
    const path = join(folder, 'large.bin');
    await writeLargeFile(path, parts);
    const warmUp = join(folder, 'small.bin');
    await writeLargeFile(warmUp, 1);
    const taken = { dropslip: [] as number[], loop: [] as number[], atOnce: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      // The warm-up file, the parts and the manifest. In the list, the file has the manifest's receipt too.
      const done = await withService(
        folder,
        parts + 2,
        (service) => upload(conditions, service, [path], parts + 2, warmUp),
        MEBIBYTE,
      );
      const atOnce = mostAtOnce(done.attempts);
      const loop = await withService(folder, parts, (service) => sliceLoop(service, path, atOnce), MEBIBYTE);
      taken.dropslip.push(done.milliseconds);
      taken.atOnce.push(atOnce);
      taken.loop.push(loop);
      say(
        `round ${round + 1}: Dropslip ${done.milliseconds.toFixed(0)} ms with ${atOnce} at once, loop ${loop.toFixed(0)} ms`,
      );
    }
    await rm(path);
    const name = `${parts === FILE_MEBIBYTES ? '1 GiB' : `${parts} MiB`} in parts of 1 MiB`;
    return [
      line(`${name}: drop to last receipt ÷ bare loop`, '×', [median(taken.dropslip) / median(taken.loop)], {
        atMost: 1.2,
      }),
      line(`${name}: drop to last receipt`, 'ms', taken.dropslip),
      line(`${name}: bare loop`, 'ms', taken.loop),
      line(`${name}: sent at once`, 'parts', taken.atOnce),
    ];
  },
};

async function sliceLoop({ url, apiKey }: ServiceAddress, path: string, atOnce: number): Promise<number> {
  const orders = JSON.stringify({ path, sliceBytes: MEBIBYTE, url, apiKey, atOnce });
  const { stdout } = await run(process.execPath, [sliceLoopScript, orders]);
  return Number(stdout);
}
