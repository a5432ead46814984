import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { sandboxSwitches } from '../command-line.ts';
import { isRunning } from '../processes.ts';

const RUN = fileURLToPath(new URL('../run.ts', import.meta.url));
/** The folder of the fixture app. */
export const FIXTURE_APP = fileURLToPath(new URL('.', import.meta.url));

/** A started host with the fixture app, and all that it printed. */
export class FixtureProcess {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly lines: string[] = [];
  readonly #news = new EventEmitter();

  /** `folder` is the app's `userData`, `app` where the app itself is. */
  constructor(folder: string, args: readonly string[] = [], app = FIXTURE_APP) {
    this.folder = folder;
    const environment = { ...process.env, FIXTURE_USER_DATA: folder, CHROMIUM_HOST_RECORD: join(folder, 'acts.jsonl') };
    this.child = spawn(process.execPath, [RUN, ...sandboxSwitches, '--remote-debugging-port=0', app, ...args], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        this.#news.emit('line');
      });
    }
    this.child.once('exit', () => this.#news.emit('line'));
  }

  /** The first line that matches, now or later. Rejects when the process ends without one. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.hasEnded) throw new Error(`No line like ${pattern} in:\n${this.lines.join('\n')}`);
      await once(this.#news, 'line');
    }
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The exit code, null when a signal ended it. */
  async ended(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async debuggingAddress(): Promise<string> {
    const line = await this.line(/^DevTools listening on /);
    return `http://${/ws:\/\/([^/]+)/.exec(line)?.[1]}`;
  }

  /** The acts on the desktop that the host has recorded. */
  acts(): unknown[] {
    const text = readFileSync(join(this.folder, 'acts.jsonl'), 'utf8').trimEnd();
    return text.split('\n').map((line) => JSON.parse(line));
  }
}

/** The fixture app with its window, driven from outside as any debugger would. */
export type Fixture = {
  readonly host: FixtureProcess;
  readonly browser: Browser;
  readonly page: Page;
  readonly devTools: CDPSession;
  /** Ids of Chromium's processes, the first of them first. */
  readonly chromiumProcesses: readonly number[];
  /** Runs the body of an async function in the app's main process, with `electron`, `state` and `window`. */
  inMain<Value>(code: string): Promise<Value>;
  stop(): Promise<void>;
  /** Kills what has not ended by itself, and resolves once no process is left that could write into the app's folder. */
  end(): Promise<void>;
};

export function createUserData(): string {
  return mkdtempSync(join(tmpdir(), 'chromium-host-test-'));
}

export function removeUserData(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

export async function startFixture(folder: string, args: readonly string[] = [], app = FIXTURE_APP): Promise<Fixture> {
  const host = new FixtureProcess(folder, args, app);
  // Playwright's own settings would take the downloads away from the app.
  const browser = await chromium.connectOverCDP(await host.debuggingAddress(), { noDefaults: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no context');
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.waitForURL('https://bundle.app.invalid/index.html');
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const chromiumProcesses = await processesOf(browser);
  return {
    host,
    chromiumProcesses,
    browser,
    page,
    devTools,
    inMain: (code) => page.evaluate(`fixture.invoke('run-in-main', ${JSON.stringify(code)})`),
    stop: async () => {
      await browser.close();
      host.child.kill('SIGTERM');
      await host.ended();
    },
    end: async () => {
      if (!host.hasEnded) host.child.kill('SIGKILL');
      await host.ended();
      while (chromiumProcesses.some(isRunning)) await wait(10);
    },
  };
}

/** By Chromium's own word, the first of them first. Nothing else tells on every system which processes are whose. */
async function processesOf(browser: Browser): Promise<number[]> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const isFirst = ({ type }: { readonly type: string }): boolean => type === 'browser';
  return processInfo.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))).map(({ id }) => id);
}

/** Drops real files of the disk on the window, as a person does. */
export async function dropFiles(devTools: CDPSession, files: readonly string[]): Promise<void> {
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
}
