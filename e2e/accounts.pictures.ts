import type { Page } from '@playwright/test';
import { card, dialog, fillIn, line, paste, saveAccount, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { pageOf } from './app/pages.ts';
import { takePicture } from './app/picture.ts';
import { expect } from './app/test.ts';

const mail = `Hi Anna,

Service address: https://turbo.service.example/core-api
API key: ds_live_8f3b21d7c4a9e650Qx
Tokens: avail, ethereum

Documentation: https://docs.service.example
`;

/** The window as large as usual, small, and small at 200 % zoom. */
async function takeSizes(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, `${name}-small`);
  await page.setViewportSize({ width: 450, height: 300 });
  await takePicture(page, `${name}-zoomed`);
  await page.setViewportSize({ width: 1180, height: 780 });
}

/** In the colours that the system forces upon every page. */
async function takeForced(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await takePicture(page, name);
  await page.emulateMedia({ forcedColors: null });
}

test('an account from what was given to what is kept', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await card(page).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await takeSizes(page, 'accounts-add');
  await paste(dialog(page).getByLabel('Paste your operator’s message'), mail);
  await expect(dialog(page)).toContainText('Found in what you pasted');
  await takeSizes(page, 'accounts-found');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await fillIn(page, { address: service.url, apiKey: 'wrong', accessToken: service.accessToken });
  await answerQuestion(page, 'Connect');
  await expect(line(page, 'API key')).toHaveAttribute('data-state', 'bad');
  await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toBeEnabled();
  await takeSizes(page, 'accounts-check');
  await takeForced(page, 'accounts-check-forced');
  await saveAccount(page, 'Save anyway');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await takeSizes(page, 'accounts');
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill('http://other.example');
  await expect(dialog(page)).toContainText('This is a different service');
  await takeSizes(page, 'accounts-edit');
  await takeForced(page, 'accounts-edit-forced');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  const question = await pageOf(page.context(), 'consent.html');
  await expect(question.getByRole('button').last()).toBeEnabled();
  await question.setViewportSize({ width: 240, height: 210 });
  await takePicture(question, 'confirmation-zoomed');
  await question.evaluate(() => globalThis.window.scrollTo(0, document.documentElement.scrollHeight));
  await takePicture(question, 'confirmation-zoomed-end');
});
