import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/journeys',
  // Each worker drives an app of its own with a browser of its own, and waits for it half of the time: two cores carry
  // three.
  workers: 3,
  fullyParallel: true,
  // Only what hangs is to be ended by these: a machine that is slow, or busy with something else, is no fault.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
});
