// How the commands behind `npm start` and `npm test` are started: the same on all systems, without a shell, so that every
// argument arrives as it is, with blanks and all. Windows finds programs only by `.exe`; the packages' own commands are
// scripts there, `.cmd` beside them, which only a shell runs: so their JavaScript is run by the project's Node instead.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The packages that the scripts' commands come from. */
const packageOf = {
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  'electron-builder': 'electron-builder',
  'electron-vite': 'electron-vite',
  knip: 'knip',
  playwright: '@playwright/test',
  tsc: 'typescript',
  vitest: 'vitest',
};

/**
 * What to start for a command, as `[program, ...arguments]`.
 * `root`: the project's folder; `platform`, `execPath` and `env`: as `process` has them.
 */
export function commandLine([command, ...args], { root, platform, execPath, env }) {
  if (command === 'node') return [projectNode(root, platform, execPath), ...args];
  if (command === 'npm') return [...npm(platform, execPath, env), ...args];
  if (!Object.hasOwn(packageOf, command)) return [command, ...args];
  const folder = join(root, 'node_modules', packageOf[command]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [projectNode(root, platform, execPath), join(folder, typeof bin === 'string' ? bin : bin[command]), ...args];
}

/** Before the packages are there, the Node that runs this. */
function projectNode(root, platform, execPath) {
  const node = join(root, 'node_modules', 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(node) ? node : execPath;
}

/** By the Node that npm itself runs on: while it installs, the project's is replaced. */
function npm(platform, execPath, { npm_execpath: running = '', npm_node_execpath: runningOn }) {
  const isNpm = basename(running) === 'npm-cli.js' && existsSync(running);
  if (isNpm) return [runningOn ?? execPath, running];
  if (platform !== 'win32') return ['npm'];
  return [execPath, join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}
