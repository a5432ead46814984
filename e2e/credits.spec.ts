import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addWork, dialog, fillIn, line, test, trouble } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { openScreen, tokenCard } from './app/money.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Waiting for your approval' });

test('a service with credits needs an app id, names its purses, and compares costs of a folder', async ({
  start,
  serve,
  folder,
}) => {
  test.setTimeout(70_000);
  const { url, apiKey, accessToken } = await serve({ dialect: 'credits', allowedAppIds: [246] });
  const { page } = await start();
  const drop = async (name: string, bytes: number): Promise<void> => {
    await writeFile(join(folder, name), 'x'.repeat(bytes));
    await dropPaths(page, [join(folder, name)]);
  };

  await test.step('the check finds the credits', async () => {
    await fillIn(page, { address: url, apiKey, accessToken });
    await answerQuestion(page, 'Connect');
    await expect(line(page, 'Balances')).toContainText('This service has credits. 2 apps found.');
    await expect(line(page, 'Deposits')).toContainText('Credits can be ordered here.');
    await dialog(page).getByRole('button', { name: 'Save account' }).click();
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
  });

  await test.step('the cost of a file is known before the first one is sent', async () => {
    await openScreen(page, 'Submit');
    await drop('letter.txt', 5_000);
    await expect(bar(page)).toContainText('1 file · 5,000 credits · paid by Work');
    await bar(page).getByRole('button', { name: 'Submit' }).click();
  });

  await test.step('a missing app id is named, and set where it is missed', async () => {
    await expect(row(page, 'letter.txt')).toContainText('The service requires an app id');
    await page.getByRole('button', { name: 'Set the app id… letter.txt' }).click();
    await expect(dialog(page).getByLabel('App id')).toBeFocused();
    await dialog(page).getByLabel('App id').fill('246');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog(page)).toBeHidden();
    await row(page, 'letter.txt')
      .getByRole('button', { name: /^Retry/ })
      .click();
    await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');
  });

  await test.step('the balances are credits, and say which of them paid', async () => {
    await openScreen(page, 'Balances');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(tokenCard(page, 'Main balance')).toContainText('536,870,912 credits');
    await expect(tokenCard(page, 'Practice')).toContainText('its own credits first, then from the main balance');
    await expect(page.getByText('at the rate of the last day')).toBeVisible();
  });

  await test.step('a look-up shows the network’s own fee', async () => {
    await openLookup(page);
    await lookUp(page, 'letter');
    await page.getByText('Technical details').first().click();
    await expect(page.getByText('Network fee, paid by the operator')).toBeVisible();
  });

  await test.step('many small files are cheaper together, in figures', async () => {
    await openScreen(page, 'Submit');
    const notes = join(folder, 'Notes');
    await mkdir(notes);
    for (let number = 0; number < 100; number += 1) await writeFile(join(notes, `${number}.txt`), `${number}`);
    await page.evaluate(() => globalThis.window.dropslip.call('drops.choose', { folders: 'ask', keepsTimes: true }));
    await dropPaths(page, [notes]);
    await expect(dialog(page)).toContainText('102,400 credits');
    await expect(dialog(page)).toContainText(
      /100 files: 10\d [kK]i?B of credits one by one, at most \d+ [kK]i?B together\./,
    );
    await page.keyboard.press('Escape');
  });
});

test('an account that pays with a token goes on with an API key once its service has credits', async ({
  start,
  serve,
  folder,
}) => {
  const { url, apiKey, accessToken, close } = await serve();
  const { page } = await start();
  await addWork(page, { url, accessToken });
  await close();
  const dataDir = join(folder, 'service with credits');
  await serve({ dialect: 'credits', port: Number(new URL(url).port), apiKey, accessToken, dataDir });

  await test.step('the account is held until it has an API key', async () => {
    await openScreen(page, 'Balances');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(tokenCard(page, 'Main balance')).toBeVisible();
    await openScreen(page, 'Submit');
    await writeFile(join(folder, 'letter.txt'), 'x'.repeat(5_000));
    await dropPaths(page, [join(folder, 'letter.txt')]);
    await trouble(page).getByRole('textbox', { name: 'New API key' }).fill(apiKey);
    await trouble(page).getByRole('button', { name: 'Save' }).click();
    await answerQuestion(page, 'Use it');
  });

  await test.step('the file is submitted once the user has chosen that key', async () => {
    await trouble(page).getByRole('button', { name: 'Edit' }).click();
    await expect(row(page, 'letter.txt')).toContainText('Waiting');
    await dialog(page).getByLabel('API key', { exact: true }).check();
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await answerQuestion(page, 'Use it');
    await waitForBlock(page, 'letter.txt');
  });
});
