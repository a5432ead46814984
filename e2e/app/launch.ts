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
  /** Everything that the app wrote to its standard error so far. */
  readonly errors: () => string;
  /** Ends the app like a user does, and waits until it is gone. */
  readonly quit: () => Promise<void>;
  /** Ends the app like a power cut does. */
  readonly kill: () => Promise<void>;
};

export type LaunchOptions = {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** A program with its arguments that starts the app in its own place, to watch it. */
  readonly through?: readonly string[];
  /** Options of the app's own practice service; its blocks come every half second unless said otherwise. */
  readonly practice?: Readonly<Record<string, unknown>>;
  /** Where its standard output goes: to the test's own unless said otherwise. */
  readonly stdout?: 'inherit' | 'pipe' | 'ignore';
  /** The folder of the packed app that is started instead of the built one. */
  readonly packed?: string;
};

/** Journeys about what is larger than a service takes say how much that is. */
export const anySize = { payloadLimitBytes: 16 * 1024 ** 3 };

/** Each worker runs one test after the other, so these are the apps of the test that runs. */
const spawned = new Set<ChildProcess>();

/** Lets an app go on after the test that runs: whoever says so ends it. */
export function outliveTest({ process: child }: RunningApp): void {
  spawned.delete(child);
}

/** Ends what a test that failed has left running, as a power cut does. */
export function killLeftovers(): void {
  for (const child of spawned) child.kill('SIGKILL');
}

/** Starts the app as a process, and waits for nothing. */
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
      // Chromium leaves folders among the temporary files when it is killed: these go with the desktop.
      TMPDIR: process.env.XDG_RUNTIME_DIR ?? tmpdir(),
      // Folders go as each file by itself, and nobody is asked: most journeys are about other things.
      DROPSLIP_FOLDERS: 'separate',
      DROPSLIP_PRACTICE: JSON.stringify({ blockTimeSeconds: 0.5, ...anySize, ...practice }),
      // Nor is the keychain of whoever runs this touched, where there is no other way than to ask the app.
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

/** Starts the app and gives its window, as an outsider sees it: over CDP. */
export function launchApp(options: LaunchOptions): Promise<RunningApp> {
  return driveApp(spawnApp(options));
}

/** Gives the window of an app that was just started. */
export async function driveApp(child: ChildProcess): Promise<RunningApp> {
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const browser = await connectTo(await devToolsEndpoint(child, lines));
  // The windows' own processes may outlive the app's by a moment, and still write into its folder.
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

/** Where a started app is driven; its lines on standard error are gathered in `lines`. */
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

/** The app's window, once its page has drawn. */
export async function windowOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The app shows no window.');
  const page = await pageOf(context, 'index.html');
  await page.waitForLoadState();
  // Loaded is not ready: the page takes drops and keys only once it has drawn what main told it.
  await page.locator('main[aria-busy="false"]').waitFor();
  return page;
}
