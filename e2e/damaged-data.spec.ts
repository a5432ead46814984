import { readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { takeCopy } from '../src/core/storage/index.ts';
import { dropPaths } from './app/drop.ts';
import { driveApp, spawnApp } from './app/launch.ts';
import { row } from './app/rows.ts';
import { pressInDialog, readMessageBox } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

test('the copy of an emptied data file is offered, and later submissions are still recognised', async ({
  start,
  folder,
  userData,
  dialogs,
}) => {
  const database = join(userData, 'dropslip.db');
  const first = await start();
  const submit = async (name: string): Promise<void> => {
    await writeFile(join(folder, name), `The content of ${name}`);
    await dropPaths(first.page, [join(folder, name)]);
    await expect(row(first.page, name)).toContainText('Confirmed in a block');
  };
  await submit('before.txt');
  expect(await takeCopy(database, Date.now())).toEqual({ kind: 'taken' });
  await submit('since.txt');
  await first.quit();
  await truncate(database, 0);

  const child = spawnApp({ userData, env: dialogs });
  const { text, buttons, focused } = await readMessageBox();
  expect(text).toContain('Dropslip’s data file is damaged');
  expect(text).toContain('The data file is empty.');
  expect(text).toContain('they may be paid for twice');
  expect(text).toContain('Deposits from after that time are missing too');
  const openCopy = expect.stringMatching(/^Open the copy from /);
  expect([...buttons].sort()).toEqual(['Close', openCopy, 'Start with new data']);
  expect(focused).toEqual(openCopy);
  await pressInDialog(focused);
  const { page, quit } = await driveApp(child);
  await expect(page.getByText('Dropslip’s data was restored from a copy').first()).toBeVisible();
  await expect(row(page, 'before.txt')).toContainText('Confirmed in a block');
  await expect(row(page, 'since.txt')).toHaveCount(0);
  await page.getByRole('navigation').getByRole('button', { name: 'Spending' }).click();
  await expect(page.getByText('2 submissions').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await dropPaths(page, [join(folder, 'since.txt')]);
  await expect(row(page, 'since.txt')).toContainText('Submitted before');
  await quit();
  // The write-ahead log is kept too: it may hold what came after the copy.
  const kept = (await readdir(userData)).filter((name) => name.startsWith('dropslip.db.damaged-'));
  expect(kept.filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(1);
});

/** How many files of each state there are, as the data file has it. */
function states(database: string): Readonly<Record<string, number>> {
  const rows = read(database, 'SELECT state_kind AS kind, count(*) AS n FROM submissions GROUP BY state_kind');
  return Object.fromEntries(rows.map(({ kind, n }) => [String(kind), Number(n)]));
}

/** How many files the app is still busy with. */
function undecided(database: string): number {
  const those = `state_kind <> 'confirmed' AND json_extract(state, '$.check.kind') IS NOT 'cannot-tell'`;
  return Number(read(database, `SELECT count(*) AS n FROM submissions WHERE ${those}`)[0]?.n);
}

function read(database: string, sql: string) {
  const opened = new DatabaseSync(database, { readOnly: true });
  try {
    return opened.prepare(sql).all();
  } finally {
    opened.close();
  }
}

test('files that wait in a copy put back by hand are not paid for again', async ({ start, folder, userData }) => {
  const database = join(userData, 'dropslip.db');
  // The folder is there once the first one is.
  const charged = async (): Promise<number> =>
    (await readdir(join(userData, 'practice', 'submissions')).catch(() => [])).length;
  const first = await start({ practice: { rateLimit: { requests: 8, seconds: 4 } } });
  const paths = Array.from({ length: 20 }, (_, number) => join(folder, `${number + 10}.txt`));
  for (const path of paths) await writeFile(path, `The content of ${path}`);
  await dropPaths(first.page, paths);
  await expect.poll(charged).toBeGreaterThan(1);
  expect(await takeCopy(database, Date.now())).toEqual({ kind: 'taken' });
  expect(states(`${database}.copy`).waiting).toBeGreaterThan(0);
  await expect.poll(() => states(database), { timeout: 120_000 }).toEqual({ confirmed: 20 });
  await first.quit();
  for (const suffix of ['', '-wal', '-shm']) await rm(`${database}${suffix}`, { force: true });
  await rename(`${database}.copy`, database);

  const second = await start();
  await expect(second.page.getByText('Dropslip’s data is older than expected').first()).toBeVisible();
  // The user decides about what nobody had read by the time of the copy.
  await expect.poll(() => undecided(database), { timeout: 60_000 }).toBe(0);
  expect(await charged()).toBe(20);
  await second.quit();
});
