import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Each journey starts an app of its own: what one has compiled the next need not.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

/** What the system is called on which these run, where reports of several are merged: as CI does. */
const { TEST_SYSTEM: system, PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs } = process.env;

export default defineConfig({
  ...(system === undefined ? {} : { tag: `@${system}` }),
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/journeys',
  // Each worker drives an app of its own with a browser of its own, and waits for it half of the time: two cores carry
  // three. On a user's own desktop windows would take the focus from each other, so there is one.
  workers: process.platform === 'linux' ? 3 : 1,
  fullyParallel: true,
  // Only what hangs is to be ended by these: a machine that is slow, or busy with something else, is no fault.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [
    ['list'],
    ['json', { outputFile: '../test-results/journeys.json' }],
    ...(blobs === undefined ? [] : [['blob'] as const]),
  ],
});
