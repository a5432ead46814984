import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { spawnApp } from './app/launch.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a link opens the app on its submission, cold and warm, and hostile links are refused', async ({
  start,
  folder,
  userData,
}) => {
  const first = await start();
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(first.page, [join(folder, 'letter.txt')]);
  await expect(row(first.page, 'letter.txt')).toContainText('Confirmed in a block');
  await row(first.page, 'letter.txt').getByRole('gridcell').first().click();
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const id = (await first.page.getByRole('complementary').getByText(uuid).first().textContent()) ?? '';
  await first.quit();

  const { page } = await start({ args: [`dropslip://submission/${id.toUpperCase()}`] });
  const answer = page.getByRole('heading', { name: /^Seen confirmed on/ });
  await expect(answer).toBeVisible();
  await expect(page.getByText('letter.txt').first()).toBeVisible();

  const hostile = [
    `dropslip://evil.example/${id}`,
    `dropslip://submission/${id}?account=other`,
    `dropslip://submission/${'a'.repeat(5_000)}`,
  ];
  const open = async (link: string): Promise<void> => {
    const second = spawnApp({ userData, args: [link] });
    second.stderr?.resume();
    await once(second, 'exit');
  };
  await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
  for (const link of hostile) {
    await open(link);
    const notice = page.getByText('A link was not opened, because it does not lead to a submission.');
    await expect(notice.first()).toBeVisible();
    // It goes away by itself, perhaps just now.
    const close = page.getByRole('button', { name: 'Close this message' }).first();
    await close.click({ timeout: 1_000 }).catch(() => undefined);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Look up', level: 1 })).toBeHidden();
  }
  await open(`dropslip://submission/${id}`);
  await expect(answer).toBeVisible();
});
