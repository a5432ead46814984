import { once } from 'node:events';
import { spawnApp } from './app/launch.ts';
import { fillPracticeLedger } from './app/practice-ledger.ts';
import { expect, test } from './app/test.ts';

test('a link opens the app on its submission, cold and warm, and another link is refused', async ({
  start,
  userData,
}) => {
  const [id = ''] = fillPracticeLedger(userData, [{ token: 0, size: 900, at: Date.now() - 60_000 }]);
  const { page } = await start({ args: [`dropslip://submission/${id.toUpperCase()}`] });
  const answer = page.getByRole('heading', { name: /confirmed on/i });
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
});
