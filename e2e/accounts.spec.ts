import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { addWork, card, dialog, fillIn, line, row, saveAccount, test, trouble, withoutScheme } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { expect } from './app/test.ts';

test('an account saved with a wrong key says so above the queue, and goes on with a new key', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  const look = (): Promise<void> => expectNoViolationsInLightAndDark(page);
  await card(page).getByRole('button').first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look();
  await page.keyboard.press('Escape');
  await fillIn(page, { address: withoutScheme(service.url), apiKey: 'wrong', accessToken: service.accessToken });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await expect(line(page, 'Balances')).toHaveAttribute('data-state', 'good');
  await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toBeEnabled();
  await look();
  await saveAccount(page, 'Save anyway');
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(trouble(page)).toContainText('does not accept this account’s API key');
  await trouble(page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Use it');
  await expect(trouble(page)).toBeHidden();
  await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);

  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await look();
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill('other.example');
  await expect(dialog(page)).toContainText('This is a different service');
  await look();
});

test('an account is added by keyboard alone, and the keyboard comes back to where it started', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  const { keyboard } = page;
  const switcher = card(page).getByRole('button').first();
  // Its menu comes after the first view.
  await expect(switcher).toBeEnabled();
  await switcher.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Practice' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Paste your operator’s message')).toBeFocused();
  await keyboard.press('Tab');
  await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Address', { exact: true })).toHaveAccessibleDescription(/Enter the address/);
  await keyboard.type(service.url);
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('API key', { exact: true })).toBeFocused();
  await keyboard.type(service.apiKey);
  await keyboard.press('Enter');
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  const save = dialog(page).getByRole('button', { name: 'Save account' });
  await expect(async () => {
    await keyboard.press('Tab');
    await expect(save).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Choose when Dropslip asks you first');
  await keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(switcher).toBeFocused();
});

test('an account is renamed, its key replaced and forgotten, and in the end it is removed', async ({
  start,
  serve,
}) => {
  const service = await serve();
  const { page } = await start();
  await addWork(page, { url: service.url, apiKey: service.apiKey });
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  const panel = page.getByRole('article', { name: 'Work' });
  await expect(panel).toContainText(`••••${service.apiKey.slice(-5)}`);
  await expect(panel).toContainText('For this session only');

  await panel.getByRole('button', { name: 'Replace the API key of Work' }).click();
  await page.keyboard.type('another-key-6789');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Cancel');
  await expect(panel).toContainText('Nothing was done');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Use it');
  await expect(panel).toContainText('••••-6789');
  await expect(page.locator('html')).not.toContainText('another-key');
  await panel.getByRole('button', { name: 'Forget the API key of Work' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click();
  await expect(panel).not.toContainText('••••-6789');

  await panel.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Office');
  await dialog(page).getByRole('radio', { name: 'Rose' }).check({ force: true });
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page)).toContainText('Office');

  await page.getByRole('button', { name: 'Remove Office' }).click();
  await answerQuestion(page, 'Cancel');
  await expect(page.getByText('Nothing was done')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Office' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Office' }).click();
  await answerQuestion(page, 'Remove account');
  await expect(page.getByRole('article', { name: 'Office' })).toBeHidden();
  await expect(card(page)).toContainText('Practice');
});
