import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const keytar = join(import.meta.dirname, '..', '..', 'node_modules', 'keytar');

/** Writes each call's arguments into npm.txt, a line each, and fails if they match `failing`. */
const npm = (failing) => `const line = process.argv.slice(2).join(' ');
require('node:fs').appendFileSync('npm.txt', line + '\\n');
process.exit(${failing}.test(line) ? 1 : 0);`;

const electron = {
  'node_modules/electron/package.json': '{ "version": "45.0.0" }',
  'node_modules/electron/dist/version': '45.0.0',
  'node_modules/electron/dist/electron': '',
  'node_modules/electron/dist/electron.exe': '',
  'node_modules/electron/dist/Electron.app/Contents/MacOS/Electron': '',
};
const installed = {
  'package-lock.json': '{}',
  'node_modules/.installed-lock': createHash('sha256').update('{}').digest('hex'),
  'node_modules/keytar/build/Release/keytar.node': '',
};

/** A project with the launch scripts and these files. Its npm fails for what matches `failing`. */
function project(files, failing = /(?!)/) {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(import.meta.dirname, join(folder, 'resources', 'launch'), { recursive: true });
  for (const [name, content] of Object.entries({ ...electron, 'npm-cli.js': npm(failing), ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Runs one of the scripts on a machine without a display. */
function runScript(folder, script, env = {}, ...args) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ELECTRON_OVERRIDE_DIST_PATH: _dist, ...others } = process.env;
  return spawnSync(process.execPath, [join(folder, 'resources', 'launch', script), ...args], {
    encoding: 'utf8',
    env: { ...others, npm_execpath: join(folder, 'npm-cli.js'), npm_node_execpath: process.execPath, ...env },
  });
}

test('a machine without a display is made ready as any other', () => {
  const { status, stdout } = runScript(project(installed), 'prepare.mjs');
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'dropslip: ready to run on Electron 45.0.0\n' });
});

test('a machine without any Electron is not ready', () => {
  const folder = project({ ...installed, 'node_modules/electron/dist/version': '44.0.0' });
  const { status, stdout } = runScript(folder, 'prepare.mjs', { ELECTRON_MIRROR: 'http://127.0.0.1:9/' });
  expect(status).toBe(1);
  expect(stdout).toContain('Electron 45.0.0 could not be fetched');
});

test('of all install scripts only keytar’s is run', () => {
  const folder = project({ 'package-lock.json': '{}' });
  expect(runScript(folder, 'prepare.mjs').status).toBe(0);
  const lines = readFileSync(join(folder, 'npm.txt'), 'utf8').trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^ci /),
    expect.stringMatching(/^rebuild keytar --ignore-scripts=false /),
  ]);
});

test('without a compiler for keytar the app is set up all the same, which says what to install', () => {
  const folder = project({ 'package-lock.json': '{}' }, /^rebuild keytar/);
  const { status, stdout } = runScript(folder, 'prepare.mjs');
  expect(status).toBe(0);
  expect(stdout).toMatch(/keytar could not be compiled: .* To change that, (run|install) .+, then start again\./);
  // The next start tries again.
  expect(runScript(folder, 'prepare.mjs').stdout).toContain('compiling keytar');
});

test('the command to start prints its help, and installs nothing for it', () => {
  const folder = project({ 'package-lock.json': '{}' }, /^ci/);
  const { status, stdout } = runScript(folder, 'start.mjs', {}, '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('--background');
  expect(stdout).not.toContain('installing');
});

test('where the keychain is left alone keytar is not compiled', () => {
  const { 'node_modules/keytar/build/Release/keytar.node': _, ...others } = installed;
  const { stdout } = runScript(project(others), 'prepare.mjs', { DROPSLIP_KEYCHAIN: 'none' });
  expect(stdout).not.toContain('keytar');
});

test('packages that could not be installed stop everything', () => {
  const { status, stdout } = runScript(project({ 'package-lock.json': '{}' }, /^ci/), 'prepare.mjs');
  expect(status).toBe(1);
  expect(stdout).toContain('Installing packages failed. The lines above say why.');
});

test('keytar’s installer compiles its library and downloads none', () => {
  const { npm_config_build_from_source: _, ...env } = process.env;
  const asked = "require('prebuild-install/rc')({ name: 'keytar' }).buildFromSource";
  const { stdout } = spawnSync(process.execPath, ['--print', asked], { cwd: keytar, env, encoding: 'utf8' });
  expect(stdout.trim()).toBe('true');
});

test('a keytar that was not compiled here is not packed', () => {
  const { status, stdout } = runScript(project(installed), 'package.mjs');
  expect(status).toBe(1);
  expect(stdout).toContain('keytar is not compiled here');
  expect(stdout).not.toContain('building');
});
