import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dropPaths } from '../app/drop.ts';
import { launchApp, type RunningApp } from '../app/launch.ts';
import { expect, test } from '../app/test.ts';
import type { ShownRow } from './core-messages.ts';
import { stillToDrop, writeDroppedFiles } from './dropped-files.ts';
import { brokenAtTheEnd, brokenPromises } from './invariants.ts';
import { type JournalItem, readJournal } from './journal-reading.ts';
import { killPlan } from './kill-plan.ts';
import { databasePath } from './outbox-core.ts';
import { storedSubmissions } from './stored-submissions.ts';

const SEED = 26;
const KILLS = 4;
const FILES = 1_000;
const FILE_BYTES = 4_096;
const LOOK_EVERY_MS = 20;
/** Well above what the last receipt takes; kills while settling are spread over it. */
const SETTLE_MS = 1_500;

/**
 * The whole app with its window and its own practice service, which dies with it: its ledger must not. What the rows on
 * screen said is not compared (a window draws a few at a time); the journal is what a kill may damage.
 */
test('a batch of 1,000 files survives kills of the whole app: 1,000 charges, 1,000 receipts, none twice', async ({
  folder,
  userData,
}) => {
  test.setTimeout(240_000);
  const files = await writeDroppedFiles(join(folder, 'files'), FILES, FILE_BYTES);
  await mkdir(userData, { recursive: true });
  const stored = storedSubmissions(join(userData, 'practice'));
  const shown = new Map<number, ShownRow>();
  const read = (): JournalItem[] => readJournal(databasePath(userData));
  const receipts = (): number => read().filter((item) => item.submissionId !== null).length;
  let journal: readonly JournalItem[] = [];

  const look = async () => {
    const earlier = journal;
    journal = read();
    return { files, journal, earlier, shown, stored: await stored.read() };
  };
  const start = async (): Promise<RunningApp> => {
    const app = await launchApp({ userData });
    await expect(app.page.getByRole('navigation')).toBeVisible();
    return app;
  };
  /** As a person does who looks which rows are there. Not awaited to its end: the app may be killed meanwhile. */
  const dropTheRest = async (app: RunningApp): Promise<void> => {
    for (const paths of stillToDrop(files, new Set(read().map((item) => item.path)))) await dropPaths(app.page, paths);
  };
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await wait(LOOK_EVERY_MS);
  };

  for (const moment of killPlan(SEED, KILLS)) {
    const app = await start();
    const dropping = dropTheRest(app).catch(() => undefined);
    if (moment.phase === 'adding') await until(() => read().length >= moment.share * FILES);
    if (moment.phase === 'sending') await until(() => receipts() >= moment.share * FILES);
    if (moment.phase === 'settling') {
      await until(() => receipts() === FILES);
      await wait(moment.share * SETTLE_MS);
    }
    await wait(moment.delayMs);
    await app.kill();
    await dropping;
    expect(brokenPromises(await look()), `after a kill while ${moment.phase}`).toEqual([]);
  }

  const app = await start();
  await dropTheRest(app);
  await expect.poll(receipts, { timeout: 60_000 }).toBe(FILES);
  await app.quit();
  expect(brokenAtTheEnd(await look())).toEqual([]);
});
