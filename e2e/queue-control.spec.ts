import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

/** Drops a folder with a file of each name in it. */
async function dropNamed(page: Page, folder: string, names: readonly string[]): Promise<void> {
  const batch = join(folder, 'batch');
  await mkdir(batch);
  for (const name of names) await writeFile(join(batch, name), name);
  await dropPaths(page, [batch]);
}

/** Names in the order in which their tries that were accepted began. */
function sendingOrder(userData: string): string[] {
  const database = new DatabaseSync(join(userData, 'dropslip.db'), { readOnly: true });
  const rows = database
    .prepare(
      `SELECT name FROM submissions JOIN attempts ON local_id = id WHERE outcome = 'accepted' ORDER BY started_at, local_id`,
    )
    .all();
  database.close();
  return rows.map(({ name }) => String(name));
}

function action(page: Page, name: string, label: string) {
  return row(page, name).getByRole('button', { name: `${label}: ${name}` });
}

test('paused files stay, one goes when it is resumed, and what is to be sent next overtakes the others', async ({
  start,
  folder,
  userData,
}) => {
  // Two requests in a while: most of the batch is always waiting, far longer than it takes to be told what to do.
  const { page } = await start({ practice: { rateLimit: { requests: 2, seconds: 6 } } });
  await page.setViewportSize({ width: 1180, height: 1600 });
  const names = Array.from('abcdefghijklmnop', (letter) => `${letter}.txt`);
  await dropNamed(page, folder, names);
  await expect(action(page, 'n.txt', 'Pause')).toBeVisible();
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(row(page, 'n.txt')).toContainText('Paused');
  await expect(row(page, 'm.txt')).toContainText('Paused');
  await expect(page.getByRole('button', { name: /^Working 0/ })).toBeVisible();

  await action(page, 'm.txt', 'Resume').click();
  await expect(row(page, 'm.txt')).toContainText(/Submitted|Confirmed/);
  await expect(row(page, 'n.txt')).toContainText('Paused');

  await page.getByRole('button', { name: 'Resume all' }).click();
  await action(page, 'p.txt', 'Send next').click();
  await expect(row(page, 'p.txt')).toContainText(/Submitted|Confirmed/);
  await expect(page.getByRole('row').filter({ hasText: 'Paused' })).toHaveCount(0);
  const sent = sendingOrder(userData);
  expect(sent).toContain('p.txt');
  expect(sent).not.toContain('o.txt');
});

test('a spending limit holds files until the user approves them', async ({ start, folder }) => {
  const { page } = await start();
  await writeFile(join(folder, 'first.txt'), 'first');
  await dropPaths(page, [join(folder, 'first.txt')]);
  await waitForBlock(page, 'first.txt');
  await page.getByRole('button', { name: 'Limits' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: /Files at a time/ }).fill('3');
  const limit = dialog.getByLabel(/Spending limit/);
  await limit.fill('1.500');
  await expect(dialog).toContainText('Did you mean 1.5 or 1,500?');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('button', { name: '1,500 ethereum' }).click();
  await expect(limit).toHaveValue('1,500');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await limit.fill('0.000000001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Limits' }).click();
  await expect(dialogOf(page).getByRole('textbox', { name: /Files at a time/ })).toHaveValue('3');
  await expect(dialogOf(page).getByLabel(/Spending limit/)).toHaveValue('0.000000001');
  await page.keyboard.press('Escape');
  await writeFile(join(folder, 'second.txt'), 'second');
  await dropPaths(page, [join(folder, 'second.txt')]);
  await expect(row(page, 'second.txt')).toContainText('Waiting for your approval');
  const bar = page.getByRole('region', { name: 'Waiting for your approval' });
  await expect(bar).toContainText('more than its limit of 0.000000001 ethereum');
  await bar.getByRole('button', { name: 'Submit…' }).click();
  await answerQuestion(page, 'Submit and pay');
  await expect(bar).toBeHidden();
  await waitForBlock(page, 'second.txt');

  // So many of another token are another amount: the limit says nothing of it, and lets nothing go.
  const payer = page.getByLabel('Submit with');
  // The list of tokens is read again by whoever opens it.
  await payer.focus();
  await payer.selectOption('token:usd-coin');
  await writeFile(join(folder, 'third.txt'), 'third');
  await dropPaths(page, [join(folder, 'third.txt')]);
  await expect(bar).toContainText(
    'A different token pays than the one of your spending limit of 0.000000001 ethereum.',
  );
  await page.getByRole('button', { name: 'Limits' }).click();
  await expect(dialogOf(page)).toContainText('usd-coin pays now, and your limit is in ethereum');
  await dialogOf(page).getByLabel('Spending limit, in usd-coin').fill('2');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await answerQuestion(page, 'Use this limit');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(bar).not.toContainText('Another token');
  await payer.selectOption('api-key');
  await expect(bar).toContainText('A different token pays than the one of your spending limit of 2 usd-coin.');
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Limits' });
