import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forKey, keys } from '../encryption/encryption.fixture.ts';
import { type Contents, folderIdentity, thisPlatform, writtenPaths } from '../manifest/index.ts';
import { digestsOf } from '../manifest/manifest.fixture.ts';
import { fileOf, joined, openRetrievalRig, submitInParts, submitPrivately } from './retrieval.fixture.ts';

const KIB = 1024;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));
const sha256 = (bytes: Uint8Array): string => fileOf('', 0, bytes).sha256;
const rightKey = { kind: 'identity', identity: keys.identity } as const;
const wrongKey = { kind: 'identity', identity: keys.otherIdentity } as const;
const privately = (name: string, plain: Uint8Array): Contents => ({
  kind: 'file',
  name,
  size: plain.length,
  sha256: sha256(plain),
  files: [fileOf(name, 0, plain)],
  folders: [],
});

describe('a folder', () => {
  test('with 1,000 files and odd names comes back identical, with empty folders and times', async () => {
    const rig = await openRetrievalRig();
    const odd = ['CON', 'ends with a dot.', 'שלום.txt', '😀/👨‍👩‍👧.png', 'x'.repeat(255), 'a:b?', 'empty.txt'];
    const files = Array.from({ length: 1_000 }, (_, at) => {
      const path = odd[at] ?? `folder ${at % 7}/file ${at}`;
      return [path, bytesOf(path === 'empty.txt' ? 0 : (at * 37) % 2_000), '2024-02-03T04:05:06.000Z'] as const;
    }).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const { entries, bytes } = joined(files);
    const folder = await submitInParts(rig, bytes, {
      partSize: 64 * KIB,
      kind: 'folder',
      name: 'Trip',
      files: entries,
      folders: ['nothing/here'],
    });
    const id = await rig.start(folder.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved', fileName: 'Trip', files: 1_000 });
    const root = join(rig.downloads, 'Trip');
    // Some of the names are others on Windows.
    const paths = files.map(([path]) => path);
    const { written } = writtenPaths(paths, thisPlatform);
    const placeOf = (path: string): string => join(root, written[paths.indexOf(path)] ?? '');
    for (const [path, content] of files) expect(readFileSync(placeOf(path)).equals(content), path).toBe(true);
    expect(readdirSync(join(root, 'nothing/here'))).toEqual([]);
    expect(statSync(placeOf('CON')).mtime.toISOString()).toBe('2024-02-03T04:05:06.000Z');
    await expect.poll(() => rig.workFolders()).toEqual([]);
  });

  test('is known by what a receipt says of it, before any block has it', async () => {
    const rig = await openRetrievalRig({ blockTimeSeconds: 3600 });
    const { entries, bytes } = joined([
      ['a.txt', bytesOf(100)],
      ['b/c.txt', bytesOf(100)],
    ]);
    const shape = { partSize: 50, kind: 'folder', name: 'Trip', files: entries, folders: ['d'] } as const;
    const { id: submissionId } = await submitInParts(rig, bytes, shape);
    const identity = Buffer.from([...folderIdentity('Trip', entries, ['d'])].join(''));
    const receipt = {
      kind: 'receipt',
      submissionId,
      address: null,
      name: 'Trip',
      size: bytes.length,
      sent: null,
      places: [],
    } as const;
    const getBack = async (digests: { readonly sha256: string; readonly blake2b256: string }) => {
      const started = await rig.retrievals.start({ ...receipt, digests: { keccak256: null, ...digests } });
      if (!started.ok) throw new Error(started.error.code);
      return rig.state(started.value.id, 'saved', 'failed');
    };
    expect(await getBack(digestsOf(bytesOf(5)))).toMatchObject({ reason: { code: 'bytes-differ' } });
    expect(await getBack(digestsOf(identity))).toMatchObject({ kind: 'saved', proof: 'receipt', files: 2 });
    expect(readFileSync(join(rig.downloads, 'Trip/b/c.txt')).equals(bytes.subarray(100))).toBe(true);
  });

  test('of which one file is not what the manifest says is named by that file, and nothing is saved', async () => {
    const rig = await openRetrievalRig();
    const { entries, bytes } = joined([
      ['a.txt', bytesOf(100)],
      ['b.txt', bytesOf(100)],
    ]);
    const files = entries.map((one) => (one.path === 'b.txt' ? { ...one, sha256: sha256(bytesOf(3)) } : one));
    const folder = await submitInParts(rig, bytes, { partSize: 50, kind: 'folder', name: 'Trip', files });
    const id = await rig.start(folder.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      reason: { code: 'bytes-differ', values: { what: 'file', name: 'b.txt' } },
    });
    expect(rig.seen()).toEqual([]);
  });
});

describe('what is encrypted', () => {
  test('asks for its key before any part is fetched, and again if it was wrong', async () => {
    const rig = await openRetrievalRig();
    const plain = bytesOf(300 * KIB);
    const diary = await submitPrivately(rig, privately('diary.txt', plain), plain, 100 * KIB);
    const id = await rig.start(diary.id);
    expect(await rig.state(id, 'needs-key', 'failed')).toEqual({ kind: 'needs-key', mayKeep: false, wasWrong: false });
    expect(await rig.retrievals.answer(id, { kind: 'identity', identity: 'AGE-PLUGIN-YUBIKEY-1Q' })).toMatchObject({
      error: { code: 'identity-not-valid' },
    });
    await rig.retrievals.answer(id, wrongKey);
    await rig.until(() => {
      const state = rig.find(id)?.state;
      return state?.kind === 'needs-key' && state.wasWrong ? true : undefined;
    });
    expect(new Set(rig.gateway.asked)).toEqual(new Set([diary.id]));
    await rig.retrievals.answer(id, rightKey);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({
      kind: 'saved',
      fileName: 'diary.txt',
      wasEncrypted: true,
      size: plain.length,
    });
    expect(readFileSync(join(rig.downloads, 'diary.txt')).equals(plain)).toBe(true);
    expect(new Set(rig.gateway.asked)).toEqual(new Set([diary.id, ...diary.partIds]));
    await expect.poll(() => rig.workFolders()).toEqual([]);
  });

  test('is opened with a kept key that fits, asked of nobody, whichever of them it is', async () => {
    const rig = await openRetrievalRig();
    rig.keep(wrongKey, { kind: 'passphrase', passphrase: 'of something else' }, rightKey);
    const plain = bytesOf(300 * KIB);
    const diary = await submitPrivately(rig, privately('diary.txt', plain), plain, 100 * KIB);
    const id = await rig.start(diary.id);
    expect(await rig.state(id, 'saved', 'needs-key', 'failed')).toMatchObject({ kind: 'saved', wasEncrypted: true });
    const sealed = await rig.encryption.seal(plain, forKey);
    if (!sealed.ok) throw new Error('Not encrypted.');
    const other = await rig.start(await rig.submit(new Uint8Array(sealed.value)));
    expect(await rig.state(other, 'saved', 'needs-key', 'failed')).toMatchObject({ kind: 'saved', wasEncrypted: true });
  });

  test('is asked about where no kept key fits, and not as if the person had typed a wrong one', async () => {
    const rig = await openRetrievalRig();
    rig.keep(wrongKey);
    const plain = bytesOf(10);
    const diary = await submitPrivately(rig, privately('diary.txt', plain), plain, 100 * KIB);
    const id = await rig.start(diary.id);
    expect(await rig.state(id, 'saved', 'needs-key')).toEqual({ kind: 'needs-key', mayKeep: false, wasWrong: false });
  });

  test('waits for its key over a restart', async () => {
    const rig = await openRetrievalRig();
    const plain = bytesOf(10);
    const diary = await submitPrivately(rig, privately('diary.txt', plain), plain, 100 * KIB);
    const id = await rig.start(diary.id);
    await rig.state(id, 'needs-key');
    await rig.restart();
    expect(rig.find(id)?.state.kind).toBe('needs-key');
  });

  test('and is not what its contents say leaves nothing', async () => {
    const rig = await openRetrievalRig();
    const plain = bytesOf(500);
    const diary = await submitPrivately(rig, privately('diary.txt', bytesOf(500)), plain, 100 * KIB);
    const id = await rig.start(diary.id);
    await rig.state(id, 'needs-key');
    await rig.retrievals.answer(id, rightKey);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'decrypted-differs' } });
    expect(rig.seen()).toEqual([]);
  });

  test('by itself can be decrypted, also after a restart, or saved as it is', async () => {
    const rig = await openRetrievalRig();
    const plain = bytesOf(5_000);
    const sealed = await rig.encryption.seal(plain, forKey);
    if (!sealed.ok) throw new Error('Not encrypted.');
    const age = new Uint8Array(sealed.value);
    const submissionId = await rig.submit(age);
    const one = await rig.start(submissionId);
    expect(await rig.state(one, 'needs-key', 'failed')).toEqual({ kind: 'needs-key', mayKeep: true, wasWrong: false });
    await rig.restart();
    await rig.retrievals.answer(one, rightKey);
    expect(await rig.state(one, 'saved', 'failed')).toMatchObject({ kind: 'saved', wasEncrypted: true });
    expect(readFileSync(join(rig.downloads, `${submissionId}.bin`)).equals(plain)).toBe(true);
    const two = await rig.start(submissionId);
    await rig.state(two, 'needs-key');
    await rig.retrievals.answer(two, { kind: 'as-it-is' });
    expect(await rig.state(two, 'saved', 'failed')).toMatchObject({ kind: 'saved', wasEncrypted: false });
    expect(readFileSync(join(rig.downloads, `${submissionId} (1).bin`)).equals(age)).toBe(true);
  });
});

/** A disk of its own for the downloads, with so little room; null where this machine lets nobody make one. */
function smallDisk(folder: string, kib: number): (() => void) | null {
  if (process.platform !== 'linux') return null;
  mkdirSync(folder, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder]).status !== 0) return null;
  return () => void spawnSync('umount', ['-l', folder]);
}

test('a hidden name that somebody else gave is not kept, and the row counts it', async () => {
  const rig = await openRetrievalRig();
  const file = await submitInParts(rig, bytesOf(10), { partSize: 10, name: '.bashrc' });
  const id = await rig.start(file.id);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ fileName: '_bashrc', renamed: 1 });
});

describe('the downloads folder', () => {
  test('whose disk is full is said to be, and with room it goes on from what is there', async (context) => {
    const rig = await openRetrievalRig();
    const photo = await submitInParts(rig, bytesOf(600 * KIB), { partSize: 50 * KIB });
    const disk = join(rig.folder, 'Small');
    const remove = smallDisk(disk, 700);
    if (remove === null) return context.skip('No file system can be mounted here.');
    context.onTestFinished(remove);
    rig.downloads = disk;
    writeFileSync(join(disk, 'taken'), bytesOf(300 * KIB));
    const id = await rig.start(photo.id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'no-room-in-downloads' } });
    expect(rig.seen()).toEqual(['taken']);
    spawnSync('mount', ['-o', 'remount,size=4m', disk]);
    const before = rig.gateway.asked.length;
    await rig.retrievals.retry(id);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
    expect(readFileSync(join(disk, 'photo.jpg')).equals(photo.bytes)).toBe(true);
    expect(rig.gateway.asked.slice(before)).not.toContain(photo.partIds[0]);
  });

  test('that leads into the app’s own data gets nothing', async () => {
    const rig = await openRetrievalRig();
    rig.refuseDownloads();
    const id = await rig.start(await rig.submit(bytesOf(10)));
    const reason = { code: 'folder-not-usable', values: { why: 'own' } };
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason });
    expect(rig.seen()).toEqual([]);
  });

  test('that is read-only is said to be before anything is asked for', async (context) => {
    const rig = await openRetrievalRig();
    const remove = smallDisk(rig.downloads, 700);
    if (remove === null) return context.skip('No file system can be mounted here.');
    context.onTestFinished(remove);
    spawnSync('mount', ['-o', 'remount,ro', rig.downloads]);
    const submissionId = await rig.submit(bytesOf(10));
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'no-downloads-folder' } });
    expect(rig.gateway.asked).toEqual([]);
  });

  test('that is gone is said to be, and another try goes to the one that is there then', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(10));
    rmSync(rig.downloads, { recursive: true });
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ reason: { code: 'no-downloads-folder' } });
    rig.downloads = join(rig.folder, 'Other');
    mkdirSync(rig.downloads);
    await rig.retrievals.retry(id);
    expect(await rig.state(id, 'saved')).toMatchObject({ kind: 'saved' });
    expect(rig.seen()).toEqual([`${submissionId}.bin`]);
  });
});
