import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'e2e/chromium-host/**/*.test.ts', 'e2e/{soak,bench}/**/*.test.ts'],
    // Two cores: more workers than that only make each other's timeouts expire.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
