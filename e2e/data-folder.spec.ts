import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dropPaths } from './app/drop.ts';
import { spawnApp } from './app/launch.ts';
import { row } from './app/rows.ts';
import { lastWords, readMessageBox } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

test('without Chromium’s lock a second app on a data folder ends, and its link reaches the first', async ({
  start,
  folder,
  userData,
  dialogs,
}) => {
  const { page } = await start();
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const id = (await page.getByRole('complementary').getByText(uuid).first().textContent()) ?? '';

  // Chromium's own lock is lost, so that the next start can take it.
  for (const name of await readdir(userData)) if (name.startsWith('Singleton')) await rm(join(userData, name));
  const second = spawnApp({ userData, env: dialogs, args: [`dropslip://submission/${id}`] });
  const { text, code } = await lastWords(second);
  expect(text).toContain('Dropslip is already open');
  expect(text).toContain('Your link opens in its window.');
  expect(code).toBe(1);
  await expect(page.getByRole('heading', { name: /^Seen confirmed on/ })).toBeVisible();

  // The first takes Chromium's lock again, and hears of the next start by it.
  const third = spawnApp({ userData, args: ['dropslip://elsewhere'] });
  third.stderr?.resume();
  expect(await once(third, 'exit')).toEqual([0, null]);
  await expect(page.getByText('A link was not opened').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await writeFile(join(folder, 'more.txt'), 'More of it');
  await dropPaths(page, [join(folder, 'more.txt')]);
  await expect(row(page, 'more.txt')).toContainText(/Submitted|Confirmed/);
});

test('a start leaves a data folder that is in use alone, and says why it fails', async ({ userData, dialogs }) => {
  await mkdir(userData);
  const other = new DatabaseSync(join(userData, 'owner.lock'));
  other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  const refused = await lastWords(spawnApp({ userData, env: dialogs }));
  expect(refused.text).toContain('Another Dropslip is using this data folder');
  expect(refused.code).toBe(1);
  expect(await readdir(userData)).toEqual(['owner.lock']);
  other.close();

  const newer = new DatabaseSync(join(userData, 'dropslip.db'));
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  const failed = await lastWords(spawnApp({ userData, env: dialogs }));
  expect(failed.text).toContain('Dropslip could not start');
  expect(failed.text).toContain('Please update the app.');
  expect(failed.code).toBe(1);
  expect(await readFile(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('newer Dropslip');
});

/** Resolves once the process has used hardly any processor time for a second. */
async function comeToRest({ pid }: ChildProcess): Promise<void> {
  let before = 0;
  const ticksSinceLastLook = async (): Promise<number> => {
    // After the program's name come its state and ten more fields, then user and system time.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]) - before;
    before += ticks;
    return ticks;
  };
  await expect.poll(ticksSinceLastLook, { intervals: [1_000] }).toBeLessThan(5);
}

test('a refused start ends as soon as its message box is closed', async ({ userData, dialogs }) => {
  await mkdir(join(userData, 'dropslip.db'), { recursive: true });
  const child = spawnApp({ userData, env: dialogs });
  await readMessageBox();
  await comeToRest(child);
  const before = performance.now();
  expect((await lastWords(child)).code).toBe(1);
  // Without anything that wakes it, Electron takes up to 27 seconds.
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('an app makes its deleted lock anew, and ends at once if its lock is replaced', async ({
  start,
  folder,
  userData,
}) => {
  test.skip(process.platform === 'win32', 'There a file that is open cannot be deleted.');
  const { page, process: app } = await start();
  const lock = join(userData, 'owner.lock');
  await rm(lock);
  await expect.poll(() => existsSync(lock)).toBe(true);
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');

  const ended = once(app, 'exit');
  await writeFile(`${lock}.copy`, '');
  await rename(`${lock}.copy`, lock);
  expect(await ended).toEqual([null, 'SIGKILL']);
  const next = await start();
  await expect(row(next.page, 'letter.txt')).toContainText('Confirmed in a block');
});

test('while the data file takes no writes the window shows an interrupted file as uncertain', async ({
  start,
  folder,
  userData,
}) => {
  const first = await start();
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(first.page, [join(folder, 'letter.txt')]);
  await expect(row(first.page, 'letter.txt')).toContainText('Confirmed in a block');
  await first.kill();
  const database = new DatabaseSync(join(userData, 'dropslip.db'));
  database.exec(`
    UPDATE submissions SET state = '{"kind":"sending","attempt":1}', submission_id = NULL, settlement = NULL;
    UPDATE attempts SET outcome = 'under-way', ended_at = NULL;
    BEGIN IMMEDIATE`);
  const { page } = await start();
  await expect(row(page, 'letter.txt')).toContainText('Checking');
  const outcome = () => database.prepare('SELECT outcome FROM attempts').get()?.outcome;
  database.exec('ROLLBACK');
  await expect.poll(outcome).toBe('interrupted');
  database.close();
});

test('a start in a data folder that is not writable says so', async ({ dialogs }) => {
  test.skip(process.platform !== 'linux', 'The folder is the kernel’s, in which root cannot write either.');
  const { text, code } = await lastWords(spawnApp({ userData: '/proc/self/fdinfo', env: dialogs }));
  expect(text).toContain('Dropslip cannot write in its data folder');
  expect(code).toBe(1);
});

test('a start reports a folder or pipe in the place of a data file, and does not wait for it', async ({
  userData,
  dialogs,
}) => {
  test.skip(process.platform === 'win32', 'There are no pipes among files there.');
  await mkdir(join(userData, 'dropslip.db'), { recursive: true });
  const folder = await lastWords(spawnApp({ userData, env: dialogs }));
  expect(folder.text).toContain('Dropslip cannot use its data folder');
  expect(folder.text).toContain('Move it, or');
  expect(folder.code).toBe(1);
  await rm(join(userData, 'dropslip.db'), { recursive: true });
  for (const name of ['dropslip.db', 'owner.lock']) {
    await rm(join(userData, name), { force: true });
    execFileSync('mkfifo', [join(userData, name)]);
    const pipe = await lastWords(spawnApp({ userData, env: dialogs }));
    expect(pipe.text).toContain(join(userData, name));
    expect(pipe.code).toBe(1);
  }
});
