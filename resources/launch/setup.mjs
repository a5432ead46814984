// What `npm start` and `npm test` do first: whatever is missing, and nothing that is there. Runs before any package is
// installed, on the Node that happens to be here (20 or newer), so it uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from './commands.mjs';
import { findSandbox } from './sandbox.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');

/** The environment for everything that is started from here: the project's own Node and tools come first. */
export const environment = {
  // Without a language Chromium and secret-tool read names as ASCII, and find no file that is called otherwise.
  LANG: 'C.UTF-8',
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
  // Every start of the app on the Chromium host is a Node of its own: what was compiled once is not compiled again.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node-compile'),
};

export function say(text) {
  console.log(`dropslip: ${text}`);
}

/** `[program, ...arguments]`: what starts a command here. */
export function started(command, args) {
  const { platform, execPath, env } = process;
  return commandLine([command, ...args], { root, platform, execPath, env });
}

/** Runs a command to its end and answers with its code. */
export function run(command, args, options = {}) {
  const [program, ...given] = started(command, args);
  const result = spawnSync(program, given, { cwd: root, env: environment, stdio: 'inherit', ...options });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

/** Starts a command beside others. Resolves with its code and all that it wrote, so that no two outputs mix. */
export async function runBeside(command, args) {
  const [program, ...given] = started(command, args);
  const child = spawn(program, given, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status: status ?? 1, output };
}

/** Runs a command whose lines are shown as they come, while what was started beside it goes on. Resolves with its code. */
export async function runInFront(command, args) {
  const [program, ...given] = started(command, args);
  const child = spawn(program, given, { cwd: root, env: environment, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return status ?? 1;
}

function runOrStop(what, command, args, options) {
  const status = run(command, args, options);
  if (status !== 0) {
    say(`${what} failed. The lines above say why.`);
    process.exit(status);
  }
}

/**
 * Debian packages, as root on Debian only: elsewhere the person decides what is installed. `needed`: whether nothing goes
 * on without them.
 */
export function installSystemPackages(wanted, { needed = true } = {}) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const missing = wanted.filter(
    (name) =>
      spawnSync('dpkg-query', ['-W', '-f=$'.concat('{db:Status-Status}'), name]).stdout?.toString() !== 'installed',
  );
  if (missing.length === 0) return;
  say(`installing system packages: ${missing.join(', ')}`);
  const quietly = {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  run('apt-get', ['update', '-qq'], quietly);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (needed) runOrStop('Installing system packages', 'apt-get', install, quietly);
  else if (run('apt-get', install, quietly) !== 0) say('going on without them');
}

/**
 * What the packages need of the system is installed with them, whichever command is the first on a machine. `withThisNode`: the
 * Node that runs this does all else too, and no script of a package runs but keytar's. That of `node` fetches the project's own
 * from the registry, and no lockfile has its hash.
 */
export function installPackages({ withThisNode = false } = {}) {
  installSystemPackages(['libsecret-1-0']);
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = join(root, 'node_modules', '.installed-lock');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // keytar is compiled here.
  installSystemPackages(['libsecret-1-dev', 'python3', 'make', 'g++']);
  say('installing packages (once)');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  runOrStop('Installing packages', 'npm', ['ci', ...(withThisNode ? ['--ignore-scripts'] : []), ...quietly]);
  if (withThisNode) runOrStop('Compiling keytar', 'npm', ['rebuild', 'keytar', ...quietly]);
  writeFileSync(stamp, wanted);
}

export function build() {
  const stamp = join(root, 'out', '.built-from');
  const wanted = sourcesDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('building the app');
  // What an earlier version has built would be packed with this one.
  rmSync(join(root, 'out'), { recursive: true, force: true });
  runOrStop('Building the app', 'electron-vite', ['build', '--logLevel', 'warn']);
  writeFileSync(stamp, wanted);
}

function sourcesDigest() {
  const digest = createHash('sha256');
  const add = (path) => {
    const stats = statSync(path);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!path.endsWith('.test.ts')) digest.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const name of [
    'src',
    'resources/packaging/licences.ts',
    'electron.vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    add(join(root, name));
  }
  return digest.digest('hex');
}

/**
 * The path of the Electron that windows are shown with; null where there is no display, where its binary can't be had, or
 * where its sandbox can't work, which is said together with what to do.
 */
export function findElectron() {
  const binary = hasDisplay() ? electronBinary() : null;
  if (binary === null) return null;
  const sandbox = findSandbox(binary);
  if (sandbox.kind !== 'restricted') return binary;
  say(sandbox.remedy);
  return null;
}

/** Electron's own program, fetched on first use; null where it can't be had. `again`: also where that failed within the day. */
export function electronBinary({ again = false } = {}) {
  const folder = join(root, 'node_modules', 'electron');
  const installed = () => {
    const pathFile = join(folder, 'path.txt');
    const binary = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8')) : null;
    return binary !== null && existsSync(binary) ? binary : null;
  };
  // A failed fetch is remembered for a day, so that every other start is quick.
  const failed = join(root, 'node_modules', '.electron-not-to-be-had');
  const triedToday = existsSync(failed) && Date.now() - statSync(failed).mtimeMs < 86_400_000;
  if (installed() === null && (again || !triedToday)) {
    say('fetching Electron (once)');
    const status = run('node', [join(folder, 'install.js')], { stdio: 'ignore', timeout: 300_000 });
    if (status !== 0) writeFileSync(failed, '');
  }
  return installed();
}

const chromiumNames = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  return [named, ...(chromiumNames[process.platform] ?? [])].find((path) => path && existsSync(path)) ?? null;
}

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
