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

/** One large file to a service that takes 1 MiB at a time, beside a loop that sends the same slices and keeps nothing. */
export const largeFileInParts: Measurement = {
  name: 'large-file-in-parts',
  async run(conditions) {
    const { folder, rounds, say } = conditions;
    const parts = Math.max(4, Math.round(FILE_MEBIBYTES * conditions.scale));
    const path = join(folder, 'large.bin');
    await writeLargeFile(path, parts);
    const warmUp = join(folder, 'small.bin');
    await writeLargeFile(warmUp, 1);
    const taken = {
      dropslip: [] as number[],
      loop: [] as number[],
      encrypted: [] as number[],
      memory: [] as number[],
      atOnce: [] as number[],
      reads: [] as number[],
    };
    for (let round = 0; round < rounds; round += 1) {
      // The file that goes first, the parts, and the manifest; on the list, the file has the manifest's receipt too.
      const done = await withService(
        folder,
        parts + 2,
        (service) => upload(conditions, service, [path], parts + 2, warmUp),
        MEBIBYTE,
      );
      const atOnce = mostAtOnce(done.attempts);
      const loop = await withService(folder, parts, (service) => sliceLoop(service, path, atOnce), MEBIBYTE);
      const sealedParts = Math.ceil(encryptedSize(parts * MEBIBYTE) / MEBIBYTE);
      const encrypted = await withService(
        folder,
        sealedParts + 2,
        (service) => upload(conditions, service, [path], sealedParts + 2, warmUp, true),
        MEBIBYTE,
      );
      taken.dropslip.push(done.milliseconds);
      taken.memory.push((done.memoryPeak - done.memoryBefore) / MEBIBYTE);
      taken.atOnce.push(atOnce);
      taken.loop.push(loop);
      taken.encrypted.push(encrypted.milliseconds);
      if (done.readBytes !== null) taken.reads.push(done.readBytes / (parts * MEBIBYTE));
      const growth = taken.memory.at(-1)?.toFixed(0);
      say(
        `round ${round + 1}: Dropslip ${done.milliseconds.toFixed(0)} ms with ${atOnce} at once, loop ${loop.toFixed(0)} ms, encrypted ${encrypted.milliseconds.toFixed(0)} ms, memory +${growth} MiB`,
      );
    }
    await rm(path);
    const name = `${parts === FILE_MEBIBYTES ? '1 GiB' : `${parts} MiB`} in parts of 1 MiB`;
    return [
      line(`${name}: drop to last receipt ÷ bare loop`, '×', [median(taken.dropslip) / median(taken.loop)], {
        atMost: 1.25,
      }),
      line(`${name}: drop to last receipt`, 'ms', taken.dropslip),
      line(`${name}: bare loop`, 'ms', taken.loop),
      line(`${name}: growth of the sending process (resident memory), after one small file`, 'MiB', taken.memory, {
        atMost: 64,
      }),
      line(`${name}: sent at once`, 'parts', taken.atOnce),
      line(`${name}: encrypted first ÷ as it is`, '×', [median(taken.encrypted) / median(taken.dropslip)], {
        atMost: 1.5,
      }),
      // The database and the answers are in it: of a file of this size some thousandths.
      ...(taken.reads.length === 0
        ? []
        : [line(`${name}: bytes read by the process ÷ size of the file`, '×', taken.reads, { atMost: 2.05 })]),
    ];
  },
};

/** Of an age file for one key: a header, and 16 bytes more for each 64 KiB. */
function encryptedSize(bytes: number): number {
  const chunk = 65_536;
  return 200 + 16 + bytes + 16 * Math.ceil(bytes / chunk);
}

async function sliceLoop({ url, apiKey }: ServiceAddress, path: string, atOnce: number): Promise<number> {
  const orders = JSON.stringify({ path, sliceBytes: MEBIBYTE, url, apiKey, atOnce });
  const { stdout } = await run(process.execPath, [sliceLoopScript, orders]);
  return Number(stdout);
}
