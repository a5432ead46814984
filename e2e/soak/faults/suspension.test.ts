import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'vitest';
import { startCore } from '../core-process.ts';
import { brokenAtTheEnd } from '../invariants.ts';
import { readJournal } from '../journal-reading.ts';
import { databasePath } from '../submissions-core.ts';
import { smallFiles, testFolder } from './batch.fixture.ts';
import { MemoryService } from './memory-service.fixture.ts';

const FILES = 14;
const ANSWERED_AT_ONCE = 3;
/** All of this patience has long run out when the process wakes up; a busy machine that is slow to stop it has its time. */
const patience = { answerMs: 1_500, earlierRun: 1_500, thisRun: 1_500, lateList: 1_500 };
const SUSPENDED_MS = 6_000;

// Windows lets no process stand still from outside.
test.skipIf(process.platform === 'win32').concurrent.for([
  ['answers that came meanwhile', true],
  ['connections that died meanwhile', false],
] as const)(
  'a process that stood still while it was sending finds %s, and pays for nothing twice',
  { timeout: 240_000 },
  async ([, answered], context) => {
    const folder = await testFolder(context.onTestFinished);
    const files = await smallFiles(folder, FILES);
    const oneWaits = Promise.withResolvers<void>();
    const standsStill = Promise.withResolvers<void>();
    let submissions = 0;
    let asleep = false;
    const service = new MemoryService({
      treat: async () => {
        submissions += 1;
        if (submissions > ANSWERED_AT_ONCE) {
          oneWaits.resolve();
          await standsStill.promise;
        }
        return { taken: true, answered: answered || !asleep };
      },
    });
    await service.listen();
    const userData = join(folder, 'user data');
    await mkdir(userData);
    const done = Promise.withResolvers<void>();
    const drops = [[...files.digests.keys()]];
    const life = startCore(
      { userData, service: service.address, submitBy: 'api-key', hasCredits: false, patience, drops },
      () => {
        const kinds = [...life.shown.values()].map(({ kind }) => kind);
        if (kinds.length === FILES && kinds.every((kind) => kind === 'confirmed')) done.resolve();
      },
    );
    context.onTestFinished(async () => {
      await life.kill();
      await service.close();
    });

    await oneWaits.promise;
    life.suspend();
    asleep = true;
    standsStill.resolve();
    await wait(SUSPENDED_MS);
    asleep = false;
    life.resume();
    await done.promise;
    await life.kill();
    const journal = readJournal(databasePath(userData));
    const evidence = { files, journal, earlier: [], shown: life.shown, charges: service.digests() };
    context.expect(brokenAtTheEnd(evidence, () => true)).toEqual([]);
  },
);
