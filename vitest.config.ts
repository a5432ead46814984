import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: begun last, each would be waited for alone. The first run on a machine knows no times. */
const LONGEST = [
  'src/main/submissions/queue/clock-jumps.test.ts',
  'src/main/submissions/sending/faults.test.ts',
  'e2e/soak/',
  'src/main/storage/data-folder/data-folder-lock.test.ts',
  'src/main/submissions/settling/settling.test.ts',
  'src/main/submissions/sending/sent-bytes.test.ts',
  'src/main/receipts/receipts.test.ts',
  'src/main/submissions/queue/queue.test.ts',
  'src/main/records/hostile-lists.test.ts',
  'src/main/service/dripping-answer.test.ts',
  'src/main/submissions/journal/distrust.test.ts',
  'src/main/submissions/settling/changed-records.test.ts',
  'e2e/fuzz/',
  'resources/packaging/',
  'e2e/chromium-host/',
];

/**
 * What a test has to do with more than its own values: fixtures open databases, sockets, threads and folders, and modules,
 * clocks and the environment are the whole process's. Such a file has a process to itself.
 */
const NOT_ALONE = /\.fixture\.ts'|'node:(?!crypto|path|url|util)|\bvi\.(?!fn\b)|\bprocess\.|keytar|\bimport\(/;

/** All others take turns in a few processes: to start one and to load the modules takes longer than most of them. */
const inTurn = globSync('src/**/*.test.ts').filter((file) => !NOT_ALONE.test(readFileSync(file, 'utf8')));

const BESIDE = [
  'e2e/chromium-host/**/*.test.ts',
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
    // Half of the time is spent waiting, for blocks and for answers that do not come: three keep two cores busy.
    maxWorkers: 3,
    // Only what hangs is to be ended by these: a machine that is slow, or busy with something else, is no fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest's own second is over before a busy machine has put one block under a submission.
    expect: { poll: { timeout: 30_000 } },
  },
});
