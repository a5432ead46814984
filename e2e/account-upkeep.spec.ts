import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { addWork, card, dialog, fillIn, line, saveAccount, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
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
  await expect(panel).toContainText('Nothing was done');
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
  await expect(page.getByText('Nothing was done')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Office' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Office' }).click();
  await answerQuestion(page, 'Remove account');
  await expect(page.getByRole('article', { name: 'Office' })).toBeHidden();
  await expect(card(page)).toContainText('Practice');
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
