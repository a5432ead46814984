import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileThreads } from '../../files/index.ts';
import { FolderFiles } from '../content/folder-files.ts';
import { Costs } from '../cost/costs.ts';
import { fake } from '../fake.fixture.ts';
import { Journal } from '../journal/journal.ts';
import { Passphrases } from '../journal/row-encryption.ts';
import { submission } from '../journal/submission.fixture.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { PlannedRows } from '../parts/planned-rows.ts';
import { Batch } from '../progress/batch.ts';
import { batchesOf } from '../progress/batches.fixture.ts';
import { Publisher } from '../progress/publisher.ts';
import { Queue } from '../queue/queue.ts';
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
    const intake = new Intake(
      { files, isOwn: () => false },
      { now: () => 0, monotonic: () => 0 },
      fake(Journal, {
        add: async (found) =>
          found.map((file) => {
            batches.push(file.batch);
            return { ...submission(batches.length, 1, file.state, file.batch), ...file };
          }),
      }),
      new SubmissionCache([]),
      new Passphrases(null),
      fake(FolderFiles, {}),
      fake(Costs, {
        asksBefore: () => 'never',
        isEnoughToAsk: () => false,
        beginAddition: () => undefined,
        endAddition: () => undefined,
      }),
      batchesOf(batch),
      // Each row ends as soon as it is shown.
      fake(Publisher, {
        changed: (added) => {
          batch.observe(added);
          batch.observe({ ...added, state: { kind: 'cancelled' } });
        },
        moved: () => undefined,
      }),
      fake(PlannedRows, {}),
      fake(Queue, { enqueue: async () => undefined }),
      async () => undefined,
    );
    expect(await intake.add('a', [join(folder, 'many')])).toMatchObject({ ok: true, value: { ids: { length: 101 } } });
    expect(new Set(batches)).toEqual(new Set([1]));
    expect(batches).toHaveLength(101);
  } finally {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  }
});
