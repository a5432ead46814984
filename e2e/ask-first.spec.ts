import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { card, dialog, fillIn, row, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { openScreen } from './app/money.ts';
import { expect } from './app/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Waiting for your approval' });

test('the first files of an account and a large drop wait for a yes, in figures; a small drop goes at once', async ({
  start,
  serve,
  folder,
}) => {
  const { url, apiKey, accessToken } = await serve();
  const { page } = await start();
  await fillIn(page, { address: url, apiKey, accessToken });
  await answerQuestion(page, 'Connect');
  await dialog(page).getByRole('radio', { name: 'Access token' }).click();
  await dialog(page).getByRole('button', { name: 'Save account' }).click();

  await test.step('with the first account it is offered to choose what is asked about', async () => {
    await expect(dialog(page)).toContainText('Choose when Dropslip asks you first');
    await dialog(page)
      .getByRole('textbox', { name: /Ask me first before more files/ })
      .fill('3');
    await dialog(page).getByLabel('Spending limit, in ethereum').fill('0.5');
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(card(page)).toContainText('Work');
    const snapshot = await page.evaluate(() => window.dropslip.call('app.snapshot', {}));
    expect(snapshot).toMatchObject({ value: { queueSettings: { askBeyondFiles: 3 } } });
  });
  await openScreen(page, 'Submit');

  await test.step('it can be changed before there is any file', async () => {
    await page.getByRole('button', { name: 'Limits' }).click();
    await expect(page.getByRole('dialog', { name: 'Limits' }).getByLabel(/Spending limit/)).toHaveValue('0.5');
    await page.keyboard.press('Escape');
  });

  await test.step('the first file', async () => {
    await writeFile(join(folder, 'letter.txt'), 'A letter');
    await dropPaths(page, [join(folder, 'letter.txt')], {
      whileOver: () => expect(page.getByTestId('drop-overlay')).toContainText('Drop to submit, paid by Work'),
    });
    await expect(bar(page)).toContainText('1 file · cost unknown · paid by Work');
    await expect(bar(page)).toBeFocused();
    await expectNoViolationsInLightAndDark(page);
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('button', { name: 'Submit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await answerQuestion(page, 'Submit and pay');
    await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');
  });

  await test.step('more files than are submitted without asking', async () => {
    const drop = join(folder, 'Invoices');
    await mkdir(drop);
    for (const name of ['1', '2', '3', '4']) await writeFile(join(drop, `${name}.pdf`), `Invoice ${name}`);
    await dropPaths(page, [drop]);
    await expect(bar(page)).toContainText(/^4 files · (about|at most) [\d.]+ ethereum · paid by Work/);
    await bar(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(bar(page)).toBeHidden();
    await expect(row(page, '1.pdf')).toHaveCount(0);
  });

  await test.step('a small drop', async () => {
    await writeFile(join(folder, 'note.txt'), 'A note');
    await dropPaths(page, [join(folder, 'note.txt')]);
    await expect(row(page, 'note.txt')).toContainText(/Submitted|Confirmed in a block/);
  });
});
