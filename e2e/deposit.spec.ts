import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { answerQuestion } from './app/confirm.ts';
import { booksOf, depositForm, deposits, openScreen, tokenCard } from './app/money.ts';
import { pageOf } from './app/pages.ts';
import { expect, test } from './app/test.ts';

const largest = 2n ** 256n - 1n;

test('a deposit goes from a balance card to a receipt, with every digit', async ({ start, userData }) => {
  const app = await start();
  const { page } = app;
  await openScreen(page, 'Balances');
  await tokenCard(page, 'usd-coin').getByRole('button', { name: 'Deposit usd-coin' }).click();
  const form = depositForm(page);
  await expect(form.getByLabel('Token', { exact: true })).toContainText('usd-coin');
  const whole = form.getByLabel('Amount, in usd-coin');
  await whole.fill('0');
  await expect(form).toContainText('A deposit must be more than zero.');
  await whole.fill('1.0000001');
  await expect(form).toContainText('This token allows at most 6 digits after the decimal point.');
  await form.getByText('Technical details').click();
  await form.getByLabel('Amount, in base units').fill('1500001');
  await expect(whole).toHaveValue('1.500001');
  await form.getByLabel('Chain').fill('12345');
  await page.keyboard.press('Escape');
  await expect(form).toContainText(
    'Register a deposit of 1.500001 usd-coin, made on chain 12345 (unknown to Dropslip).',
  );
  await expect(form).toContainText('1,000,000 usd-coin now → 1,000,001.500001 usd-coin after');
  await expect(form).toContainText('Dropslip does not know chain 12345.');
  await expectNoViolationsInLightAndDark(page);
  await form.getByRole('button', { name: 'Register deposit…' }).click();
  await answerQuestion(page, 'Cancel');
  await expect(form.getByRole('alert')).toContainText('Nothing was done');
  await form.getByRole('button', { name: 'Register deposit…' }).click();
  const asked = await pageOf(page.context(), 'consent.html');
  await expect(asked.getByRole('textbox', { name: 'What it is about' })).toHaveValue(
    /^1\.500001 usd-coin\nBalance 1,000,000 usd-coin now → .*\nMade on chain 12345 .*\nTo http.*\nAccount “Practice/,
  );
  await expect(asked.getByRole('textbox', { name: 'Technical details' })).toHaveValue(
    /^1,500,001 base units\nToken 0x[0-9a-f]{40}$/,
  );
  await answerQuestion(page, 'Register deposit');
  const receipt = deposits(page).first();
  await expect(receipt).toContainText('Registered');
  await expect(receipt).toContainText('The service accepted it.');

  // A token by its address, and the largest amount there is.
  await form.getByLabel('Token', { exact: true }).selectOption('other');
  await form.getByLabel('Token address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
  await expect(form).toContainText('upper and lower case do not match');
  await form.getByLabel('Token address').fill('0X5F01DC8E9B7A43620CE1D5F8BA96E0734D2C1B9E');
  await form.getByLabel('Amount, in base units').fill((largest + 1n).toString());
  await expect(form).toContainText('more than any token can hold');
  await form.getByLabel('Amount, in base units').fill(largest.toString());
  await form.getByLabel('Chain').fill('base');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Register deposit');
  await expect(deposits(page)).toHaveCount(2);
  await expect(deposits(page).first()).toContainText('The service accepted it.');
  const details = deposits(page).last();
  await details.getByText('Details', { exact: true }).click();
  await expect(details).toContainText('0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01');
  await expectNoViolationsInLightAndDark(page);
  await app.quit();

  expect(booksOf(userData, 'SELECT amount, chain_id FROM deposits ORDER BY deposited_at')).toEqual([
    { amount: '1500001', chain_id: '12345' },
    { amount: largest.toString(), chain_id: '8453' },
  ]);
});
