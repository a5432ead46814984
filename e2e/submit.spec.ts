import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dropPaths } from './app/drop.ts';
import { waitForService } from './app/money.ts';
import { row, waitForBlock } from './app/rows.ts';
import { chooseInDialog } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

/** SHA-256 of everything that the practice service has stored, sorted: one entry per submission. */
async function stored(userData: string): Promise<string[]> {
  const folder = join(userData, 'practice', 'submissions');
  const names = await readdir(folder);
  const digests = await Promise.all(names.map(async (name) => sha256(await readFile(join(folder, name)))));
  return digests.sort();
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('each file of a dropped folder ends with a receipt or a sentence, and the service holds it once', async ({
  start,
  folder,
  userData,
}) => {
  const drop = join(folder, 'mixed');
  await mkdir(join(drop, 'inner'), { recursive: true });
  const contents = new Map<string, Buffer>([
    ['three bytes.bin', Buffer.from('abc')],
    ['five megabytes.bin', randomBytes(5 * 1024 * 1024)],
    ['hello 🎉 emoji.txt', Buffer.from('emoji')],
    ['مرحبا بالعالم.txt', Buffer.from('right to left')],
    [`${'long'.repeat(49)}.txt`, Buffer.from('two hundred characters')],
    ['inner/deep.txt', Buffer.from('deep')],
  ]);
  for (const [name, bytes] of contents) await writeFile(join(drop, name), bytes);
  await writeFile(join(drop, 'empty.txt'), '');
  await writeFile(join(drop, '.DS_Store'), 'icons');
  await mkdir(join(folder, 'hollow'));

  const app = await start();
  await dropPaths(app.page, [drop, join(folder, 'hollow')]);
  await expect(app.page.getByText('“hollow” has no files in it')).toBeVisible();
  await expect(app.page.getByText('1 hidden file was left out.')).toBeVisible();
  await expect(app.page.getByText('Confirmed in a block')).toHaveCount(contents.size, { timeout: 30_000 });
  await expect(row(app.page, 'empty.txt')).toContainText('nothing to submit');
  expect(await stored(userData)).toEqual([...contents.values()].map(sha256).sort());

  await app.kill();
  const again = await start();
  await expect(again.page.getByText('Confirmed in a block')).toHaveCount(contents.size);
  await expect(row(again.page, 'empty.txt')).toContainText('nothing to submit');
  expect(await stored(userData)).toHaveLength(contents.size);
});

test('a file chosen in the system’s dialog is submitted, and its row stays where it first stood', async ({
  start,
  folder,
  dialogs,
}) => {
  const path = join(folder, 'chosen.txt');
  await writeFile(path, 'chosen');
  const { page } = await start({ env: dialogs, practice: { blockTimeSeconds: 0.1 } });
  await waitForService(page);
  const tops = await page.evaluateHandle(() => {
    const seen = new Set<number>();
    const look = (): void => {
      const top = document.querySelector('tbody tr')?.getBoundingClientRect().top;
      if (top !== undefined) seen.add(top);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await page.getByRole('button', { name: 'Choose files' }).first().click();
  await chooseInDialog(path);
  await waitForBlock(page, 'chosen.txt');
  await expect(page.getByRole('region', { name: 'Total progress' })).toContainText(
    /^Your file is confirmed.*Cost 0\.0/,
  );
  expect(await tops.evaluate((seen) => [...seen])).toHaveLength(1);
});
