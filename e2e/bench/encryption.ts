import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeLargeFile } from './large-file.ts';
import { line } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';

const FILE_MEBIBYTES = 1024;

const run = promisify(execFile);
const script = fileURLToPath(new URL('./encryption-process.ts', import.meta.url));
const measured = z.object({
  encrypt: z.number(),
  decrypt: z.number(),
  copy: z.number(),
  cipher: z.number(),
  growth: z.number(),
});

/** A large file encrypted and decrypted, beside a plain copy of it and the cipher alone, which has a target of nobody's. */
export const encryption: Measurement = {
  name: 'encryption',
  async run({ folder, rounds, scale, say }) {
    const mebibytes = Math.max(4, Math.round(FILE_MEBIBYTES * scale));
    const [large, small] = [join(folder, 'large.bin'), join(folder, 'small.bin')];
    await writeLargeFile(large, mebibytes);
    await writeLargeFile(small, 1);
    const rates = { encrypt: [] as number[], decrypt: [] as number[], copy: [] as number[], cipher: [] as number[] };
    const share: number[] = [];
    const growth: number[] = [];
    const rate = (milliseconds: number): number => mebibytes / (milliseconds / 1_000);
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await run(process.execPath, [script, folder, large, small]);
      const took = measured.parse(JSON.parse(stdout));
      rates.encrypt.push(rate(took.encrypt));
      rates.decrypt.push(rate(took.decrypt));
      rates.copy.push(rate(took.copy));
      rates.cipher.push(rate(took.cipher));
      share.push(took.encrypt / took.cipher);
      growth.push(took.growth / MEBIBYTE);
      const perSecond = [took.encrypt, took.decrypt, took.copy, took.cipher].map((ms) => rate(ms).toFixed(0));
      say(`round ${round + 1}: encrypt, decrypt, copy, cipher alone: ${perSecond.join(', ')} MiB/s`);
    }
    await rm(large);
    const name = mebibytes === FILE_MEBIBYTES ? '1 GiB' : `${mebibytes} MiB`;
    return [
      line(`${name} encrypted, with all digests of both sides`, 'MiB/s', rates.encrypt),
      line(`${name} decrypted, with all digests`, 'MiB/s', rates.decrypt),
      line(`${name} copied as it is`, 'MiB/s', rates.copy),
      line(`${name} through the cipher alone`, 'MiB/s', rates.cipher),
      line(`${name} encrypted ÷ cipher alone`, '×', share),
      line(`${name} encrypted: growth of the process (resident memory), after one small file`, 'MiB', growth, {
        atMost: 64,
      }),
    ];
  },
};
