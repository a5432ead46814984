import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const keytar = join(import.meta.dirname, '..', '..', 'node_modules', 'keytar');

/** A project whose packages are installed, with these scripts and these files in it. */
function project(files) {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of globSync('*.mjs', { cwd: import.meta.dirname, exclude: ['*.test.mjs'] })) {
    cpSync(join(import.meta.dirname, path), join(folder, 'resources', 'launch', basename(path)));
  }
  const installed = createHash('sha256').update('{}').digest('hex');
  const all = { 'package-lock.json': '{}', 'node_modules/.installed-lock': installed, ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Runs one of the scripts as on a machine that nobody sits at. */
function runScript(folder, script, { args = [], env = {} } = {}) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...others } = process.env;
  return spawnSync(process.execPath, [join(folder, 'resources', 'launch', script), ...args], {
    encoding: 'utf8',
    env: { ...others, ...env },
  });
}

test('a machine without a display is made ready as any other: Electron’s binary is there, and nobody opens a window yet', () => {
  const folder = project({
    'node_modules/electron/path.txt': 'electron',
    'node_modules/electron/dist/electron': '',
  });
  expect(runScript(folder, 'prepare.mjs')).toMatchObject({ status: 0, stdout: '' });
});

test('where Electron’s binary can’t be had it is asked for each time, and the machine is not ready', () => {
  const folder = project({
    'node_modules/.electron-not-to-be-had': '',
    'node_modules/electron/install.js': 'process.exit(1);',
  });
  const { status, stdout } = runScript(folder, 'prepare.mjs');
  expect(status).toBe(1);
  expect(stdout).toContain('fetching Electron');
  expect(stdout).toContain('could not be fetched');
});

test('keytar’s library is compiled wherever it is installed: its installer asks nobody for one that is built already', () => {
  const { npm_config_build_from_source: _, ...env } = process.env;
  const asked = "require('prebuild-install/rc')({ name: 'keytar' }).buildFromSource";
  const { stdout } = spawnSync(process.execPath, ['--print', asked], { cwd: keytar, env, encoding: 'utf8' });
  expect(stdout.trim()).toBe('true');
  expect(existsSync(join(keytar, 'build', 'config.gypi'))).toBe(true);
});

test('a library of keytar’s that was not compiled here is not packed', () => {
  const folder = project({ 'node_modules/keytar/build/Release/keytar.node': '' });
  const { status, stdout } = runScript(folder, 'package.mjs');
  expect(status).toBe(1);
  expect(stdout).toContain('was not compiled here');
  expect(stdout).not.toContain('building');
});

/** Keeps what npm is asked for, a line each. */
const npm = "require('node:fs').appendFileSync('npm.txt', process.argv.slice(2).join(' ').concat('\\n'));";

test.each([
  ['by itself, the Node of the package `node` comes along', [], [/^ci (?!.*--ignore-scripts)/]],
  [
    'with the Node that is here, no script of a package runs but keytar’s, and no second Node is fetched',
    ['--with-this-node'],
    [/^ci .*--ignore-scripts/, /^rebuild keytar /],
  ],
])('%s', (_what, args, asked) => {
  const folder = project({
    'node_modules/.installed-lock': 'of another lockfile',
    'node_modules/electron/path.txt': 'electron',
    'node_modules/electron/dist/electron': '',
    'npm-cli.js': npm,
  });
  const env = { npm_execpath: join(folder, 'npm-cli.js'), npm_node_execpath: process.execPath };
  expect(runScript(folder, 'prepare.mjs', { args, env }).status).toBe(0);
  const lines = readFileSync(join(folder, 'npm.txt'), 'utf8').trim().split('\n');
  expect(lines).toEqual(asked.map((line) => expect.stringMatching(line)));
});
