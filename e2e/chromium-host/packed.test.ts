import { realpathSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPackage, createPackageWithOptions } from '@electron/asar';
import { describe, expect, it } from 'vitest';
import { FIXTURE_APP } from './fixture-app/driver.ts';
import { runningFixture } from './fixture-app/running-fixture.ts';

const library = createRequire(import.meta.url).resolve('keytar/build/Release/keytar.node');

/** Packs the fixture app as electron-builder would for Linux, with a thread, packages and a native library. */
async function pack(userData: string): Promise<string> {
  const source = join(userData, 'source');
  await cp(FIXTURE_APP, source, { recursive: true });
  const files = {
    'main/thread.js': `import { parentPort } from 'node:worker_threads';
      import { readFileSync } from 'node:fs';
      import original from 'original-fs';
      import { answer } from 'answer';
      const text = readFileSync(new URL('../window/index.html', import.meta.url), 'utf8');
      parentPort.on('message', (path) => parentPort.postMessage({
        url: import.meta.url, answer, length: text.length, isFile: original.statSync(path).isFile(),
      }));`,
    'node_modules/answer/package.json': '{ "exports": { "import": "./index.mjs", "require": "./index.cjs" } }',
    'node_modules/answer/index.mjs': 'export { default as answer } from "inner";',
    'node_modules/answer/index.cjs': 'exports.answer = require("inner"); exports.file = __filename;',
    'node_modules/inner/package.json': '{ "main": "lib/main" }',
    'node_modules/inner/lib/main.js': 'module.exports = require("../library.node") && 42;',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), text);
  }
  await copyFile(library, join(source, 'node_modules/inner/library.node'));
  const folder = join(userData, 'Fixture app');
  await mkdir(join(folder, 'resources'), { recursive: true });
  await createPackageWithOptions(source, join(folder, 'resources', 'app.asar'), { unpack: '*.node' });
  for (const name of ['chrome-sandbox', 'fixture']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o755);
  }
  return realpathSync(folder);
}

const fixture = runningFixture(pack);
/** Without links: on macOS the folder for temporary files lies behind one. */
const packed = (...path: readonly string[]): string => join(realpathSync(fixture.folder), 'Fixture app', ...path);
const inMain = <Value>(code: string): Promise<Value> =>
  fixture.app.inMain(`
    const fs = process.getBuiltinModule('node:fs');
    const { createRequire } = process.getBuiltinModule('node:module');
    const require = createRequire(electron.app.getAppPath() + '/main/index.js');
    const failure = (call) => { try { call(); return 'none'; } catch ({ code, message }) { return code ?? message; } };
    ${code}`);
const quoted = (value: unknown): string => JSON.stringify(value);

/** A person's archive with one file in it, and a file that is none though it is called so. */
async function archives() {
  const [good, bad] = [join(fixture.folder, 'photos.asar'), join(fixture.folder, 'broken.asar')];
  await mkdir(join(fixture.folder, 'photos', 'inner'), { recursive: true });
  await writeFile(join(fixture.folder, 'photos', 'inner', 'letter.txt'), 'Dear all');
  await createPackage(join(fixture.folder, 'photos'), good);
  await writeFile(bad, 'no archive');
  return { good, bad, bytes: await readFile(good) };
}

describe('a packed app', () => {
  it('finds what Electron says to one: where it is, what started it, that it is packed', async () => {
    const told = await inMain(`return [
      electron.app.isPackaged, electron.app.getAppPath(), electron.app.getPath('exe'), process.resourcesPath,
      process.argv[0], process.argv.includes(${quoted(packed())}), 'defaultApp' in process, process.versions.electron,
    ]`);
    const page = await fixture.inPage<string>('navigator.userAgent');
    expect(await inMain<string>('return process.versions.chrome')).toMatch(/^\d+(\.\d+){3}$/);
    expect(page).toContain((await inMain<string>('return process.versions.chrome')).replace(/\..*$/, '.'));
    const { version } = createRequire(import.meta.url)('electron/package.json');
    const executable = packed('fixture');
    const [archive, resources] = [packed('resources', 'app.asar'), packed('resources')];
    expect(told).toEqual([true, archive, executable, resources, executable, false, false, version]);
  });

  it('loads its packages from the archive, and a native library from beside it', async () => {
    expect(await inMain(`return require('answer')`)).toEqual({
      answer: 42,
      file: packed('resources', 'app.asar', 'node_modules', 'answer', 'index.cjs'),
    });
    const imported = `
      const { pathToFileURL } = process.getBuiltinModule('node:url');
      return (await import(pathToFileURL(require.resolve('inner')).href)).default;`;
    expect(await inMain(imported)).toBe(42);
    const outside = `return failure(() => require('vitest'))`;
    expect(await inMain(outside)).toBe('MODULE_NOT_FOUND');
  });

  it('has threads that see archives too, and past them with original-fs', async () => {
    const archive = packed('resources', 'app.asar');
    const answer = await inMain(`
      const { Worker } = process.getBuiltinModule('node:worker_threads');
      const thread = new Worker(electron.app.getAppPath() + '/main/thread.js');
      return new Promise((resolve, reject) => {
        thread.on('message', (answer) => resolve(thread.terminate().then(() => answer))).on('error', reject);
        thread.postMessage(electron.app.getAppPath());
      })`);
    const { size } = await stat(join(FIXTURE_APP, 'window', 'index.html'));
    expect(answer).toEqual({
      url: pathToFileURL(join(archive, 'main', 'thread.js')).href,
      answer: 42,
      length: size,
      isFile: true,
    });
  });

  it('can have links of a scheme handed to it', async () => {
    const code = `return [electron.app.setAsDefaultProtocolClient('slip'), electron.app.isDefaultProtocolClient('slip')]`;
    expect(await inMain(code)).toEqual([true, true]);
    expect(fixture.app.host.acts()).toContainEqual({ kind: 'protocol-client', scheme: 'slip', isDefault: true });
  });
});

describe('fs', () => {
  it('takes an archive for a folder, whichever way it is read', async () => {
    const { good } = await archives();
    const seen = await inMain(`
      const path = ${quoted(good)} + '/inner/letter.txt';
      const chunks = [];
      for await (const chunk of fs.createReadStream(path, { start: 5 })) chunks.push(chunk.toString());
      const handle = await fs.promises.open(path);
      const size = (await handle.stat()).size;
      await handle.close();
      return [
        fs.readFileSync(path, 'utf8'), await fs.promises.readFile(path, 'utf8'), chunks.join(''), size,
        await new Promise((resolve) => fs.readFile(path, 'utf8', (error, text) => resolve(text))),
        fs.readdirSync(${quoted(good)}, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory(), entry.parentPath]),
        fs.statSync(${quoted(good)}).isDirectory(), fs.realpathSync(path), fs.existsSync(path + 's'),
        failure(() => fs.statSync(path + 's')), failure(() => fs.writeFileSync(path, '')),
      ]`);
    const letter = join(realpathSync(good), 'inner', 'letter.txt');
    const text = 'Dear all';
    const list = [['inner', true, good]];
    expect(seen).toEqual([text, text, 'all', 8, text, list, true, letter, false, 'ENOENT', 'EACCES']);
  });

  it('refuses whatever is called an archive and is none, also what is not there yet', async () => {
    const { bad } = await archives();
    const absent = join(fixture.folder, 'NEW.ASAR');
    const refusal = (path: string): string => `Invalid package ${path}`;
    const seen = await inMain(`return [
      failure(() => fs.readFileSync(${quoted(bad)})),
      await fs.promises.stat(${quoted(bad)}).catch(({ message }) => message),
      await new Promise((resolve) => fs.open(${quoted(bad)}, 'r', (error) => resolve(error.message))),
      failure(() => fs.writeFileSync(${quoted(absent)}, 'text')), fs.existsSync(${quoted(bad)}),
    ]`);
    expect(seen).toEqual([refusal(bad), refusal(bad), refusal(bad), refusal(absent), false]);
  });

  it('renames and removes an archive as the file that it is, and leaves folders alone that are called so', async () => {
    const { good } = await archives();
    const folder = join(fixture.folder, 'folder.asar');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'file'), 'within');
    const seen = await inMain(`
      fs.renameSync(${quoted(good)}, ${quoted(`${good}.moved`)});
      fs.unlinkSync(${quoted(`${good}.moved`)});
      return fs.readFileSync(${quoted(join(folder, 'file'))}, 'utf8')`);
    expect(seen).toBe('within');
  });
});

describe('original-fs', () => {
  it('reads, writes, lists and removes archives as files, whichever way', async () => {
    const { good, bad, bytes } = await archives();
    const copy = join(fixture.folder, 'copy.asar');
    const seen = await inMain(`
      const original = require('original-fs');
      const { stat, rm } = await import('original-fs/promises');
      const sizes = [original.readFileSync(${quoted(good)}).length, (await stat(${quoted(bad)})).size];
      for await (const chunk of original.createReadStream(${quoted(good)})) sizes.push(chunk.length);
      original.readFile(${quoted(good)}, () => undefined);
      await new Promise((resolve) => original.createReadStream(${quoted(good)}).pipe(original.createWriteStream(${quoted(copy)})).on('close', resolve));
      await new Promise((resolve) => original.writeFile(${quoted(bad)}, 'other', resolve));
      sizes.push(original.statSync(${quoted(copy)}).size, original.readFileSync(${quoted(bad)}, 'utf8'));
      await rm(${quoted(copy)}, { recursive: true });
      return [...sizes, original.existsSync(${quoted(copy)})]`);
    expect(seen).toEqual([bytes.length, 10, bytes.length, bytes.length, 'other', false]);
  });
});
