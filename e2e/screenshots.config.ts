import { defineConfig } from '@playwright/test';

/** `npm run screenshots`: renews the pictures in resources/screenshots. Apart from the suite: they are for looking at. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../test-results/screenshots',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
});
