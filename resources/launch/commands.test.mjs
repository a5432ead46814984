import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from './commands.mjs';

/** A project in a folder with blanks in its name, with these files in it. */
function project(files) {
  const folder = mkdtempSync(join(tmpdir(), 'a project '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const printing = 'console.log(JSON.stringify(process.argv.slice(2)));';
const knip = {
  'node_modules/knip/package.json': JSON.stringify({ bin: { knip: 'bin/knip.cjs' } }),
  'node_modules/knip/bin/knip.cjs': printing,
};
const windows = { platform: 'win32', execPath: 'C:\\Program Files\\nodejs\\node.exe', env: {} };

test('a package’s command gets each argument as it is, whatever blanks and signs it and the folders hold', () => {
  const root = project(knip);
  const args = ['C:\\My files\\a b.txt', '--name=with "quotes"', '%PATH%', '& calc', ''];
  const [program, ...given] = commandLine(['knip', ...args], { ...windows, root, execPath: process.execPath });
  const { stdout } = spawnSync(program, given, { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(args);
});

test.each([
  ['20.19.0', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['25.9.0', false],
  ['26.0.0', true],
])('Node.js %s runs the project’s tools itself: %s', (version, isNewEnough) => {
  const root = project({ ...knip, 'node_modules/node/bin/node.exe': '' });
  const node = isNewEnough ? windows.execPath : join(root, 'node_modules', 'node', 'bin', 'node.exe');
  expect(commandLine(['node', 'a b.mjs'], { ...windows, root, version })).toEqual([node, 'a b.mjs']);
  expect(commandLine(['knip'], { ...windows, root, version })).toEqual([
    node,
    join(root, 'node_modules', 'knip', 'bin', 'knip.cjs'),
  ]);
});

test('before the packages are there, the Node.js that is here runs', () => {
  const line = commandLine(['node', 'x'], { ...windows, root: project({}), version: '20.19.0' });
  expect(line).toEqual([windows.execPath, 'x']);
});

test('npm is run as the script that it is: the one that runs, else the one beside Node', () => {
  const root = project({ 'npm/bin/npm-cli.js': printing });
  const running = { npm_execpath: join(root, 'npm', 'bin', 'npm-cli.js'), npm_node_execpath: process.execPath };
  const [program, ...given] = commandLine(['npm', 'ci', 'a b'], { ...windows, root, env: running });
  expect(JSON.parse(spawnSync(program, given, { encoding: 'utf8' }).stdout)).toEqual(['ci', 'a b']);
  const [, script] = commandLine(['npm', 'ci'], { ...windows, root, execPath: join(root, 'node.exe') });
  expect(script).toBe(join(root, 'node_modules', 'npm', 'bin', 'npm-cli.js'));
  // Another package manager's script is none of npm's.
  const others = { npm_execpath: join(root, 'pnpm.cjs') };
  expect(commandLine(['npm', 'ci'], { root, platform: 'linux', execPath: process.execPath, env: others })).toEqual([
    'npm',
    'ci',
  ]);
});

test('what is no package’s is started by its name', () => {
  const here = { root: project({}), platform: 'linux', execPath: process.execPath, env: {} };
  expect(commandLine(['apt-get', 'update'], here)).toEqual(['apt-get', 'update']);
});
