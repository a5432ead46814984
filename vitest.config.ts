import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Threads and processes that tests start load TypeScript without Vitest, and find there what others compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Most tests write databases, and wait for the disk after each commit. A disk in memory takes no time for that.
if (hasDiskInMemory()) process.env.TMPDIR ??= '/dev/shm';

/** True if Linux has its disk in memory, with enough room, and programs may be started from it. */
function hasDiskInMemory(): boolean {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  if (!/^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(mounts)) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 4 * 1024 ** 3;
}

/**
 * Signs that a test replaces modules, loads keytar, reads the memory of its process, changes its environment or serves TLS:
 * OpenSSL keeps its errors for a whole thread.
 */
const CHANGES_PROCESS =
  /\bvi\.(mock|doMock|stubEnv)\(|keytar|memoryUsage|https\.createServer|\bprocess\.env\.\w+ =|\bprocess\.on\(/;
const all = [
  'src/**/*.test.ts',
  'e2e/{app,soak,bench,fuzz}/**/*.test.ts',
  'resources/{packaging,release}/**/*.test.ts',
  'resources/launch/*.test.mjs',
];

/** All other tests share processes: to start one and load the modules takes longer than most tests. */
const alone = globSync(all)
  .filter((file) => CHANGES_PROCESS.test(readFileSync(file, 'utf8')))
  // These are patterns below, in which a backslash of Windows would be an escape.
  .map((file) => file.replaceAll('\\', '/'));

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'shared', include: all, exclude: alone, isolate: false } },
    ],
    setupFiles: ['src/restore-globals.fixture.ts'],
    // More than half of the time is spent waiting, for blocks and for answers that do not come: four keep two cores busy.
    maxWorkers: 4,
    // These end only a test that hangs: a slow or busy machine is no fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest's own second is over before a busy machine has put one block under a submission.
    expect: { poll: { timeout: 30_000 } },
  },
});
