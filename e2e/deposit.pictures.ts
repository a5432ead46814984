import { answerQuestion } from './app/confirm.ts';
import { chooseToken, openScreen } from './app/money.ts';
import { takePicture } from './app/picture.ts';
import { expect, test } from './app/test.ts';

test('a deposit from the empty screen to its receipt', async ({ window: page }) => {
  await openScreen(page, 'Deposit');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await takePicture(page, 'deposit-empty');
  const form = page.getByRole('form', { name: 'Register a deposit' });
  for (const amount of ['0.15', '1500']) {
    await chooseToken(page, 'ethereum');
    await form.getByLabel('Amount, in ethereum').fill(amount);
    await form.getByLabel('Chain').fill('Ethereum');
    await page.keyboard.press('Escape');
    if (amount === '1500') await takePicture(page, 'deposit-form');
    await form.getByRole('button', { name: 'Register deposit…' }).click();
    await answerQuestion(page, 'Register deposit');
    await expect(page.getByText(/exactly this deposit/)).toHaveCount(amount === '0.15' ? 1 : 2);
  }
  await takePicture(page, 'deposit-receipts');
  await page.getByRole('button', { name: /^Details of the deposit of 1,500/ }).click();
  await takePicture(page, 'deposit-details');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'deposit-small');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 450, height: 300 });
  await takePicture(page, 'deposit-zoomed');
});
