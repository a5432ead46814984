import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from '@playwright/test';
import { connectTo } from './debugger.ts';
import { electronProgram, giveToOrdinaryUser, ordinaryUser, root, sandboxSwitches, withoutGpu } from './electron.ts';
import { pageOf } from './pages.ts';

export type RunningApp = {
  readonly page: Page;
  readonly process: ChildProcess;
  /** The app's standard error so far. */
  readonly errors: () => string;
  /** Stops the app with SIGTERM, and waits until it has ended. */
  readonly quit: () => Promise<void>;
  /** Kills the app, as a simulated power cut. */
  readonly kill: () => Promise<void>;
};

export type LaunchOptions = {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** A command with arguments that starts the app, to observe it. */
  readonly through?: readonly string[];
  /** Options of the app's practice service. The default block time is half a second. */
  readonly practice?: Readonly<Record<string, unknown>>;
  /** The app's standard output. The default is that of the test. */
  readonly stdout?: 'inherit' | 'pipe' | 'ignore';
  /** The folder of a packed app to start instead of the built one. */
  readonly packed?: string;
};

/** Accepts any file size. Journeys about the payload limit set their own. */
export const anySize = { payloadLimitBytes: 16 * 1024 ** 3 };

/** The running apps of the current test: each worker runs one test at a time. */
const spawned = new Set<ChildProcess>();

/** Keeps an app running after the current test. The caller stops it. */
export function outliveTest({ process: child }: RunningApp): void {
  spawned.delete(child);
}

/** Kills the apps that a failed test left running. */
export function killLeftovers(): void {
  for (const child of spawned) child.kill('SIGKILL');
}

/** Starts the app as a process without waiting. */
export function spawnApp({
  userData,
  env = {},
  args = [],
  through = [],
  practice = {},
  stdout = 'inherit',
  packed,
}: LaunchOptions): ChildProcess {
  const switches = ['--remote-debugging-port=0', ...withoutGpu, ...args];
  const [command = '', ...rest] = [...through, ...commandOf(packed), ...switches];
  const home = dirname(userData);
  giveToOrdinaryUser(home);
  const child = spawn(command, rest, {
    cwd: root,
    ...ordinaryUser,
    env: {
      ...process.env,
      HOME: home,
      // A killed Chromium leaves folders among the temporary files. These are deleted with the desktop.
      TMPDIR: process.env.XDG_RUNTIME_DIR ?? tmpdir(),
      // Folders are added as separate files without a question, because most journeys are about other things.
      DROPSLIP_FOLDERS: 'separate',
      DROPSLIP_PRACTICE: JSON.stringify({ blockTimeSeconds: 0.5, ...anySize, ...practice }),
      // Does not use the user's keychain on systems where only this variable prevents it.
      ...(process.platform === 'linux' ? {} : { DROPSLIP_KEYCHAIN: 'none' }),
      ...env,
      DROPSLIP_USER_DATA: userData,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  spawned.add(child);
  child.once('exit', () => spawned.delete(child));
  return child;
}

/** The command that starts the built app, or a packed one. */
export function commandOf(packed: string | undefined): readonly string[] {
  return packed === undefined
    ? [electronProgram, ...sandboxSwitches, root]
    : [join(packed, 'dropslip'), ...sandboxSwitches];
}

/** Starts the app and connects to its window over CDP. */
export function launchApp(options: LaunchOptions): Promise<RunningApp> {
  return driveApp(spawnApp(options));
}

/** Connects to the window of an app that was just started. */
export async function driveApp(child: ChildProcess): Promise<RunningApp> {
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const browser = await connectTo(await devToolsEndpoint(child, lines));
  // The window processes may end after the app, and still write into its folder.
  const disconnected = new Promise((resolve) => browser.once('disconnected', resolve));
  const page = await windowOf(browser);
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
    await disconnected;
  };
  return {
    page,
    process: child,
    errors: () => lines.join('\n'),
    quit: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The DevTools address of a started app. Collects its lines on standard error in `lines`. */
export function devToolsEndpoint(child: ChildProcess, lines: string[]): Promise<string> {
  const { stderr } = child;
  if (stderr === null) throw new Error('The app was started without a pipe for its errors.');
  return new Promise((resolve, reject) => {
    createInterface({ input: stderr }).on('line', (line) => {
      lines.push(line);
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`The app ended with ${code} before it could be driven:\n${lines.join('\n')}`)),
    );
  });
}

/** The app's window, once its page is drawn. */
export async function windowOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The app shows no window.');
  const page = await pageOf(context, 'index.html');
  await page.waitForLoadState();
  // The page accepts drops and keys only after it has drawn main's data, which is later than its load event.
  await page.locator('main[aria-busy="false"]').waitFor();
  return page;
}
