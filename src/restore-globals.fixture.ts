import { afterEach, vi } from 'vitest';

/** Vitest loads this before each test file. Files share processes, so nothing global may stay changed after a test. */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
