import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { addWork, card, dialog, fillIn, line, saveAccount, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { saysCopied } from './app/copied.ts';
import { dropPaths } from './app/drop.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('an account is renamed, its key replaced and forgotten, and in the end it is removed', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  await addWork(page, { url: service.url, apiKey: service.apiKey });
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  const panel = page.getByRole('article', { name: 'Work' });
  await expect(panel).toContainText(`••••${service.apiKey.slice(-4)}`);
  await expect(panel).toContainText('For this session only');

  await panel.getByRole('button', { name: 'Replace the API key of Work' }).click();
  await page.keyboard.type('another-key-6789');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Cancel');
  await expect(panel).toContainText('Nothing was changed');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Use it');
  await expect(panel).toContainText('••••6789');
  await expect(page.locator('html')).not.toContainText('another-key');
  await panel.getByRole('button', { name: 'Forget the API key of Work' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click();
  await expect(panel).not.toContainText('••••6789');

  await panel.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Office');
  await dialog(page).getByRole('radio', { name: 'Rose' }).check({ force: true });
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page)).toContainText('Office');

  await page.getByRole('button', { name: 'Remove Office' }).click();
  await answerQuestion(page, 'Cancel');
  await expect(page.getByText('Nothing was changed')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Office' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Office' }).click();
  await answerQuestion(page, 'Remove account');
  await expect(page.getByRole('article', { name: 'Office' })).toBeHidden();
  await expect(card(page)).toContainText('Practice');
});

test('the connection report is copied for support and holds no secret', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await addWork(page, service);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Connection report of Work' }).click();
  await expect(dialog(page)).toContainText(service.url);
  const copied = saysCopied(page);
  await dialog(page).getByRole('button', { name: 'Copy report' }).click();
  await copied;
  const text = await dialog(page).innerText();
  for (const secret of [service.apiKey, service.accessToken]) expect(text).not.toContain(secret);
});

test('every screen of accounts is free of axe violations, in light and dark', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  const look = (): Promise<void> => expectNoViolationsInLightAndDark(page);
  await card(page).getByRole('button').first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look();
  await page.keyboard.press('Escape');
  await fillIn(page, { address: service.url, apiKey: 'wrong', accessToken: service.accessToken });
  await look();
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toBeEnabled();
  await look();
  await saveAccount(page, 'Save anyway');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await look();
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill('other.example');
  await expect(dialog(page)).toContainText('This is a different service');
  await look();
});

test('Enter in the finder opens the file that fits, before it changes who pays, and who pays is said', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await writeFile(join(folder, 'work.pdf'), 'work');
  await dropPaths(page, [join(folder, 'work.pdf')]);
  await waitForBlock(page, 'work.pdf');
  await addWork(page, { url: service.url, apiKey: service.apiKey });
  await page.keyboard.press('ControlOrMeta+k');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('practice');
  await expect(page.getByText('Switch to Practice account, Practice account, one entry.')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now submitting from Practice account.')).toBeVisible();
  // At once, and after it was found.
  for (const isFound of [false, true]) {
    await page.getByRole('navigation').getByRole('button', { name: 'Submit' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await find.fill('work');
    const first = page.locator('[data-action]').first();
    if (isFound) await expect(first).toContainText('work.pdf');
    if (isFound) await expect(page.getByText(/^work\.pdf, .*, 2 entries\.$/)).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
    await expect(card(page)).toContainText('Practice account');
  }
});
