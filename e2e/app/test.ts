import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { killLeftovers, type LaunchOptions, launchApp, type RunningApp } from './launch.ts';

type Fixtures = {
  /** A folder for this test alone, gone afterwards. */
  readonly folder: string;
  /** Where this test's app keeps its data. */
  readonly userData: string;
  /** Starts the app on this test's data; ended with the test. */
  readonly start: (options?: Omit<LaunchOptions, 'userData'>) => Promise<RunningApp>;
  /** The started app's window. */
  readonly window: Page;
};

export const test = base.extend<Fixtures>({
  folder: async ({ browserName: _browserName }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'dropslip-'));
    await use(folder);
    killLeftovers();
    // The windows' processes may write their last files after the app has ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },
  userData: async ({ folder }, use) => {
    await use(join(folder, 'user data'));
  },
  start: async ({ userData }, use) => {
    const running: RunningApp[] = [];
    await use(async (options = {}) => {
      const app = await launchApp({ userData, ...options });
      running.push(app);
      return app;
    });
    for (const app of running) if (app.process.exitCode === null && app.process.signalCode === null) await app.kill();
  },
  window: async ({ start }, use) => {
    const app = await start();
    await use(app.page);
  },
});

export { expect } from '@playwright/test';
