import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { threadSources } from '../../src/core/thread-scripts.ts';
import { packForNpm } from './npm-package.ts';

const work = mkdtempSync(join(tmpdir(), 'npm-package-'));
afterAll(() => rmSync(work, { recursive: true, force: true, maxRetries: 10 }));
// Relative paths, because tar takes the colon of C:\ for the end of a host name.
const tarball = basename(packForNpm(join(work, 'packed')));
execFileSync('tar', ['-xzf', `packed/${tarball}`], { cwd: work });
const folder = join(work, 'package');
const packed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Runs the unpacked `dropslip` on an empty data folder. Returns its JSON lines. Throws unless it ends with 0. */
function dropslip(...args: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  const data = mkdtempSync(join(work, 'data-'));
  const output = execFileSync(process.execPath, [join(folder, packed.bin.dropslip), '--data', data, ...args], {
    env: { ...process.env, DROPSLIP_KEYCHAIN: 'none', DROPSLIP_PRACTICE: '{"blockTimeSeconds":1}' },
    encoding: 'utf8',
    timeout: 50_000,
  });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('the package needs Node.js 24, and keytar only if it can be installed', () => {
  expect(tarball).toBe(`dropslip-${manifest.version}.tgz`);
  expect(packed).toMatchObject({ name: 'dropslip', version: manifest.version, license: 'MIT', type: 'module' });
  expect(packed.engines).toEqual({ node: '>=24' });
  expect(packed.optionalDependencies).toEqual({ keytar: manifest.dependencies.keytar });
  expect(packed).not.toHaveProperty('dependencies');
});

test('the package has every worker script, its licence and those of what it bundles', () => {
  const scripts = Object.keys(threadSources).map((name) => `${name}.js`);
  const wanted = [...scripts, 'LICENSE', 'README.md', 'chunks', 'dropslip.js', 'licences.json', 'package.json'];
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
  const licences: readonly { readonly name: string }[] = JSON.parse(
    readFileSync(join(folder, 'licences.json'), 'utf8'),
  );
  expect(licences.map(({ name }) => name)).toEqual(expect.arrayContaining(['commander', 'fastify', 'undici', 'zod']));
});

test.runIf(process.platform !== 'win32')('its command can be executed', () => {
  expect(statSync(join(folder, packed.bin.dropslip)).mode & 0o111).toBe(0o111);
});

test('it says its version', () => {
  const output = execFileSync(process.execPath, [join(folder, packed.bin.dropslip), '--version'], { encoding: 'utf8' });
  expect(output.trim()).toBe(manifest.version);
});

test('it lists the practice account of an empty data folder', () => {
  expect(dropslip('accounts', '--json')).toMatchObject([{ event: 'account', kind: 'practice', isActive: true }]);
});

test('it submits a file to the practice account, by its own threads', () => {
  const file = join(work, 'file.txt');
  writeFileSync(file, 'a small file');
  const lines = dropslip('send', '--yes', '--json', file);
  expect(lines.find(({ event }) => event === 'file')).toMatchObject({ path: file, status: 'submitted' });
});
