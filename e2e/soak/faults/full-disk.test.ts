import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreRun, smallFiles, stopClocks, testFolder } from './batch.fixture.ts';
import { MemoryService } from './memory-service.fixture.ts';
import { canMount, limitedPages, mountedDisk } from './small-disk.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'dropslip-disks-'));
beforeEach(stopClocks);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** From a disk with no room at all to one on which the whole batch fits. */
const disks = [
  // So many that their rows need pages of their own: only the connection that writes them may not grow.
  { what: 'a database that may not grow', make: limitedPages, pages: [0, 1, 2], fileCount: 24 },
  ...(canMount(folder)
    ? [
        {
          what: 'a real disk',
          make: mountedDisk,
          pages: Array.from({ length: 6 }, (_, step) => step * 14),
          fileCount: 6,
        },
      ]
    : []),
];

describe.each(disks)('$what that is full', ({ make, pages, fileCount }) => {
  test('at any write of a batch costs nobody a second charge and loses nothing', {
    timeout: 240_000,
  }, async (context) => {
    const broken: unknown[] = [];
    let met = 0;
    for (const pagesLeft of pages) {
      const place = await testFolder(context.onTestFinished);
      const disk = make(place);
      context.onTestFinished(disk.remove);
      const files = await smallFiles(place, fileCount);
      const service = new MemoryService({
        // Every other answer is lost, of what was taken and of what was not.
        treat: (file, attempt) => {
          const number = Number(file.split(' ')[1]);
          return { taken: attempt > 1 || number % 4 !== 1, answered: attempt > 1 || number % 2 === 0 };
        },
      });
      await service.listen();
      const userData = join(disk.root, 'user data');
      const run = await CoreRun.open({ userData }, service);
      const { database } = run.core;
      disk.fill(database, pagesLeft);
      const taken = await run.drop(files);
      if (taken) await run.timePasses(() => run.warnings.length > 0 || run.areAll('confirmed'));
      if (!taken || run.warnings.length > 0) met += 1;
      disk.free(database);
      if (!(await run.drop(files))) broken.push({ pagesLeft, sentence: 'a drop is refused with the disk free again' });
      await run.close();
      const next = await CoreRun.open({ userData }, service);
      await next.timePasses(() => next.areAll('confirmed'));
      await next.close();
      broken.push(...next.broken(files).map((violation) => ({ pagesLeft, ...violation })));
      await service.close();
    }
    expect(broken).toEqual([]);
    expect(met, 'disks that were full at some write').toBeGreaterThan(0);
  });
});
