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
  vite: 'vite',
  vitest: 'vitest',
};

/**
 * What to start for a command, as `[program, ...arguments]`.
 * `root`: the project's folder; `platform`, `execPath` and `env`: as `process` has them; `version`: of this Node.js.
 */
export function commandLine([command, ...args], { root, platform, execPath, env, version }) {
  const node = projectNode(root, platform, execPath, version);
  if (command === 'node') return [node, ...args];
  if (command === 'npm') return [...npm(platform, execPath, env), ...args];
  if (!Object.hasOwn(packageOf, command)) return [command, ...args];
  const folder = join(root, 'node_modules', packageOf[command]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [node, join(folder, typeof bin === 'string' ? bin : bin[command]), ...args];
}

/** The versions of Node.js that all of the project's tools run on. */
export function isNodeNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 22 && minor >= 18) || major === 24 || major >= 26;
}

/** The Node.js that runs this if it is new enough, else the one of the package `node`, where it is installed. */
function projectNode(root, platform, execPath, version = process.versions.node) {
  if (isNodeNewEnough(version)) return execPath;
  const node = packagedNode(root, platform);
  return existsSync(node) ? node : execPath;
}

/** The path of the program in the package `node`. */
export function packagedNode(root, platform) {
  return join(root, 'node_modules', 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

/** By the Node that npm itself runs on: while it installs, the project's is replaced. */
function npm(platform, execPath, { npm_execpath: running = '', npm_node_execpath: runningOn }) {
  const isNpm = basename(running) === 'npm-cli.js' && existsSync(running);
  if (isNpm) return [runningOn ?? execPath, running];
  if (platform !== 'win32') return ['npm'];
  return [execPath, join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}
