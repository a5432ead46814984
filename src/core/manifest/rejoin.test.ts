import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../practice-service/service.fixture.ts';
import { type Manifest, type ManifestPart, writeContents, writeManifest } from './index.ts';
import { digestsOf } from './manifest.fixture.ts';

const script = fileURLToPath(new URL('../../../docs/rejoin.mjs', import.meta.url));

let folder: string;
let to: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejoin-'));
  to = join(folder, 'to');
  await mkdir(to);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const deployed = () => startService({ dialect: 'deployed' });

type End = { readonly code: number; readonly out: string; readonly said: string };

function rejoin(what: string, from: string, apiKey = ''): Promise<End> {
  return new Promise((resolve) => {
    const env = { ...process.env, API_KEY: apiKey };
    const child = execFile(process.execPath, [script, what, from, to], { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });
}

const bytesOf = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) & 0xff));

type Take = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
const submitTo =
  (service: TestService): Take =>
  (bytes) =>
    service.accepted(bytes);

async function cut(stream: Uint8Array, size: number, take: Take): Promise<ManifestPart[]> {
  const parts: ManifestPart[] = [];
  for (let offset = 0; offset < stream.length; offset += size) {
    const bytes = new Uint8Array(stream.subarray(offset, offset + size));
    parts.push({ offset, size: bytes.length, ...digestsOf(bytes), submissionId: await take(bytes) });
  }
  return parts;
}

type Files = Readonly<Record<string, Uint8Array>>;

async function folderOf(files: Files, folders: readonly string[], partSize: number, take: Take): Promise<Manifest> {
  let offset = 0;
  const placed = Object.entries(files).map(([path, bytes]) => {
    const file = { path, offset, size: bytes.length, ...digestsOf(bytes), modified: '2026-05-03T12:00:00.000Z' };
    offset += bytes.length;
    return file;
  });
  const stream = Buffer.concat(Object.values(files));
  return {
    kind: 'folder',
    name: 'Letters',
    size: offset,
    sha256: null,
    blake2b256: null,
    parts: await cut(stream, partSize, take),
    files: placed,
    folders,
    encryption: null,
  };
}

async function photoOf(bytes: Uint8Array, partSize: number, take: Take): Promise<Manifest> {
  const name = 'photo.jpg';
  const digests = digestsOf(bytes);
  return {
    kind: 'file',
    name,
    size: bytes.length,
    ...digests,
    parts: await cut(bytes, partSize, take),
    files: [{ path: name, offset: 0, size: bytes.length, ...digests, modified: null }],
    folders: [],
    encryption: null,
  };
}

/** A manifest of a manifest. */
async function listOf(manifest: Manifest, partSize: number, take: Take): Promise<Manifest> {
  const bytes = writeManifest(manifest);
  return {
    ...manifest,
    kind: 'manifest',
    name: null,
    size: bytes.length,
    ...digestsOf(bytes),
    parts: await cut(bytes, partSize, take),
    files: [],
    folders: [],
  };
}

async function asFile(manifest: Manifest): Promise<string> {
  const path = join(folder, 'manifest.json');
  await writeFile(path, writeManifest(manifest));
  return path;
}

async function tree(at: string): Promise<readonly string[]> {
  return (await readdir(at, { recursive: true })).map((path) => path.replaceAll(sep, '/')).toSorted();
}

test('a file comes back from a service as it was, by the id of its manifest', async () => {
  const service = await deployed();
  const bytes = bytesOf(300_000, 1);
  const manifest = await photoOf(bytes, 65_536, submitTo(service));
  const id = await service.accepted(writeManifest(manifest));
  expect(await rejoin(id, `${service.url}/`, service.service.apiKey)).toMatchObject({ code: 0, said: '' });
  expect(await tree(to)).toEqual(['photo.jpg']);
  expect(await readFile(join(to, 'photo.jpg'))).toEqual(bytes);
});

test('a folder comes back as it was, with odd names, empty files and empty folders, through lists of lists', async () => {
  const service = await deployed();
  const take = submitTo(service);
  // Windows can have neither of these two.
  const [device, dot] = process.platform === 'win32' ? ['a/CON-', 'a/end.-'] : ['a/CON', 'a/end.'];
  const files = {
    [device]: bytesOf(3, 1),
    [dot]: bytesOf(2_000, 2),
    'a/é\u{1f600}.txt': bytesOf(0, 3),
    '\u202efdp.exe': bytesOf(70_000, 4),
    [`${'n'.repeat(251)}.txt`]: bytesOf(1, 5),
  };
  const manifest = await folderOf(files, ['empty/one', 'void'], 4_096, take);
  const id = await take(writeManifest(await listOf(await listOf(manifest, 1_000, take), 1_000, take)));
  const end = await rejoin(id, `${service.url}/v1`, service.service.apiKey);
  expect(end).toMatchObject({ code: 0, said: '' });
  for (const [path, bytes] of Object.entries(files)) expect(await readFile(join(to, 'Letters', path))).toEqual(bytes);
  expect((await stat(join(to, 'Letters', dot))).mtime).toEqual(new Date('2026-05-03T12:00:00.000Z'));
  expect(await tree(join(to, 'Letters'))).toEqual(
    [...Object.keys(files), 'a', 'empty', 'empty/one', 'void'].toSorted(),
  );
});

test('a service that gives one other byte is found out, and nothing is left', async () => {
  const service = await deployed();
  const manifest = await photoOf(bytesOf(10_000, 1), 4_096, submitTo(service));
  const [, second] = manifest.parts;
  await writeFile(join(service.dataDir, 'submissions', second?.submissionId ?? ''), bytesOf(4_096, 9));
  const end = await rejoin(await asFile(manifest), service.url, service.service.apiKey);
  expect(end).toEqual({ code: 1, out: '', said: `Not the bytes that were submitted: ${second?.submissionId}\n` });
  expect(await tree(to)).toEqual([]);
});

test('a service that refuses is told in its own words', async () => {
  const service = await deployed();
  const manifest = await photoOf(bytesOf(10, 1), 4_096, submitTo(service));
  const end = await rejoin(await asFile(manifest), service.url, 'wrong');
  expect(end.said).toMatch(/^The service does not give [0-9a-f-]+: 401 /);
});

/** Parts in a folder. */
async function inFolder(): Promise<{ readonly parts: string; readonly take: Take }> {
  const parts = join(folder, 'parts');
  await mkdir(parts);
  let last = 0;
  const take: Take = async (bytes) => {
    last += 1;
    await writeFile(join(parts, `id-${last}`), bytes);
    return `id-${last}`;
  };
  return { parts, take };
}

test('parts may come from a folder, each named by its submission id', async () => {
  const { parts, take } = await inFolder();
  const files = { 'a.txt': bytesOf(5, 1), 'b.txt': bytesOf(5, 2) };
  const manifest = await folderOf(files, [], 7, take);
  expect((await rejoin(await asFile(manifest), parts)).code).toBe(0);
  expect(await readFile(join(to, 'Letters/b.txt'))).toEqual(files['b.txt']);
  const again = await rejoin(await asFile(manifest), parts);
  expect(again.said).toContain('There is something with this name already');
});

test.each(['../x', '/x', 'a/../../x', 'a//x', 'a\\..\\x', 'C:/x', 'a/\0'])('the path %j is refused', async (path) => {
  const { parts, take } = await inFolder();
  const manifest = await folderOf({ [path]: bytesOf(5, 1) }, [], 5, take);
  const end = await rejoin(await asFile(manifest), parts);
  expect([end.code, end.said]).toEqual([1, 'A name leads out of its folder, or this system cannot have it.\n']);
  expect(await tree(to)).toEqual([]);
});

test.each<[string, (manifest: Manifest) => Manifest]>([
  ['a folder that leads out', (manifest) => ({ ...manifest, folders: ['..'] })],
  ['a name that leads out', (manifest) => ({ ...manifest, name: '..' })],
  ['a part too few', (manifest) => ({ ...manifest, parts: manifest.parts.slice(1) })],
  ['a file too few', (manifest) => ({ ...manifest, files: manifest.files.slice(1) })],
  [
    'files that overlap',
    (manifest) => ({ ...manifest, files: manifest.files.map((file) => ({ ...file, offset: 0 })) }),
  ],
  [
    'an id that leads out',
    ({ parts: [first, ...rest], ...manifest }) => ({
      ...manifest,
      parts: first === undefined ? [] : [{ ...first, submissionId: '../manifest.json' }, ...rest],
    }),
  ],
  ['a digest that is another', (manifest) => ({ ...manifest, ...digestsOf(Buffer.from('x')) })],
  ['one file twice', (manifest) => ({ ...manifest, files: manifest.files.map((file) => ({ ...file, path: 'a' })) })],
  [
    'a file within a file',
    (manifest) => ({
      ...manifest,
      files: manifest.files.map((file, at) => ({ ...file, path: at === 0 ? 'a' : 'a/b' })),
    }),
  ],
])('%s is refused, and nothing is left', async (_what, change) => {
  const { parts, take } = await inFolder();
  const manifest = await folderOf({ 'a.txt': bytesOf(5, 1), 'b.txt': bytesOf(5, 2) }, [], 7, take);
  const end = await rejoin(await asFile(change(manifest)), parts);
  expect(end.code).toBe(1);
  expect(end.said).not.toContain('    at ');
  expect(await tree(to)).toEqual([]);
});

test('parts of other sizes than are said are refused, though they add up', async () => {
  const { parts, take } = await inFolder();
  const manifest = await folderOf({ 'a.txt': bytesOf(5, 1), 'b.txt': bytesOf(5, 2) }, [], 7, take);
  const [first, second] = manifest.parts.map((part, at) => ({ ...part, offset: 5 * at, size: 5 }));
  if (first === undefined || second === undefined) throw new Error('There are two parts.');
  const end = await rejoin(await asFile({ ...manifest, parts: [first, second] }), parts);
  expect([end.code, end.said]).toEqual([1, 'Not the bytes that were submitted: id-1\n']);
});

// Windows can have no file of that name.
test.skipIf(process.platform === 'win32')(
  'what a service or a manifest says gives the terminal no orders',
  async () => {
    const { parts, take } = await inFolder();
    const manifest = await photoOf(bytesOf(10, 1), 10, take);
    const name = 'photo\u001b[2Jjpg';
    const files = manifest.files.map((file) => ({ ...file, path: name }));
    const end = await rejoin(await asFile({ ...manifest, name, files }), parts);
    expect([end.code, end.out]).toEqual([0, `Written and proven: ${join(to, 'photo?[2Jjpg')}\n`]);
    const twice = await rejoin(await asFile({ ...manifest, name, files }), parts);
    expect(twice.said).toBe(`There is something with this name already: ${join(to, 'photo?[2Jjpg')}\n`);
  },
);

test('a list that leads to itself is left in the end', async () => {
  const { parts, take } = await inFolder();
  let manifest = await photoOf(bytesOf(10, 1), 10, take);
  for (let level = 0; level < 4; level += 1) manifest = await listOf(manifest, 10_000, take);
  expect((await rejoin(await asFile(manifest), parts)).said).toBe('One manifest leads to the next without end.\n');
});

test('what is encrypted comes out as it is, and the decrypted contents say what is in it', async () => {
  const { parts, take } = await inFolder();
  const encrypter = new Encrypter();
  encrypter.setPassphrase('correct horse');
  encrypter.setScryptWorkFactor(1);
  const files = { 'a/secret.txt': bytesOf(9_000, 1), 'b.txt': bytesOf(5, 2) };
  const { kind: _, encryption: __, ...open } = await folderOf(files, ['empty'], 10_000, async () => 'unused');
  const { size, sha256, files: inside, folders } = open;
  const contents = writeContents({ kind: 'folder', name: 'Letters', size, sha256, files: inside, folders });
  const stream = await encrypter.encrypt(Buffer.concat(Object.values(files)));
  const manifest: Manifest = {
    kind: 'folder',
    name: null,
    size: stream.length,
    ...digestsOf(stream),
    parts: await cut(stream, 4_096, take),
    files: [],
    folders: [],
    encryption: { format: 'age', contents: await encrypter.encrypt(contents) },
  };
  const first = await rejoin(await asFile(manifest), parts);
  expect(first).toMatchObject({ code: 0, said: '' });
  expect(first.out).toContain('age -d -o contents.json contents.age');
  const [name = ''] = await readdir(to);
  expect(await tree(join(to, name))).toEqual(['contents.age', 'stream.age']);

  const decrypter = new Decrypter();
  decrypter.addPassphrase('correct horse');
  for (const [from, into] of [
    ['contents.age', 'contents.json'],
    ['stream.age', 'stream'],
  ] as const) {
    await writeFile(join(to, name, into), await decrypter.decrypt(await readFile(join(to, name, from))));
  }
  expect(await rejoin(join(to, name, 'contents.json'), join(to, name, 'stream'))).toMatchObject({ code: 0, said: '' });
  expect(await readFile(join(to, 'Letters/a/secret.txt'))).toEqual(files['a/secret.txt']);
  expect(await tree(join(to, 'Letters'))).toEqual(['a', 'a/secret.txt', 'b.txt', 'empty']);
});
