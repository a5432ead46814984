import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { dropPaths } from '../app/drop.ts';
import { launchApp } from '../app/launch.ts';
import { databasePath } from '../soak/submissions-core.ts';
import { endsWithUs } from './children.ts';
import { writeFilesIn } from './files.ts';
import { line } from './line.ts';
import type { Conditions, Measurement } from './measurement.ts';
import { longestTask, sinceDrop, watchDrop } from './window-probe.ts';

const FILES = 10_000;
const FILE_BYTES = 64;
const GIVE_UP_AFTER_MS = 300_000;

type Round = {
  readonly firstRow: number;
  readonly journalled: number;
  readonly done: number;
  readonly longestTask: number;
};

/** The whole app with its window, while it adds one folder with ten thousand files. */
export const folderInWindow: Measurement = {
  name: 'window-folder',
  async run(conditions) {
    const { folder, rounds, say } = conditions;
    const files = Math.max(20, Math.round(FILES * conditions.scale));
    const dropped = join(folder, 'dropped');
    await mkdir(dropped);
    await writeFilesIn(dropped, files, FILE_BYTES);
    const taken: Round[] = [];
    for (let number = 0; number < rounds; number += 1) {
      const round = await measure(conditions, [dropped], files);
      taken.push(round);
      const words = Object.entries(round).map(([what, value]) => `${what} ${value.toFixed(0)}`);
      say(`round ${number + 1}: ${words.join(', ')}`);
    }
    const name = `${files.toLocaleString('en')} files dropped in one folder`;
    const of = (what: keyof Round): number[] => taken.map((round) => round[what]);
    return [
      line(`${name}: time to first row`, 'ms', of('firstRow'), { atMost: 300 }),
      line(`${name}: time to all rows journalled`, 'ms', of('journalled')),
      line(`${name}: longest task in the window (0: none of 50 ms)`, 'ms', of('longestTask')),
      line(`${name}: time to last receipt`, 'ms', of('done')),
    ];
  },
};

async function measure({ folder }: Conditions, drop: readonly string[], files: number): Promise<Round> {
  const userData = await mkdtemp(join(folder, 'user data '));
  const app = await launchApp({ userData, practice: { blockTimeSeconds: 6 } });
  endsWithUs(app.process);
  try {
    const { page } = app;
    await page.getByRole('navigation').waitFor();
    // Users drop files some seconds after the start.
    await wait(2_000);
    await watchDrop(page);
    const database = new DatabaseSync(databasePath(userData), { readOnly: true, timeout: 5000 });
    try {
      const rows = database.prepare('SELECT count(*) AS count FROM submissions');
      const receipts = database.prepare('SELECT count(*) AS count FROM submissions WHERE submission_id IS NOT NULL');
      const reached = async (count: () => number, everyMs: number): Promise<number> => {
        const latest = performance.now() + GIVE_UP_AFTER_MS;
        while (count() < files) {
          if (performance.now() > latest) throw new Error(`Only ${count()} of ${files} after 5 minutes.`);
          await wait(everyMs);
        }
        return performance.timeOrigin + performance.now();
      };
      const dropping = dropPaths(page, drop);
      const journalledAt = await reached(() => Number(rows.get()?.count), 10);
      const doneAt = await reached(() => Number(receipts.get()?.count), 100);
      await dropping;
      const { droppedAt, firstRow } = await sinceDrop(page);
      return {
        firstRow,
        journalled: journalledAt - droppedAt,
        done: doneAt - droppedAt,
        longestTask: await longestTask(page),
      };
    } finally {
      database.close();
    }
  } finally {
    await app.quit();
  }
}
