import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dropPaths } from '../app/drop.ts';
import { launchApp, type RunningApp } from '../app/launch.ts';
import { expect, test } from '../app/test.ts';
import { batchPlan, type KillMoment } from './batch-plan.ts';
import { stillToDrop, writeDroppedFiles } from './dropped-files.ts';
import { brokenAtTheEnd, brokenPromises } from './invariants.ts';
import { glanceAtJournal, type JournalSubmission, readJournal } from './journal-reading.ts';
import { storedSubmissions } from './stored-submissions.ts';
import { databasePath } from './submissions-core.ts';

/** Its kills come while files are added, sent and settled. */
const SEED = 7;
const KILLS = 3;
const FILES = 100;
const shape = { sizeOf: () => 4_096, perFolder: 50 };
const LOOK_EVERY_MS = 20;
const STUCK_AFTER_MS = 60_000;
/** Well above what the last receipt takes; kills while settling are spread over it. */
const SETTLE_MS = 1_500;
/** About what quitting takes. */
const QUIT_MS = 500;

/**
 * The whole app with its window and its own practice service, which dies with it: its ledger must not. What the rows on
 * screen said is not compared (a window draws a few at a time); the journal is what a kill may damage.
 */
test('a batch survives kills of the whole app: one charge and one receipt for each file', async ({
  folder,
  userData,
}) => {
  test.setTimeout(240_000);
  const files = await writeDroppedFiles(join(folder, 'files'), FILES, shape);
  await mkdir(userData, { recursive: true });
  const stored = storedSubmissions(join(userData, 'practice'));
  const read = (): JournalSubmission[] => readJournal(databasePath(userData));
  const glance = (): ReturnType<typeof glanceAtJournal> => glanceAtJournal(databasePath(userData));
  const receipts = (): number => glance().filter((submission) => submission.submissionId !== null).length;
  let journal: readonly JournalSubmission[] = [];

  const look = async () => {
    const earlier = journal;
    journal = read();
    return { files, journal, earlier, shown: new Map(), charges: await stored.read() };
  };
  const start = async (): Promise<RunningApp> => {
    const app = await launchApp({ userData });
    await expect(app.page.getByRole('navigation')).toBeVisible();
    return app;
  };
  const until = async (count: () => number, wanted: number): Promise<void> => {
    try {
      await expect.poll(count, { timeout: STUCK_AFTER_MS, intervals: [LOOK_EVERY_MS] }).toBeGreaterThanOrEqual(wanted);
    } catch (cause) {
      // Their states and attempts tell what they wait for.
      const rows = read();
      const without = rows.filter(({ submissionId }) => submissionId === null);
      const some = without.slice(0, 10).map((submission) => JSON.stringify(submission));
      throw new Error([`Of ${rows.length} rows ${without.length} have no receipt:`, ...some].join('\n'), { cause });
    }
  };
  const comesTo = async ({ phase, share, delayMs }: KillMoment): Promise<void> => {
    if (phase === 'adding') await until(() => glance().length, share * FILES);
    if (phase === 'sending') await until(receipts, share * FILES);
    if (phase === 'settling') {
      await until(receipts, FILES);
      await wait(share * SETTLE_MS);
    }
    if (phase === 'quitting') await wait(share * SETTLE_MS);
    await wait(delayMs);
  };
  /** As a person does who looks which rows are there, drops what is missing, and sees it appear. */
  const dropTheRest = async (app: RunningApp): Promise<void> => {
    const present = new Set(read().map((submission) => submission.path));
    const { process } = app;
    // Of an app that was killed no row comes any more, and the next drop finds no window.
    const isGone = (): boolean => process.exitCode !== null || process.signalCode !== null;
    for (const paths of stillToDrop(files, present)) {
      await dropPaths(app.page, paths);
      const wanted = new Set(
        [...files.digests.keys()].filter((path) => paths.includes(path) || paths.includes(dirname(path))),
      );
      const inList = (): number => glance().filter(({ path }) => wanted.has(path)).length;
      await until(() => (isGone() ? wanted.size : inList()), wanted.size);
    }
  };

  for (const moment of batchPlan(SEED, 1, 'app', KILLS).kills) {
    const app = await start();
    const dropping = dropTheRest(app);
    const reached = comesTo(moment);
    // A drop that fails before the kill ends the test; one that the kill cuts short is what is meant.
    await Promise.race([reached, dropping.then(() => reached)]);
    if (moment.phase === 'quitting') {
      app.process.kill('SIGTERM');
      await wait(moment.share * QUIT_MS);
    }
    await app.kill();
    await dropping.catch(() => undefined);
    expect(brokenPromises(await look()), `after a kill while ${moment.phase}`).toEqual([]);
  }

  const app = await start();
  await dropTheRest(app);
  const confirmed = (): number => glance().filter(({ state }) => state === 'confirmed').length;
  await until(confirmed, FILES);
  await app.quit();
  expect(brokenAtTheEnd(await look(), () => true)).toEqual([]);
});
