import { randomFillSync } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { curlUpload } from './curl.ts';
import { line, median } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';
import { withService } from './service-process.ts';
import { upload } from './uploader-process.ts';

const FILE_MEBIBYTES = 1024;

/** One large file, compared with curl. */
export const largeFile: Measurement = {
  name: 'large-file',
  async run(conditions) {
    const { folder, rounds, say } = conditions;
    const mebibytes = Math.max(2, Math.round(FILE_MEBIBYTES * conditions.scale));
    const path = join(folder, 'large.bin');
    await writeLargeFile(path, mebibytes);
    const warmUp = join(folder, 'small.bin');
    await writeLargeFile(warmUp, 1);
    const size = mebibytes === FILE_MEBIBYTES ? '1 GiB' : `${mebibytes} MiB`;
    const taken = { dropslip: [] as number[], curl: [] as number[], whole: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const measureCurl = async (): Promise<void> => {
        taken.curl.push(await withService(folder, 1, (service) => curlUpload(service, path)));
      };
      const measureDropslip = async (): Promise<void> => {
        const done = await withService(folder, 2, (service) => upload(conditions, service, [path], 1, warmUp));
        const attempt = done.attempts.at(-1);
        if (attempt === undefined || attempt.endedAt === null) throw new Error('The journal has no finished attempt.');
        // The attempt is journalled just before its first byte is sent, and ends with the receipt.
        taken.dropslip.push(attempt.endedAt - attempt.startedAt);
        taken.whole.push(done.milliseconds);
      };
      // They alternate, because the second one may benefit from warm caches.
      for (const measure of round % 2 === 0 ? [measureCurl, measureDropslip] : [measureDropslip, measureCurl]) {
        await measure();
      }
      say(
        `round ${round + 1}: Dropslip ${last(taken.dropslip)} ms, curl ${last(taken.curl)} ms, from the drop ${last(taken.whole)} ms`,
      );
    }
    await rm(path);
    const rate = (milliseconds: number): number => mebibytes / (milliseconds / 1000);
    const ratio = median(taken.dropslip.map(rate)) / median(taken.curl.map(rate));
    return [
      line(`${size} file: upload rate ÷ curl’s`, '×', [ratio], { atLeast: 0.95 }),
      line(`${size} file: upload rate`, 'MiB/s', taken.dropslip.map(rate)),
      line(`${size} file: curl’s upload rate`, 'MiB/s', taken.curl.map(rate)),
      line(`${size} file: from drop to receipt, digests included`, 'ms', taken.whole),
    ];
  },
};

function last(values: readonly number[]): string {
  return (values.at(-1) ?? Number.NaN).toFixed(0);
}

/** Writes a file without duplicate pieces. */
export async function writeLargeFile(path: string, mebibytes: number): Promise<void> {
  const piece = randomFillSync(Buffer.alloc(MEBIBYTE));
  await using file = await open(path, 'w');
  for (let number = 0; number < mebibytes; number += 1) {
    piece.writeUInt32LE(number);
    await file.write(piece);
  }
  await file.sync();
}
