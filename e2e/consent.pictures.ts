import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, startFaultyProxy } from '../src/core/submissions/sending/faulty-proxy.fixture.ts';
import { addWork, dialog, fillIn, saveAccount, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { withInspector } from './app/main-process.ts';
import { openScreen } from './app/money.ts';
import { takeQuestion } from './app/picture.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('the questions that main asks in a window of its own', async ({ start, serve }) => {
  const service = await serve();
  const app = await start(withInspector);
  const { page } = app;
  await fillIn(page, { address: 'http://service.example', apiKey: 'a-key' });
  await takeQuestion(app, 'in-the-clear');
  await page.keyboard.press('Escape');
  await addWork(page, service);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Replace the API key of Work' }).click();
  await page.keyboard.type('another-key-6789');
  await page.keyboard.press('Enter');
  await takeQuestion(app, 'replace');
  await page.getByRole('button', { name: 'Remove Work' }).click();
  await takeQuestion(app, 'remove');
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await page
    .getByLabel('Address', { exact: true })
    .fill('https://service.example/core-api/v1/a-path-that-is-quite-long');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await takeQuestion(app, 'move');
});

test('the questions about what may be paid for twice', async ({ start, serve, folder }) => {
  const service = await serve();
  let fault: Fault = { kind: 'none' };
  const proxy = await startFaultyProxy(service.url, () => fault);
  const app = await start(withInspector);
  const { page } = app;
  const drop = async (names: readonly string[], text: string): Promise<void> => {
    for (const name of names) await writeFile(join(folder, name), text);
    await dropPaths(
      page,
      names.map((name) => join(folder, name)),
    );
  };
  const setLimit = async (limit: string): Promise<void> => {
    await page.getByRole('button', { name: 'Limits' }).click();
    const settings = page.getByRole('dialog', { name: 'Limits' });
    await settings.getByLabel(/Spending limit/).fill(limit);
    await settings.getByRole('button', { name: 'Save' }).click();
  };
  await drop(['letter.txt'], 'A letter');
  await waitForBlock(page, 'letter.txt');
  await drop(['contract (final).pdf'], 'A letter');
  await row(page, 'contract (final).pdf')
    .getByRole('button', { name: /^Submit anyway/ })
    .click();
  await takeQuestion(app, 'duplicate');
  const many = Array.from({ length: 9 }, (_, index) => `survey ${index + 1} of the spring campaign.csv`);
  await drop(many, 'A letter');
  await expect(page.getByRole('region', { name: 'Submitted before' })).toContainText('10 files');
  await page.getByRole('button', { name: 'Submit them anyway…' }).click();
  await takeQuestion(app, 'duplicates');
  await setLimit('0.000000001');
  await setLimit('');
  await takeQuestion(app, 'no-limit');
  await page.keyboard.press('Escape');
  await drop(['more.txt'], 'More');
  await page
    .getByRole('region', { name: 'Waiting for your approval' })
    .getByRole('button', { name: 'Submit…' })
    .click();
  await takeQuestion(app, 'beyond-limit');
  await row(page, 'more.txt')
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await row(page, 'more.txt')
    .getByRole('button', { name: /^Retry/ })
    .click();
  await takeQuestion(app, 'cancelled');

  await fillIn(page, { address: proxy.url, apiKey: service.apiKey });
  await answerQuestion(page, 'Connect');
  await expect(dialog(page).getByText('No problems found.').first()).toBeVisible();
  await saveAccount(page, 'Save account');
  await openScreen(page, 'Submit');
  fault = { kind: 'reset-when-whole', forwarded: true };
  await drop(['receipts of march.zip'], 'Another letter');
  await row(page, 'receipts of march.zip')
    .getByRole('button', { name: /^Decide/ })
    .click();
  await page.getByRole('button', { name: /Submit it again/ }).click();
  await takeQuestion(app, 'uncertain');
  await proxy.close();
});
