import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dropPaths } from './app/drop.ts';
import { electronBinary, spawnApp } from './app/launch.ts';
import { lastWords } from './app/message-box.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test.skip(electronBinary() !== null, 'Electron’s message boxes are the system’s, which nothing here can read.');

test('a second app on one data folder says so and ends, whatever the shell’s lock says; its link reaches the first', async ({
  start,
  folder,
  userData,
}) => {
  const { page } = await start();
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');
  await row(page, 'letter.txt').click();
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const id = (await page.getByRole('complementary').getByText(uuid).first().textContent()) ?? '';

  // The shell's lock is lost: what it is made of is gone, and the next start makes it anew.
  for (const name of await readdir(userData)) if (/^instance\./.test(name)) await rm(join(userData, name));
  const second = spawnApp({ userData, args: [`dropslip://submission/${id}`] });
  const { text, code } = await lastWords(second);
  expect(text).toContain('Dropslip is already open');
  expect(text).toContain('Your link opens in its window.');
  expect(code).toBe(1);
  await expect(page.getByRole('heading', { name: /^Confirmed on/ })).toBeVisible();

  // The first has the shell's lock again, hears the next start by it, and works on.
  const third = spawnApp({ userData, args: ['dropslip://elsewhere'] });
  third.stderr?.resume();
  expect(await once(third, 'exit')).toEqual([0, null]);
  await expect(page.getByText('A link from outside was not opened').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await writeFile(join(folder, 'more.txt'), 'More of it');
  await dropPaths(page, [join(folder, 'more.txt')]);
  await expect(row(page, 'more.txt')).toContainText(/Submitted|Confirmed/);
});

test('a data folder that somebody else holds is left alone, and a start that fails says why', async ({ userData }) => {
  await mkdir(userData);
  const other = new DatabaseSync(join(userData, 'owner.lock'));
  other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  const refused = await lastWords(spawnApp({ userData }));
  expect(refused.text).toContain('Another Dropslip is using this data folder');
  expect(refused.code).toBe(1);
  expect((await readdir(userData)).filter((name) => !name.startsWith('instance.'))).toEqual(['owner.lock']);
  other.close();

  const newer = new DatabaseSync(join(userData, 'dropslip.db'));
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  const failed = await lastWords(spawnApp({ userData }));
  expect(failed.text).toContain('Dropslip could not start');
  expect(failed.text).toContain('Please update the app.');
  expect(failed.code).toBe(1);
  expect(await readFile(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('newer Dropslip');
});

test('an app whose lock is deleted makes it anew; one whose lock is replaced ends at once, and the next goes on', async ({
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

test('the window comes while the data file takes no writes, and shows what was being sent as uncertain until it does', async ({
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

test('a data folder in which nothing can be written says so', async () => {
  test.skip(process.platform !== 'linux', 'The folder is the kernel’s, in which root cannot write either.');
  const { text, code } = await lastWords(spawnApp({ userData: '/proc/self/fdinfo' }));
  expect(text).toContain('Dropslip cannot write in its data folder');
  expect(code).toBe(1);
});

test('something else in the place of a file of the data folder is said, and never waited for', async ({ userData }) => {
  test.skip(process.platform === 'win32', 'There are no pipes among files there.');
  await mkdir(join(userData, 'dropslip.db'), { recursive: true });
  const folder = await lastWords(spawnApp({ userData }));
  expect(folder.text).toContain('Dropslip cannot use its data folder');
  expect(folder.text).toContain('Move that away');
  expect(folder.code).toBe(1);
  await rm(join(userData, 'dropslip.db'), { recursive: true });
  for (const name of ['dropslip.db', 'owner.lock']) {
    await rm(join(userData, name), { force: true });
    execFileSync('mkfifo', [join(userData, name)]);
    const pipe = await lastWords(spawnApp({ userData }));
    expect(pipe.text).toContain(join(userData, name));
    expect(pipe.code).toBe(1);
  }
});
