import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Encryption } from './encryption.ts';
import type { DecryptWith, EncryptFor, GivenFile } from './jobs.ts';

export const scripts = {
  script: new URL('./encryption-worker.ts', import.meta.url),
  digestScript: new URL('../digests/digest-worker.ts', import.meta.url),
};

/** A key pair made for these tests, and another one. */
export const keys = {
  recipient: 'age1phjy896nre62zkltwh49dwz5st2dfvrvynhsa070w9xwnlqag40qu8v500',
  identity: 'AGE-SECRET-KEY-1ECF38KFPQQ9RY6XTS4ME3MMVV5FJUWREQMA0N05H5FZUXD4RJCESX983QW',
  otherRecipient: 'age1qjwuq3usjsdyaut6y4dy9fzvfw5nrv563e547326vwr28n4ef9vs0f2l8t',
  otherIdentity: 'AGE-SECRET-KEY-1DXPGS5Z5KLGJD3RNKNFCGDDCYFM2FF3WTHVS25L55JJ7CH6MU9HQXEV466',
  /** The public key of a hardware tag. Only the tag can decrypt for it. */
  tagRecipient: 'age1tag1qdc835mdqyhuve8rn8el23l7cc635yrnhcm299w7enpn3rt3j6hcqrzpaan',
} as const;
export const forKey: EncryptFor = { kind: 'recipients', recipients: [keys.recipient] };
export const withKey: DecryptWith = { kind: 'identity', identity: keys.identity };

/** Encryption in a folder of its own, all of which is gone after the test. */
export function openEncryption({
  script = scripts.script,
  stallMs,
}: {
  readonly script?: URL;
  readonly stallMs?: number;
} = {}) {
  // What goes out is opened over no link: the folder for temporary files lies behind one on macOS.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dropslip-encryption-')));
  const encryption = new Encryption(script, scripts.digestScript, join(folder, 'encrypted'), stallMs);
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
