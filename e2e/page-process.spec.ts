import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addWork, noBlocks, row, test } from './app/accounts.ts';
import { connectTo } from './app/debugger.ts';
import { dropPaths } from './app/drop.ts';
import { type RunningApp, spawnApp, windowOf } from './app/launch.ts';
import { crashPage, inMain, withInspector } from './app/main-process.ts';
import { expect } from './app/test.ts';
import { glanceAtJournal } from './soak/journal-reading.ts';
import { databasePath } from './soak/submissions-core.ts';

/** The page that came in place of one that crashed: for Playwright the old one stays crashed. */
async function newPage(app: RunningApp): Promise<Page> {
  const isCrashed = () => inMain(app, 'return electron.BrowserWindow.getAllWindows()[0].webContents.isCrashed();');
  await expect.poll(isCrashed).toBe(false);
  return windowOf(await connectTo(/DevTools listening on (ws:\S+)/.exec(app.errors())?.[1] ?? ''));
}

/** How a minidump begins, on every system. */
const DUMP = Buffer.from('MDMP');

/** Files below a folder that are dumps of memory, by name or by content. */
async function dumpsIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const head = (await readFile(path).catch(() => Buffer.alloc(0))).subarray(0, DUMP.length);
    if (/\.dmp$|^core(\.\d+)?$|^report\..*\.json$|\.heapsnapshot$/.test(entry.name) || head.equals(DUMP))
      found.push(path);
  }
  return found;
}

test('a page whose process is gone is reopened, misses nothing, and leaves no memory on the disk', async ({
  start,
  serve,
  land,
  folder,
  userData,
}) => {
  const service = await serve(noBlocks);
  const app = await start(withInspector);
  await addWork(app.page, service);
  await writeFile(join(folder, 'some.txt'), 'some');
  await dropPaths(app.page, [join(folder, 'some.txt')]);
  await expect(row(app.page, 'some.txt')).toContainText('Submitted');

  await test.step('the first time it is reopened with all that it showed, and says so', async () => {
    await crashPage(app);
    const page = await newPage(app);
    await expect(row(page, 'some.txt')).toContainText('Submitted');
    await expect(page.getByText('The window stopped and was reopened.')).toBeVisible();
  });

  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer();');
  await land(service);
  const states = () => glanceAtJournal(databasePath(userData)).map(({ state }) => state);
  await expect.poll(states).toEqual(['confirmed']);
  const second = spawnApp({ userData, args: ['dropslip://no-submission'] });
  second.stderr?.resume();
  await once(second, 'exit');

  const page = await newPage(app);
  await expect(row(page, 'some.txt')).toContainText('Confirmed in a block');
  await expect(page.getByText('A link was not opened')).toBeVisible();
  expect(app.errors()).not.toContain('Error sending from webFrameMain');
  expect(await dumpsIn(userData)).toEqual([]);
  const ended = once(app.process, 'exit');
  app.process.kill('SIGSEGV');
  await ended;
  expect(await dumpsIn(folder)).toEqual([]);
});
