import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { type Desktop, missingOf, startDesktop } from './desktop.ts';
import { killLeftovers, type LaunchOptions, launchApp, type RunningApp } from './launch.ts';
import { NotificationService } from './notices.ts';
import { SharedWindow } from './shared-window.ts';
import { exposeDialogs, whyNoDesktop } from './system-dialogs.ts';
import { DesktopTray } from './tray.ts';

type Options = {
  /** True to keep decorative motion, which is drawn by the CPU. */
  readonly motion: boolean;
};

type Fixtures = {
  /** A folder for this test, deleted afterwards. */
  readonly folder: string;
  /** The data folder of this test's app. */
  readonly userData: string;
  /** Starts the app with this test's data. It stops with the test. */
  readonly start: (options?: Omit<LaunchOptions, 'userData'>) => Promise<RunningApp>;
  /** The environment of an app with readable system dialogs. Skips the test if they cannot be read here. */
  readonly dialogs: { readonly GTK_MODULES: string };
  /** The window of the started app. */
  readonly window: Page;
  /** The window of an app that earlier journeys have used: see `SharedWindow`. */
  readonly sharedWindow: Page;
  /** A notification service on the desktop. Without this fixture there is none. */
  readonly notifications: NotificationService;
  /** A tray on the desktop. Without this fixture there is none. */
  readonly tray: DesktopTray;
};

type WorkerFixtures = {
  /** The desktop of all apps of a worker. */
  readonly desktop: Desktop;
  readonly shared: SharedWindow;
};

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  motion: [false, { option: true }],
  folder: async ({ browserName: _browserName }, use) => {
    // The app uses real paths, and on macOS the folder for temporary files is behind a link.
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'dropslip-')));
    await use(folder);
    killLeftovers();
    // The window processes may still write files after the app has ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },
  userData: async ({ folder }, use) => {
    const userData = join(folder, 'user data');
    await use(userData);
    // No screen shows an event listener that failed, so the log is checked.
    expect(await failedListeners(userData), 'listeners that failed').toEqual([]);
  },
  start: async ({ userData, motion }, use) => {
    const running: RunningApp[] = [];
    await use(async (options = {}) => {
      const app = await launchApp({ userData, ...options });
      running.push(app);
      if (!motion) await stayStill(app.page);
      return app;
    });
    for (const app of running) if (app.process.exitCode === null && app.process.signalCode === null) await app.kill();
  },
  dialogs: async ({ desktop }, use, testInfo) => {
    const why = whyNoDesktop();
    testInfo.skip(why !== null, why ?? '');
    await use(await exposeDialogs(desktop.folder));
  },
  window: async ({ start }, use) => {
    const app = await start();
    await use(app.page);
  },
  notifications: async ({ folder }, use, testInfo) => {
    skipWithout(NotificationService.programs, testInfo);
    const service = await NotificationService.start(folder);
    await use(service);
    await service.close();
  },
  tray: async ({ folder }, use, testInfo) => {
    skipWithout(DesktopTray.programs, testInfo);
    const tray = await DesktopTray.start(folder);
    await use(tray);
    await tray.close();
  },
  desktop: [
    async ({ browserName: _browserName }, use) => {
      const desktop = await startDesktop();
      Object.assign(process.env, desktop.env);
      await use(desktop);
      await desktop.close();
    },
    { scope: 'worker', auto: true },
  ],
  shared: [
    async ({ desktop: _desktop }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'dropslip-shared-'));
      const userData = join(folder, 'user data');
      const shared = new SharedWindow(userData);
      await use(shared);
      await shared.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      expect(await failedListeners(userData), 'listeners that failed').toEqual([]);
    },
    { scope: 'worker' },
  ],
  sharedWindow: async ({ shared }, use) => {
    await use(await shared.open());
    await shared.leave();
  },
});

function skipWithout(programs: readonly string[], testInfo: TestInfo): void {
  testInfo.skip(process.platform !== 'linux', 'Only Linux has services for this that a test can put there.');
  const missing = missingOf(programs);
  testInfo.skip(missing.length > 0, `This needs programs that are not installed: ${missing.join(', ')}.`);
}

/** Asks the page for reduced motion. */
async function stayStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** The log lines about failed event listeners. Ignores an unreadable log, because a journey may have replaced it. */
async function failedListeners(userData: string): Promise<readonly string[]> {
  const log = await readFile(join(userData, 'logs', 'dropslip.log'), 'utf8').catch(() => '');
  return log.split('\n').filter((line) => line.includes('"msg":"a listener failed"'));
}

export { expect };
