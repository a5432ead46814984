import { join } from 'node:path';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { standardGrace } from '../../../src/main/outbox/lost-answers.ts';
import { chance } from '../seeded.ts';
import { CoreRun, smallFiles, testFolder } from './batch.fixture.ts';
import { type Charge, MemoryService } from './memory-service.fixture.ts';

const FILES = 14;
const TEN_MINUTES = 10 * 60_000;
const STEP_MS = 2_500;
/** Of the app's time: by then everything that can be known is known. */
const LONGEST_MS = 2 * 3_600_000;
/** So often the event loop comes round before the clock goes on: what is under way on sockets and disk gets on. */
const ROUNDS = 40;

type Lists = (charges: readonly Charge[], read: number) => readonly Charge[];

const asTheyAre: Lists = (charges) => charges;
const inAnyOrder: Lists = (charges, read) =>
  [...charges].sort((one, other) => chance(read, one.file) - chance(read, other.file));
const twice: Lists = (charges) =>
  charges.flatMap((charge) => (chance(charge.file) < 0.5 ? [charge, charge] : [charge]));
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
const lateByTenMinutes: Lists = (charges) => charges.filter(({ at }) => Date.now() - at >= TEN_MINUTES);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Lets the app's clocks go on until it holds, or for as long as anything could be expected to happen; but not while files
 * are read or sent, which takes the machine's time.
 */
async function timePasses(run: CoreRun, holds: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  const isBusy = (): boolean => run.states().some((kind) => ['waiting', 'preparing', 'sending'].includes(kind));
  while (!holds() && Date.now() < end) {
    do for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
    vi.advanceTimersByTime(STEP_MS);
  }
}

test.for([
  ['as they are', asTheyAre],
  ['in any order', inAnyOrder],
  ['twice', twice],
  ['with gaps', withGaps()],
  ['late by ten minutes', lateByTenMinutes],
] as const)(
  'where a service lists its records %s, what was lost is found and nothing is paid for twice',
  async ([, list], context) => {
    const folder = await testFolder(context.onTestFinished);
    const files = await smallFiles(folder, FILES);
    let loses = false;
    const service = new MemoryService({
      list,
      treat: (file, attempt) => {
        const number = Number(file.split(' ')[1]);
        if (!loses || attempt > 1 || number % 2 === 0) return { taken: true, answered: true };
        return { taken: number % 4 === 1, answered: false };
      },
    });
    await service.listen();
    const run = await CoreRun.open({ userData: join(folder, 'user data'), grace: standardGrace }, service);
    const areConfirmed = (count: number): boolean =>
      run.states().filter((kind) => kind === 'confirmed').length === count;

    // The account has a past, so that the app has seen how the service lists what it takes.
    const paths = [...files.digests.keys()];
    await run.core.outbox.add(run.core.accountId, paths.slice(0, 3));
    await timePasses(run, () => areConfirmed(3));
    loses = true;
    await run.core.outbox.add(run.core.accountId, paths.slice(3));
    await timePasses(run, () => areConfirmed(FILES));
    await run.core.close();
    await service.close();
    context.expect(run.broken(files, service)).toEqual([]);
  },
);
