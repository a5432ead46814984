import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DownloadsFolder } from './downloads-folder.ts';

let database: DatabaseSync;
let home: string;
const asked: string[] = [];

beforeEach(async () => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  home = await realpath(await mkdtemp(join(tmpdir(), 'downloads-folder-')));
  await mkdir(join(home, 'Slips'));
  asked.length = 0;
  onTestFinished(() => rm(home, { recursive: true, force: true }));
});

/** `answer`: what the person chooses in the dialog, in their home; null cancels it. */
function open(answer: string | null = null): DownloadsFolder {
  return new DownloadsFolder(
    database,
    async (write) => write(),
    () => join(home, 'Downloads'),
    async (from) => {
      asked.push(from);
      return answer === null ? null : resolve(home, answer);
    },
    (path) => path === join(home, 'Own'),
  );
}

test('what is saved goes to the system’s folder, which is made where it is missing', async () => {
  const folder = open();
  expect(await folder.shown()).toEqual({ path: join(home, 'Downloads'), isStandard: true, isThere: false });
  expect(folder.forSaving()).toBe(join(home, 'Downloads'));
  expect(existsSync(join(home, 'Downloads'))).toBe(true);
  expect(folder.forSaving()).toBe(join(home, 'Downloads'));
});

test('a folder that the person chose is there again after a restart, until they take the system’s again', async () => {
  const chosen = { path: join(home, 'Slips'), isStandard: false, isThere: true };
  expect(await open('Slips').choose()).toEqual({ ok: true, value: chosen });
  expect(await readdir(join(home, 'Slips'))).toEqual([]);
  const later = open();
  expect(await later.shown()).toEqual(chosen);
  expect(later.forSaving()).toBe(join(home, 'Slips'));
  await later.useStandard();
  expect(later.forSaving()).toBe(join(home, 'Downloads'));
  expect(await open().shown()).toMatchObject({ isStandard: true });
});

test('a chosen folder that is gone is said to be, and nothing goes elsewhere', async () => {
  const folder = open('Slips');
  await folder.choose();
  await rm(join(home, 'Slips'), { recursive: true });
  expect(await folder.shown()).toEqual({ path: join(home, 'Slips'), isStandard: false, isThere: false });
  expect(() => folder.forSaving()).toThrow('ENOENT');
  expect(existsSync(join(home, 'Slips'))).toBe(false);
  // The dialog would begin anywhere if it began there.
  await folder.choose();
  expect(asked).toEqual([join(home, 'Downloads'), join(home, 'Downloads')]);
});

test('a cancelled dialog changes nothing', async () => {
  await open('Slips').choose();
  expect(await open(null).choose()).toMatchObject({ ok: true, value: { path: join(home, 'Slips') } });
  expect(open().forSaving()).toBe(join(home, 'Slips'));
});

test('a folder of the app’s own, also by a link, one that is not there, or one that takes nothing is not taken', async () => {
  await mkdir(join(home, 'Own'));
  const why = async (answer: string) => {
    const chosen = await open(answer).choose();
    return chosen.ok ? null : chosen.error;
  };
  await symlink(join(home, 'Own'), join(home, 'Link'), 'junction');
  expect(await why('Own')).toEqual({ code: 'folder-not-usable', values: { why: 'own' } });
  expect(await why('Link')).toEqual({ code: 'folder-not-usable', values: { why: 'own' } });
  expect(await why('Elsewhere')).toEqual({ code: 'folder-not-usable', values: { why: 'gone' } });
  expect(open().forSaving()).toBe(join(home, 'Downloads'));
});

test('a path that is none, kept by whatever else, is as if nobody had chosen', () => {
  database.exec(`INSERT INTO settings VALUES ('downloads-folder', 'Slips')`);
  expect(open().forSaving()).toBe(join(home, 'Downloads'));
});

test('a chosen folder that became a link into the app’s own data gets nothing', async () => {
  const folder = open('Slips');
  await folder.choose();
  await mkdir(join(home, 'Own'));
  await rm(join(home, 'Slips'), { recursive: true });
  await symlink(join(home, 'Own'), join(home, 'Slips'), 'junction');
  expect(() => folder.forSaving()).toThrow(/^EOWN:/);
});
