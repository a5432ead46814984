import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeLargeFile } from './large-file.ts';
import { line } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';
import { withService } from './service-process.ts';

const TEBIBYTE = 1024 ** 4;
/** Of the file that teaches limit and price: two parts and a manifest. */
const FIRST_MEBIBYTES = 2;

const run = promisify(execFile);
const script = fileURLToPath(new URL('./planner.ts', import.meta.url));
const report = z.object({
  milliseconds: z.number(),
  memoryBefore: z.number(),
  memoryPeak: z.number(),
  parts: z.number(),
  isHeld: z.boolean(),
});

/** A sparse file of 1 TiB, from its drop to a row with its parts and its price, held beyond the spending limit. */
export const hugeFile: Measurement = {
  name: 'huge-file',
  async run({ folder, rounds, say }) {
    const [first, huge] = [join(folder, 'first.bin'), join(folder, 'huge.bin')];
    await writeLargeFile(first, FIRST_MEBIBYTES);
    await writeFile(huge, '');
    await truncate(huge, TEBIBYTE);
    const taken = { time: [] as number[], memory: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const userData = await mkdtemp(join(folder, 'user-data-'));
      const done = await withService(
        folder,
        FIRST_MEBIBYTES + 1,
        async (service) => {
          const { stdout } = await run(process.execPath, [script, JSON.stringify({ userData, service, first, huge })]);
          return report.parse(JSON.parse(stdout));
        },
        MEBIBYTE,
      );
      if (!done.isHeld) throw new Error('It is not held beyond the spending limit.');
      taken.time.push(done.milliseconds);
      taken.memory.push((done.memoryPeak - done.memoryBefore) / MEBIBYTE);
      const growth = taken.memory.at(-1)?.toFixed(0);
      say(`round ${round + 1}: ${done.milliseconds.toFixed(0)} ms, ${done.parts} submissions, memory +${growth} MiB`);
    }
    await rm(huge);
    return [
      line('1 TiB: from the drop to a row with its price, held beyond the spending limit', 'ms', taken.time, {
        atMost: 1_000,
      }),
      line('1 TiB: growth of the process (resident memory), after one small file', 'MiB', taken.memory, { atMost: 64 }),
    ];
  },
};
