import { defineConfig } from '@playwright/test';

/** `npm run screenshots` takes a picture of each screen for people to look at. `npm test` does not run it. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../test-results/screenshots',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
});
