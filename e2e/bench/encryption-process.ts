import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { Encryption } from '../../src/core/encryption/index.ts';
import { MEBIBYTE } from './measurement.ts';

/**
 * Encrypts a large file and decrypts it again, after a small one, so that all threads run; copies it; and has the cipher alone
 * work on as many bytes from memory. Prints milliseconds and bytes as JSON.
 */
const [, , folder = '', large = '', small = ''] = process.argv;
const source = new URL('../../src/core/', import.meta.url);
const encryption = new Encryption({
  script: new URL('encryption/encryption-worker.ts', source),
  digestScript: new URL('digests/digest-worker.ts', source),
  folder,
});
// The threads keep no process alive.
const alive = setInterval(() => undefined, 1_000);
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const encryptFor = { kind: 'recipients', recipients: [recipient] } as const;
const decryptWith = { kind: 'identity', identity } as const;
const unwatched = { onProgress: () => undefined, signal: new AbortController().signal };

async function timed(step: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await step();
  return performance.now() - began;
}

async function both(path: string): Promise<{ readonly encrypt: number; readonly decrypt: number }> {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  const files = [{ path, size: Number(size), mtimeNs: mtimeNs.toString(), inode: ino }];
  const [copy, back] = [join(folder, 'copy.age'), join(folder, 'back')];
  const encrypt = await timed(() =>
    encryption.encrypt({ files, to: copy, encryptFor, make: 'no-keccak', ...unwatched }),
  );
  const decrypt = await timed(() => encryption.decrypt({ from: copy, to: back, decryptWith, ...unwatched }));
  if (statSync(back, { bigint: true }).size !== size) throw new Error('It did not come back.');
  rmSync(copy);
  rmSync(back);
  return { encrypt, decrypt };
}

async function cipherAlone(bytes: number): Promise<void> {
  const piece = new Uint8Array(MEBIBYTE);
  let left = bytes;
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const stream = await encrypter.encrypt(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left <= 0) return controller.close();
        left -= piece.length;
        controller.enqueue(piece.slice());
      },
    }),
  );
  for await (const _ of stream);
}

await both(small);
const memoryBefore = process.memoryUsage().rss;
let memoryPeak = memoryBefore;
const looks = setInterval(() => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage().rss);
}, 20);
const taken = await both(large);
clearInterval(looks);
const copy = await timed(async () => {
  const to = join(folder, 'plain-copy');
  await pipeline(createReadStream(large, { highWaterMark: MEBIBYTE }), createWriteStream(to, { flush: true }));
  rmSync(to);
});
const cipher = await timed(() => cipherAlone(statSync(large).size));
await encryption.close();
clearInterval(alive);
console.log(JSON.stringify({ ...taken, copy, cipher, growth: memoryPeak - memoryBefore }));
