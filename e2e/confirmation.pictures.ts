import type { Page } from '@playwright/test';
import { addWork, fillIn, test } from './app/accounts.ts';
import { answerConfirmation } from './app/confirm.ts';
import { pageOf } from './app/pages.ts';
import { takePicture } from './app/picture.ts';
import { expect } from './app/test.ts';

/** Takes the picture of the question that is open, and says no to it. */
async function takeQuestion(page: Page, name: string): Promise<void> {
  const question = await pageOf(page.context(), 'confirmation.html');
  await expect(question.getByRole('button').last()).toBeEnabled();
  await takePicture(question, `confirmation-${name}`);
  await answerConfirmation(page, 'Cancel');
}

test('the questions that main asks in a window of its own', async ({ start, serve }) => {
  const service = await serve();
  const { page } = await start();
  await fillIn(page, { address: 'http://service.example', apiKey: 'a-key' });
  await takeQuestion(page, 'in-the-clear');
  await page.keyboard.press('Escape');
  await addWork(page, service);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Replace the API key of Work' }).click();
  await page.keyboard.type('another-key-6789');
  await page.keyboard.press('Enter');
  await takeQuestion(page, 'replace');
  await page.getByRole('button', { name: 'Forget the API key of Work' }).click();
  await takeQuestion(page, 'forget');
  await page.getByRole('button', { name: 'Remove Work' }).click();
  await takeQuestion(page, 'remove');
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await page
    .getByLabel('Address', { exact: true })
    .fill('https://service.example/core-api/v1/a-path-that-is-quite-long');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await takeQuestion(page, 'move');
});
