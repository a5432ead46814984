import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Threads and processes that tests start load TypeScript without Vitest: what one has compiled the next need not.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** What takes longest, longest first: begun last, each would be waited for alone. The first run on a machine knows no times. */
const LONGEST = [
  'e2e/soak/',
  'src/core/submissions/sending/faults.test.ts',
  'src/core/submissions/drops/kept-together.test.ts',
  'src/core/submissions/parts/parts.test.ts',
  'src/core/records/sync.test.ts',
  'src/core/submissions/parts/parts-in-trouble.test.ts',
  'src/core/submissions/cost/ask-first.test.ts',
  'src/core/submissions/queue/clock-jumps.test.ts',
  'src/core/submissions/drops/private-drops.test.ts',
  'src/core/receipts/receipts.test.ts',
  'src/core/submissions/queue/queue.test.ts',
  'src/core/digests/digests.test.ts',
  'src/core/receipts/read-receipt.test.ts',
  'src/core/retrieval/retrievals.test.ts',
  'src/core/submissions/settling/sent-before/strangers-since.test.ts',
  'src/core/service/network.test.ts',
  'src/core/storage/data-folder-lock.test.ts',
  'src/core/encryption/encryption.test.ts',
  'src/core/service/dripping-answer.test.ts',
  'src/core/submissions/settling/settling.test.ts',
  'src/core/retrieval/',
  'src/core/records/hostile-lists.test.ts',
  'e2e/fuzz/',
  'src/core/submissions/settling/',
  'src/core/submissions/parts/',
  'src/core/submissions/sending/',
  'src/core/submissions/journal/distrust.test.ts',
  'src/core/records/records.test.ts',
  'src/core/files/file-threads.test.ts',
  'src/core/storage/daily-copy.test.ts',
  'src/core/storage/database-copy.test.ts',
  'resources/packaging/',
];

/**
 * Signs that a test opens databases, sockets, threads or folders, or changes modules, clocks or the environment of its
 * process. Such a file runs in a process of its own.
 */
const NOT_ALONE = /'node:(?!crypto|path|url|util)|\bvi\.(?!fn\b)|\bprocess\.|keytar|\bimport(\(|\.meta\b)/;

/** True if the file or a fixture that it imports has such a sign. */
function isApart(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const fixtures = [...text.matchAll(/from '(\..*\.fixture\.ts)'/g)].map(([, path = '']) => join(dirname(file), path));
  return NOT_ALONE.test(text) || fixtures.some(isApart);
}

/** All others take turns in a few processes: to start one and to load the modules takes longer than most of them. */
const inTurn = globSync('src/**/*.test.ts')
  .filter((file) => !isApart(file))
  // They are patterns below, in which a Windows path's own slashes would be escapes.
  .map((file) => file.replaceAll('\\', '/'));

const BESIDE = [
  'e2e/{app,soak,bench,fuzz}/**/*.test.ts',
  'resources/{packaging,release}/**/*.test.ts',
  'resources/launch/*.test.mjs',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'apart', include: ['src/**/*.test.ts', ...BESIDE], exclude: inTurn } },
      { extends: true, test: { name: 'in turn', include: inTurn, isolate: false } },
    ],
    sequence: { sequencer: LongestFirst },
    // More than half of the time is spent waiting, for blocks and for answers that do not come: four keep two cores busy.
    maxWorkers: 4,
    // Only what hangs is to be ended by these: a machine that is slow, or busy with something else, is no fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest's own second is over before a busy machine has put one block under a submission.
    expect: { poll: { timeout: 30_000 } },
  },
});
