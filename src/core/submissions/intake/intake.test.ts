import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileThreads } from '../../files/index.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Batch } from '../progress/batch.ts';
import { Intake } from './intake.ts';

test('a dropped folder is one batch, also if its first files end before the last are found', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rows-')));
  const files = new FileThreads(new URL('../../files/file-worker.ts', import.meta.url));
  try {
    await mkdir(join(folder, 'many'));
    const names = Array.from({ length: 101 }, (_, index) => `${index}`);
    await Promise.all(names.map((name) => writeFile(join(folder, 'many', name), name)));
    const batch = new Batch(() => 0);
    const batches: number[] = [];
    const intake = new Intake({
      files,
      isOwn: () => false,
      clock: { now: () => 0, monotonic: () => 0 },
      cache: new SubmissionCache([]),
      readBalance: async () => undefined,
      folderFiles: { add: async () => undefined },
      journal: {
        addHidden: () => Promise.reject(new Error('There is no folder to keep together.')),
        bringBack: async () => new Set(),
        add: async (found) =>
          found.map((file) => {
            batches.push(file.batch);
            return { ...submission(batches.length, 1, file.state, file.batch), ...file };
          }),
      },
      // Each row ends as soon as it is shown.
      publisher: {
        changed: (added) => {
          batch.observe(added);
          batch.observe({ ...added, state: { kind: 'cancelled' } });
        },
        moved: () => undefined,
      },
      planned: { loadOf: (_, { size }) => ({ files: 1, bytes: BigInt(size) }) },
      passphrases: { put: () => undefined },
      costs: {
        asksBefore: () => 'never',
        isEnoughToAsk: () => false,
        beginAddition: () => undefined,
        endAddition: () => undefined,
      },
      queue: { enqueue: async () => undefined },
      batchOf: () => batch,
    });
    expect(await intake.add('a', [join(folder, 'many')])).toMatchObject({ ok: true, value: { added: 101 } });
    expect(new Set(batches)).toEqual(new Set([1]));
    expect(batches).toHaveLength(101);
  } finally {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  }
});
