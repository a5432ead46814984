import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { digestsOf, submitInParts } from '../app/in-parts.ts';
import { ServiceProcess } from '../soak/service-process.ts';
import { builtProcess } from './built.ts';
import { line, median } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';

const FILE_MEBIBYTES = 1024;
/** As many parts as Dropslip has on their way at once. */
const AT_ONCE = 4;

const run = promisify(execFile);
const loopScript = fileURLToPath(new URL('./part-loop.ts', import.meta.url));
const report = z.object({ milliseconds: z.number(), memoryBefore: z.number(), memoryPeak: z.number() });

/** A file in parts on its way back, beside a loop that fetches the same parts, writes them, and looks at nothing. */
export const retrieval: Measurement = {
  name: 'retrieval',
  async run({ folder, rounds, scale, profile, say }) {
    const mebibytes = Math.max(4, Math.round(FILE_MEBIBYTES * scale));
    const dataDir = await mkdtemp(join(folder, 'service-'));
    const service = new ServiceProcess({
      dataDir,
      dialect: 'deployed',
      blockTimeSeconds: 0,
      payloadLimitBytes: MEBIBYTE,
    });
    const taken = { dropslip: [] as number[], loop: [] as number[], memory: [] as number[] };
    try {
      const retrieverScript = await builtProcess('retriever');
      await service.start();
      const address = { url: service.url, ...service.credentials };
      const submit = async (count: number) => {
        const bytes = bytesOf(count);
        const { id, partIds } = await submitInParts(address, bytes, MEBIBYTE);
        return { asked: { id, size: bytes.length, ...digestsOf(bytes) }, partIds };
      };
      const warmUp = await submit(2);
      const file = await submit(mebibytes);
      for (let round = 0; round < rounds; round += 1) {
        const measureLoop = async (): Promise<void> => {
          const path = join(folder, 'loop.bin');
          const orders = { path, partIds: file.partIds, partBytes: MEBIBYTE, atOnce: AT_ONCE, ...address };
          const { stdout } = await run(process.execPath, [loopScript, JSON.stringify(orders)]);
          taken.loop.push(Number(stdout));
          await rm(path);
        };
        const measureDropslip = async (): Promise<void> => {
          const userData = await mkdtemp(join(folder, 'user-data-'));
          const orders = JSON.stringify({ userData, ...address, warmUp: warmUp.asked, file: file.asked });
          const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
          const { stdout } = await run(process.execPath, [...profiling, retrieverScript, orders]);
          const { milliseconds, memoryBefore, memoryPeak } = report.parse(JSON.parse(stdout));
          taken.dropslip.push(milliseconds);
          taken.memory.push((memoryPeak - memoryBefore) / MEBIBYTE);
          await rm(userData, { recursive: true, force: true });
        };
        // Whoever comes second may find the machine warmer: they take turns.
        for (const measure of round % 2 === 0 ? [measureLoop, measureDropslip] : [measureDropslip, measureLoop]) {
          await measure();
        }
        const [dropslip, loop, memory] = [taken.dropslip, taken.loop, taken.memory].map((all) =>
          all.at(-1)?.toFixed(0),
        );
        say(`round ${round + 1}: Dropslip ${dropslip} ms, loop ${loop} ms, memory +${memory} MiB`);
      }
    } finally {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
    const name = `${mebibytes === FILE_MEBIBYTES ? '1 GiB' : `${mebibytes} MiB`} back in parts of 1 MiB`;
    return [
      line(`${name}: asked to saved ÷ bare loop`, '×', [median(taken.dropslip) / median(taken.loop)], { atMost: 1.25 }),
      line(`${name}: asked to saved`, 'ms', taken.dropslip),
      line(`${name}: bare loop`, 'ms', taken.loop),
      line(`${name}: growth of the process (resident memory), after one small file`, 'MiB', taken.memory, {
        atMost: 64,
      }),
    ];
  },
};

function bytesOf(mebibytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(mebibytes * MEBIBYTE);
  for (let at = 0; at < mebibytes; at += 1) randomFillSync(bytes, at * MEBIBYTE, MEBIBYTE);
  return bytes;
}
