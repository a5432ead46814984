import { statSync } from 'node:fs';
import { Encryption } from './encryption.ts';

/**
 * For tests: a process that encrypts a file (its second argument) into a folder (its first) for a key (its third), over and
 * over, and says the name of each copy as it begins to grow, so that it can be killed in the middle of one.
 */
const [, , folder = '', path = '', recipient = ''] = process.argv;
const encryption = new Encryption(
  new URL('./encryption-worker.ts', import.meta.url),
  new URL('../digests/digest-worker.ts', import.meta.url),
  folder,
);
setInterval(() => undefined, 1_000);
const { size, mtimeNs, ino } = statSync(path, { bigint: true });
const files = [{ path, size: Number(size), mtimeNs: mtimeNs.toString(), inode: ino }];
for (;;) {
  const to = await encryption.newCopy();
  const onProgress = (): void => void process.stdout.write(`${to}\n`);
  const encryptFor = { kind: 'recipients', recipients: [recipient] } as const;
  await encryption.encrypt({ files, to, encryptFor, onProgress, signal: new AbortController().signal });
}
