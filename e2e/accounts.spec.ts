import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { card, dialog, fillIn, line, row, saveAccount, submit, test, trouble, withoutScheme } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { expect } from './app/test.ts';

test('an account of a service is added with both credentials, and submits with the token of its choice', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve({ dialect: 'deployed' });
  const { page } = await start();
  await fillIn(page, {
    address: withoutScheme(service.url),
    apiKey: service.apiKey,
    accessToken: service.accessToken,
  });
  await expect(dialog(page)).toContainText('Confirm the address in the separate window');
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  for (const topic of ['API key', 'Tokens']) await expect(line(page, topic)).toHaveAttribute('data-state', 'good');
  await dialog(page).getByRole('radio', { name: 'Access token' }).check();
  await dialog(page).getByRole('combobox', { name: 'Token that pays' }).click();
  await page.getByRole('option', { name: 'avail', exact: true }).click();
  await saveAccount(page, 'Save account');
  await expect(card(page).getByLabel('Submit with')).toHaveValue('token:avail');
  await submit(page, folder);
});

test('an account saved with a wrong key says so above the queue, and goes on once a new key is pasted there', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: service.url, apiKey: 'wrong' });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await saveAccount(page, 'Save anyway');
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await expect(trouble(page)).toContainText('does not accept this account’s API key');
  await trouble(page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Use it');
  await expect(trouble(page)).toBeHidden();
  await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);
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
