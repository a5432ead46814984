import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crashPage, withInspector } from './app/main-process.ts';
import { expect, test } from './app/test.ts';

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

test('neither a page nor the app leaves its memory on the disk when it crashes', async ({
  start,
  folder,
  userData,
}) => {
  const app = await start(withInspector);
  await expect(app.page.getByRole('navigation')).toBeVisible();
  await crashPage(app);
  expect(await dumpsIn(userData)).toEqual([]);
  const ended = new Promise((resolve) => app.process.once('exit', resolve));
  app.process.kill('SIGSEGV');
  await ended;
  expect(await dumpsIn(folder)).toEqual([]);
});
