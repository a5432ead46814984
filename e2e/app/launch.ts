import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type RunningApp = {
  readonly page: Page;
  readonly process: ChildProcess;
  /** Everything that the app wrote to its standard error so far. */
  readonly errors: () => string;
  /** Ends the app like a person does, and waits until it is gone. */
  readonly quit: () => Promise<void>;
  /** Ends the app like a power cut does. */
  readonly kill: () => Promise<void>;
};

export type LaunchOptions = {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Options of the app's own practice service; its blocks come every half second unless said otherwise. */
  readonly practice?: Readonly<Record<string, unknown>>;
};

/** Electron's binary, or null where it can't be had: then the same bundles run on the Chromium host. */
export function electronBinary(): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDisplay || !existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/** Starts the built app as a process, and waits for nothing. */
export function spawnApp({ userData, env = {}, args = [], practice = {} }: LaunchOptions): ChildProcess {
  const electron = electronBinary();
  const [command, first] =
    electron === null
      ? [process.execPath, [join(root, 'e2e', 'chromium-host', 'run.ts')]]
      : [electron, process.getuid?.() === 0 ? ['--no-sandbox'] : []];
  return spawn(command, [...first, root, '--remote-debugging-port=0', ...args], {
    cwd: root,
    env: {
      ...process.env,
      DROPSLIP_PRACTICE: JSON.stringify({ blockTimeSeconds: 0.5, ...practice }),
      ...env,
      DROPSLIP_USER_DATA: userData,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

/** Starts the built app and gives its window, as an outsider sees it: over CDP. */
export function launchApp(options: LaunchOptions): Promise<RunningApp> {
  return driveApp(spawnApp(options));
}

/** Gives the window of an app that was just started. */
export async function driveApp(child: ChildProcess): Promise<RunningApp> {
  const lines: string[] = [];
  const endpoint = await devToolsEndpoint(child, lines);
  const browser = await chromium.connectOverCDP(endpoint);
  const page = await windowOf(browser);
  const ended = once(child, 'exit');
  return {
    page,
    process: child,
    errors: () => lines.join('\n'),
    quit: async () => {
      child.kill('SIGTERM');
      await ended;
      await browser.close();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      await browser.close();
    },
  };
}

function devToolsEndpoint(child: ChildProcess, lines: string[]): Promise<string> {
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

async function windowOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The app shows no window.');
  const isWindow = (page: Page): boolean => page.url().includes('/index.html');
  // A new page is still blank when it is announced, so its address is what to wait for.
  await expect.poll(() => context.pages().some(isWindow), { message: 'the window opens', timeout: 30_000 }).toBe(true);
  const page = context.pages().find(isWindow);
  if (page === undefined) throw new Error('The window closed as soon as it was open.');
  await page.waitForLoadState();
  // Loaded is not ready: the page takes drops and keys only once it has drawn what main told it.
  await page.locator('main[aria-busy="false"]').waitFor();
  return page;
}
