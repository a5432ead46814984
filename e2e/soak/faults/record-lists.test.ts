import { join } from 'node:path';
import { beforeEach, describe, test } from 'vitest';
import { dropPaths } from '../../../src/core/submissions/drops/drop.fixture.ts';
import type { DroppedFiles } from '../dropped-files.ts';
import type { Violation } from '../invariants.ts';
import { chance } from '../seeded.ts';
import { CoreRun, smallFiles, stopClocks, testFolder } from './batch.fixture.ts';
import { type Charge, MemoryService } from './memory-service.fixture.ts';

/** Files that were confirmed before anything was lost. */
const PAST = 3;
const TEN_MINUTES = 10 * 60_000;
type Lists = (charges: readonly Charge[], read: number) => readonly Charge[];

const asTheyAre = (): Lists => (charges) => charges;
const inAnyOrder = (): Lists => (charges, read) =>
  [...charges].sort((one, other) => chance(read, one.file) - chance(read, other.file));
const twice = (): Lists => (charges) => charges.flatMap((charge) => [charge, charge]);
/** Each record is missing from the first read that it belongs in, or from the second. */
function withGaps(): Lists {
  const seen = new Map<string, number>();
  return (charges) =>
    charges.filter(({ id, file }) => {
      const times = (seen.get(id) ?? 0) + 1;
      seen.set(id, times);
      return times !== (chance(file, 'gap') < 0.5 ? 1 : 2);
    });
}
const lateByTenMinutes = (): Lists => (charges) => charges.filter(({ at }) => Date.now() - at >= TEN_MINUTES);

beforeEach(stopClocks);

const habits: [string, () => Lists][] = [
  ['as they are', asTheyAre],
  ['in any order', inAnyOrder],
  ['twice', twice],
  ['with gaps', withGaps],
  ['late by ten minutes', lateByTenMinutes],
];
/** Those that keep a record back for a while. */
const withheld = habits.slice(3);

/** A batch after the account has a past, so that the app has seen how the service lists what it takes. */
async function lose(list: Lists, files: DroppedFiles, folder: string, restarted: boolean): Promise<Violation[]> {
  const userData = join(folder, 'user data');
  let loses = false;
  const service = new MemoryService({
    list,
    treat: (file, attempt) => {
      const number = Number(file.split(' ')[1]);
      if (!loses || attempt > 1 || number % 2 === 0) return { taken: true, answered: true };
      return { taken: number % 4 === 3, answered: false };
    },
  });
  await service.listen();
  let run = await CoreRun.open({ userData, patient: true }, service);
  const paths = [...files.digests.keys()];
  const isDone = (): boolean => run.areAll('confirmed');
  await dropPaths(run.core.submissions.drops, run.core.accountId, paths.slice(0, PAST));
  await run.timePasses(isDone);
  loses = true;
  await dropPaths(run.core.submissions.drops, run.core.accountId, paths.slice(PAST));
  if (restarted) {
    await run.timePasses(() => run.areAll('confirmed', 'submitted', 'unsettled'));
    await run.close();
    run = await CoreRun.open({ userData, patient: true }, service);
  }
  await run.timePasses(isDone);
  await run.close();
  await service.close();
  return run.broken(files);
}

// No length on the way looks like a cap, not twice either: what such a list lacks is a person's to judge.
const AMID = 8;
const LAST = PAST + 1;

describe.for([
  ['amid others is settled', AMID, false, habits],
  ['amid others is settled by the next run', AMID, true, withheld],
  ['as the last one is settled', LAST, false, withheld],
  ['as the last one is settled by the next run', LAST, true, habits],
] as const)('an answer that was lost %s', ([, count, restarted, each]) => {
  test.for(each)(
    'and paid for once where the service lists its records %s',
    { timeout: 240_000 },
    async ([, list], context) => {
      const folder = await testFolder(context.onTestFinished);
      const files = await smallFiles(folder, count);
      context.expect(await lose(list(), files, folder, restarted)).toEqual([]);
    },
  );
});
