import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { untilMidnightIsFar } from './app/day.ts';
import { dropPaths } from './app/drop.ts';
import { openScreen, question, tokenCard } from './app/money.ts';
import { waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('balances are exact in the user’s own language, and warn below a line', async ({ start, folder }) => {
  await untilMidnightIsFar();
  const { page } = await start({ args: ['--lang=de'], practice: { dialect: 'deployed' } });
  await writeFile(join(folder, 'letter.txt'), 'x'.repeat(10_000));
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await waitForBlock(page, 'letter.txt');
  await openScreen(page, 'Balances');
  const ethereum = tokenCard(page, 'ethereum');
  // 100 ethereum less 21,000,000,000,000 and 100,000,000 for each byte.
  await expect(ethereum).toContainText('99,999978 ethereum', { timeout: 30_000 });
  await expect(ethereum).not.toContainText('99.999.978');
  await expect(ethereum).toContainText('0x7ae3…d1f5');
  await expect(tokenCard(page, 'dai')).toContainText('0 dai');
  // What the contract does not name is kept and shown.
  await ethereum.getByLabel('Technical details of ethereum').click();
  await expect(ethereum.getByRole('definition').filter({ hasText: '99999978000000000000' })).toBeVisible();
  await expect(ethereum.getByRole('term').filter({ hasText: 'token_amount_locked' })).toBeVisible();

  await page.getByRole('button', { name: 'Warn me about usd-coin' }).click();
  const whole = question(page).getByLabel('Warn me below, in usd-coin');
  await whole.fill('1.000.000,0000001');
  await expect(question(page)).toContainText('This token allows at most 6 digits after the decimal comma.');
  await whole.fill('1.000.000,000001');
  await expect(question(page).getByLabel('Warn me below, in base units')).toHaveValue('1.000.000.000.001');
  await expectNoViolationsInLightAndDark(page);
  await page.keyboard.press('Enter');
  await expect(tokenCard(page, 'usd-coin')).toContainText('Low: less than the 1.000.000,000001 usd-coin that you set.');
  await expect(page.getByRole('button', { name: /^Balances.*1 token needs attention/ })).toBeVisible();

  await expect(tokenCard(page, 'ethereum')).toContainText('99,999978');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
});
