import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Threads and processes that tests start load TypeScript without Vitest, and find there what others compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Signs that a test replaces modules, loads keytar, reads the memory of its process or changes its environment. */
const CHANGES_PROCESS = /\bvi\.(mock|doMock|stubEnv)\(|keytar|memoryUsage|\bprocess\.env\.\w+ =|\bprocess\.on\(/;
/** Signs that a test opens databases, sockets, threads or folders. */
const OPENS = /'node:(?!crypto|path|url|util)|\bvi\.(?!fn\b)|\bprocess\.|\bimport(\(|\.meta\b)/;
/** Tests in these folders close what they open, so they can share a process all the same. */
const CLOSES = /^src\/(main|preload|renderer|shared|core\/(accounts|balances|deposits|files|storage))\//;

/** True if the file can share a process with others: to start one and load the modules takes longer than most tests. */
function canShare(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  if (CHANGES_PROCESS.test(text)) return false;
  return CLOSES.test(file.replaceAll('\\', '/')) || !opens(file, text);
}

/** True if the file or a fixture that it imports opens something. */
function opens(file: string, text = readFileSync(file, 'utf8')): boolean {
  const fixtures = [...text.matchAll(/from '(\..*\.fixture\.ts)'/g)].map(([, path = '']) => join(dirname(file), path));
  return OPENS.test(text) || fixtures.some((fixture) => opens(fixture));
}

const shared = globSync('src/**/*.test.ts')
  .filter(canShare)
  // These are patterns below, in which a backslash of Windows would be an escape.
  .map((file) => file.replaceAll('\\', '/'));
const all = [
  'src/**/*.test.ts',
  'e2e/{app,soak,bench,fuzz}/**/*.test.ts',
  'resources/{packaging,release}/**/*.test.ts',
  'resources/launch/*.test.mjs',
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: all, exclude: shared } },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
    // More than half of the time is spent waiting, for blocks and for answers that do not come: four keep two cores busy.
    maxWorkers: 4,
    // These end only a test that hangs: a slow or busy machine is no fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest's own second is over before a busy machine has put one block under a submission.
    expect: { poll: { timeout: 30_000 } },
  },
});
