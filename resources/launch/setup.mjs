// Sets up what the npm commands need, if it is missing. Runs before any package is installed, on
// the Node.js that happens to be here (20 or newer), so its own imports are Node.js's alone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, isNodeNewEnough, packagedNode } from './commands.mjs';
import { hasDisplay, startDisplay } from './display.mjs';
import { findElectron } from './electron.mjs';
import { findSandbox } from './sandbox.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');

// An editor's terminal may leave this behind, with which Electron runs as a plain Node.js.
const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;

/** The environment of everything that is started from here. The project's own tools come first. */
export const environment = {
  // Without a language Chromium and secret-tool read names as ASCII, and find no file that is called otherwise.
  LANG: 'C.UTF-8',
  ...inherited,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
};

export function say(text) {
  console.log(`dropslip: ${text}`);
}

/** Says why nothing goes on, and what to do, and ends with code 1. */
export function stop(text) {
  say(text);
  process.exit(1);
}

/** `[program, ...arguments]`: what starts a command here. */
export function started(command, args) {
  const { platform, execPath, env } = process;
  return commandLine([command, ...args], { root, platform, execPath, env });
}

/** Runs a command to its end and returns its exit code. */
export function run(command, args, options = {}) {
  const [program, ...given] = started(command, args);
  const result = spawnSync(program, given, { cwd: root, env: environment, stdio: 'inherit', ...options });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

/** Starts a command beside others. Resolves with its exit code and all that it wrote, so that no two outputs mix. */
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

/** Runs a command whose lines are shown as they come, beside what was started before. Resolves with its exit code. */
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

/** Installs Debian packages, as root on Debian only; elsewhere the user decides what is installed. Returns false if that failed. */
export function installSystemPackages(wanted) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return true;
  const missing = wanted.filter(
    (name) =>
      spawnSync('dpkg-query', ['-W', '-f=$'.concat('{db:Status-Status}'), name]).stdout?.toString() !== 'installed',
  );
  if (missing.length === 0) return true;
  say(`installing system packages: ${missing.join(', ')}`);
  const quietly = {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  run('apt-get', ['update', '-qq'], quietly);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], quietly) === 0;
}

/** The Debian packages that the tests use. */
export const desktopPackages = [
  ...['dbus', 'dbus-bin', 'dunst', 'gnome-keyring', 'libglib2.0-bin', 'libsecret-tools'],
  ...['openbox', 'postgresql', 'strace', 'weston', 'x11-utils', 'xfce4-panel', 'xvfb'],
  ...['fonts-noto-color-emoji', 'fonts-noto-core'],
  // With these the tests answer the system's dialogs, use the packed app, and drag files from another program.
  ...['at-spi2-core', 'gcc', 'gir1.2-atspi-2.0', 'gir1.2-gtk-3.0', 'python3-gi', 'xdotool'],
];

/** Installs the packages, and compiles keytar. Only a missing package stops it: without keytar the app works and says so. */
export function installPackages() {
  installSystemPackages(['libsecret-1-0']);
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = join(root, 'node_modules', '.installed-lock');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('installing packages (once)');
    runOrStop('Installing packages', 'npm', ['ci', ...quietly]);
    writeFileSync(stamp, wanted);
  }
  // The Node.js that runs this may be the packages' own, which installing them has removed.
  const hasNode = isNodeNewEnough(process.versions.node) && existsSync(process.execPath);
  if (!hasNode && !existsSync(packagedNode(root, process.platform))) {
    say('fetching Node.js for the project’s tools (once)');
    if (run('npm', ['rebuild', 'node', '--ignore-scripts=false', ...quietly], { stdio: 'ignore' }) !== 0)
      stop('It could not be fetched. Install Node.js 24, then run this again.');
  }
  if (!existsSync(keytarLibrary) && environment.DROPSLIP_KEYCHAIN !== 'none') compileKeytar(quietly);
}

export const keytarLibrary = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');

/** How to get the tools that compile keytar, by system. */
const toolsForKeytar = {
  darwin: 'run `xcode-select --install`',
  win32: 'install Python and, with `winget install Microsoft.VisualStudio.2022.BuildTools`, its C++ workload',
  linux: existsSync('/usr/bin/dnf')
    ? 'run `sudo dnf install libsecret-devel gcc-c++ make python3`'
    : 'run `sudo apt install libsecret-1-dev python3 make g++`',
};

function compileKeytar(quietly) {
  installSystemPackages(['libsecret-1-dev', 'python3', 'make', 'g++']);
  say('compiling keytar, which keeps keys in the system’s keychain (once)');
  const status = run('npm', ['rebuild', 'keytar', '--ignore-scripts=false', ...quietly], { stdio: 'ignore' });
  if (status === 0) return;
  const tools = toolsForKeytar[process.platform] ?? toolsForKeytar.linux;
  say(
    `keytar could not be compiled: Dropslip keeps keys only until it closes. To change that, ${tools}, then start again.`,
  );
}

/** Builds the app and the command line into out/, if their sources changed. */
export function build() {
  const stamp = join(root, 'out', '.built-from');
  const wanted = sourcesDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('building the app and the command line');
  // Files of an earlier build would be packed too.
  rmSync(join(root, 'out'), { recursive: true, force: true });
  runOrStop('Building the app', 'electron-vite', ['build', '--logLevel', 'warn']);
  const cli = 'resources/packaging/cli.vite.config.ts';
  runOrStop('Building the command line', 'vite', ['build', '--config', cli, '--logLevel', 'warn']);
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
    'resources/packaging/cli.vite.config.ts',
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
 * Finds an Electron that can open windows here, says which, and lets everything that is started from here use it. Stops if
 * there is none. Returns `{ program, args, words }`; `args` come before the app's.
 */
export async function prepareElectron({ again = false } = {}) {
  const electron = await findElectron({ root, say, again });
  if (electron.kind === 'missing') stop(electron.words);
  installLibraries(electron.program);
  const sandbox = findSandbox(electron.program);
  if (sandbox.kind === 'restricted') stop(sandbox.remedy);
  say(`running on ${electron.words}`);
  environment.ELECTRON_OVERRIDE_DIST_PATH = electron.folder;
  return { ...electron, args: sandbox.kind === 'not-for-root' ? ['--no-sandbox'] : [] };
}

/** Installs the libraries of the system that Electron needs on Linux, as root on Debian. */
function installLibraries(program) {
  if (process.platform !== 'linux') return;
  const missing = () =>
    [...(spawnSync('ldd', [program]).stdout?.toString() ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(
      ([, name]) => name,
    );
  if (missing().length === 0) return;
  installSystemPackages(['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1']);
  const still = missing();
  if (still.length > 0)
    stop(`Electron needs libraries that are not installed: ${still.join(', ')}. Install them first.`);
}

/** Starts a display where there is none. Stops if that cannot be done. */
export async function prepareDisplay() {
  if (hasDisplay(environment)) return;
  installSystemPackages(['xvfb']);
  const display = await startDisplay();
  if (display === null) stop('There is no display. Install Xvfb (Debian: xvfb), then run this again.');
  environment.DISPLAY = display;
  say('there is no display, so Xvfb shows the window');
}
