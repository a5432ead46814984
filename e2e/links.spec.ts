import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { spawnApp } from './app/launch.ts';
import { waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a link opens the app on its submission, cold and warm, and another link is refused', async ({
  start,
  folder,
  userData,
}) => {
  const first = await start();
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(first.page, [join(folder, 'letter.txt')]);
  await waitForBlock(first.page, 'letter.txt');
  await first.quit();
  const [id = ''] = await readdir(join(userData, 'practice', 'submissions'));
  const { page } = await start({ args: [`dropslip://submission/${id.toUpperCase()}`] });
  const answer = page.getByRole('heading', { name: /^Seen confirmed on/ });
  await expect(answer).toBeVisible();
  const open = async (link: string): Promise<void> => {
    const second = spawnApp({ userData, args: [link] });
    second.stderr?.resume();
    expect(await once(second, 'exit')).toEqual([0, null]);
  };
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  await open(`dropslip://submission/${id}?account=other`);
  await expect(page.getByText('A link was not opened, because it does not lead to a submission.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Look up', level: 1 })).toBeHidden();
  await open(`dropslip://submission/${id}`);
  await expect(answer).toBeVisible();
  await open('dropslip://submission/0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
});
