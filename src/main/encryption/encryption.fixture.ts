import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Encryption } from './encryption.ts';
import type { DecryptWith, EncryptFor, GivenFile } from './jobs.ts';

export const scripts = {
  script: new URL('./encryption-worker.ts', import.meta.url),
  digestScript: new URL('../digests/digest-worker.ts', import.meta.url),
};

/** A key pair for tests alone, and another one. */
export const keys = {
  recipient: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
  identity: 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX',
  otherIdentity: 'AGE-SECRET-KEY-184JMZMVQH3E6U0PSL869004Y3U2NYV7R30EU99CSEDNPH02YUVFSZW44VU',
} as const;
export const forKey: EncryptFor = { kind: 'recipients', recipients: [keys.recipient] };
export const withKey: DecryptWith = { kind: 'identity', identity: keys.identity };

/** Encryption in a folder of its own, all of which is gone after the test. */
export function openEncryption(options: { readonly script?: URL; readonly stallMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-encryption-'));
  const encryption = new Encryption({ ...scripts, folder: join(folder, 'encrypted'), ...options });
  onTestFinished(async () => {
    await encryption.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const put = (name: string, bytes: Uint8Array): GivenFile => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return given(path);
  };
  return { folder, encryption, put, at: (name: string) => join(folder, name) };
}

/** A file as it is now. */
export function given(path: string): GivenFile {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return { path, size: Number(size), mtimeNs: mtimeNs.toString(), inode: ino };
}

export const unwatched = { onProgress: () => undefined, signal: new AbortController().signal };
