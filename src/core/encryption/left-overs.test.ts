import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canMount, mountedDisk } from '../../../e2e/soak/faults/small-disk.fixture.ts';
import { forKey, keys, openEncryption, unwatched, withKey } from './encryption.fixture.ts';

const trial = mkdtempSync(join(tmpdir(), 'dropslip-trial-'));
const hasSmallDisks = canMount(trial);
rmSync(trial, { recursive: true });

test('what a killed process has left is found and deleted at the next start, and nothing else', async () => {
  const { encryption, at, put } = openEncryption();
  const file = put('large', new Uint8Array(64 * 1024 * 1024));
  const script = fileURLToPath(new URL('./encrypting.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [script, at('encrypted'), file.path, keys.recipient], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [left] = await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(left)).toBe(true);

  const kept = await encryption.newCopy();
  writeFileSync(kept, 'on its way out');
  writeFileSync(at('encrypted/not-ours.txt'), 'somebody’s');
  await encryption.removeLeftOvers(new Set([kept]));
  expect(
    readdirSync(at('encrypted'))
      .map((name) => at(`encrypted/${name}`))
      .sort(),
  ).toEqual([kept, at('encrypted/not-ours.txt')].sort());
});

test('where nothing was ever encrypted there is nothing to delete', async () => {
  const { encryption } = openEncryption();
  await expect(encryption.removeLeftOvers(new Set())).resolves.toBeUndefined();
});

test.skipIf(!hasSmallDisks)('a full disk is said to be full, and nothing is left on it', async () => {
  const { encryption, folder, put, at } = openEncryption();
  const disk = mountedDisk(folder);
  try {
    const files = [put('large', new Uint8Array(5 * 1024 * 1024))];
    const to = join(disk.root, 'copy.age');
    const ended = await encryption.encrypt({ files, to, encryptFor: forKey, ...unwatched });
    expect(ended).toMatchObject({ failure: { code: 'no-room', values: { what: 'encrypted-copy' } } });
    expect(existsSync(to)).toBe(false);

    const whole = { files, to: at('copy.age'), encryptFor: forKey, ...unwatched };
    expect(await encryption.encrypt(whole)).toMatchObject({ kind: 'encrypted' });
    const back = { from: whole.to, to: join(disk.root, 'back'), decryptWith: withKey, ...unwatched };
    expect(await encryption.decrypt(back)).toMatchObject({
      failure: { code: 'no-room', values: { what: 'decrypted-file' } },
    });
    expect(existsSync(back.to)).toBe(false);
  } finally {
    disk.remove();
  }
});

test('a thread that dies is told of, and another answers what comes next', async () => {
  const script = new URL('./dying-encryption-worker.fixture.ts', import.meta.url);
  const { encryption, put, at } = openEncryption({ script });
  const order = {
    files: [put('file', new Uint8Array(9))],
    to: at('copy.age'),
    encryptFor: forKey,

    ...unwatched,
  };
  const died = { kind: 'failed', failure: { code: 'encryption-stopped', detail: 'Error: This thread dies.' } };
  expect(await encryption.encrypt(order)).toEqual(died);
  expect(await encryption.encrypt(order)).toEqual(died);
  expect(await encryption.seal(new Uint8Array(9), forKey)).toEqual({ ok: false, error: died.failure });
});

test('a file that hangs is given up, those beside it are not tried meanwhile, and nothing is left', async () => {
  const script = new URL('./hanging-encryption-worker.fixture.ts', import.meta.url);
  const { encryption, put, at } = openEncryption({ script, stallMs: 200 });
  const file = put('file', new Uint8Array(9));
  const to = at('copy.age');
  const order = { files: [file], to, encryptFor: forKey, ...unwatched };
  const silent = { kind: 'unreadable', path: file.path, code: 'ETIMEDOUT' };
  expect(await encryption.encrypt(order)).toMatchObject(silent);
  const began = performance.now();
  expect(await encryption.encrypt({ ...order, to: at('other.age') })).toMatchObject(silent);
  expect(performance.now() - began).toBeLessThan(200);
  // It ends by itself some time, as a drive that comes back.
  await expect.poll(() => existsSync(to)).toBe(false);
});
