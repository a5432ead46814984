import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { moduleTargets } from './targets/index.ts';

// A fuzzed module of main imports Electron and does not use it.
vi.mock('electron', () => ({ app: {} }));

/** The same inputs each time; `npm run fuzz` looks for new ones. */
test.each(moduleTargets)('nothing is found in a short run of $name', async ({ property, few }) => {
  const { failed, error } = await fc.check(property, { seed: 1, numRuns: few }).then((details) => ({
    failed: details.failed,
    error: fc.defaultReportMessage(details),
  }));
  expect(failed, error).toBe(false);
});
