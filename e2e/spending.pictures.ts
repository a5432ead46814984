import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropOn, dropPaths } from './app/drop.ts';
import { takePicture } from './app/picture.ts';
import { fillPracticeLedger } from './app/practice-ledger.ts';
import { waitForBlock } from './app/rows.ts';
import { groups, openSpending, submissions } from './app/spending.ts';
import { expect, test } from './app/test.ts';

const DAY_MS = 86_400_000;

test('nothing spent yet', async ({ window }) => {
  await openSpending(window);
  await expect(window.getByText('Nothing spent yet')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
  await takePicture(window, 'spending-empty');
});

test('a season of submissions', async ({ start, folder, userData }) => {
  const past = Array.from({ length: 1_400 }, (_, at) => ({
    token: at % 7 === 0 ? 1 : at % 5 === 0 ? 2 : 0,
    size: 900 + ((at * 7_919) % 4_000_000),
    at: Date.now() - Math.round(((at * at) / 1_960_000) * 80 * DAY_MS) - 3_600_000,
  }));
  fillPracticeLedger(userData, past);
  const { page } = await start();
  const names = ['March — signed contract.pdf', 'Überweisung Beleg.png', 'survey results.csv'];
  for (const name of names) await writeFile(join(folder, name), name.repeat(400));
  await dropPaths(
    page,
    names.map((name) => join(folder, name)),
  );
  for (const name of names) await waitForBlock(page, name);
  await page.getByRole('button', { name: 'Save receipts' }).click();
  await expect(page.getByRole('menuitem', { name: 'One PDF' })).toBeVisible();
  await takePicture(page, 'receipts-shapes');
  await page.keyboard.press('Escape');
  await openSpending(page);
  await expect(submissions(page).getByRole('row').filter({ hasText: 'survey results' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
  await expect(page.getByText(/is in your Downloads|Close this message/)).toHaveCount(0);
  await takePicture(page, 'spending');
  const contract = submissions(page).getByRole('row').filter({ hasText: 'signed contract' });
  await dropOn(contract, [join(folder, 'March — signed contract.pdf')], () => takePicture(page, 'spending-check-over'));
  await expect(page.getByTestId('verdict')).toContainText('This is the file');
  await takePicture(page, 'spending-check');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'spending-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  await contract.click();
  await expect(page.getByRole('complementary', { name: 'Record' })).toContainText('Data hash');
  await takePicture(page, 'spending-record');
  await page.keyboard.press('Escape');
  await page.getByLabel('Group').selectOption('week');
  await expect(groups(page)).toBeVisible();
  await takePicture(page, 'spending-weeks');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('ethereum').check();
  await takePicture(page, 'spending-groups');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('Charts', { exact: true }).click();
  await expect(page.getByText('Data submitted')).toBeVisible();
  await page
    .locator('figure')
    .first()
    .locator('svg')
    .first()
    .hover({ position: { x: 500, y: 60 } });
  await expect(page.locator('figure').first().getByText(/ – /)).toBeVisible();
  await takePicture(page, 'spending-charts');
  await page.getByText('Table', { exact: true }).click();
  await page.getByLabel('Search spending').fill('last friday');
  await expect(page.getByRole('button', { name: /^Show / })).toBeVisible();
  await takePicture(page, 'spending-search');
});
