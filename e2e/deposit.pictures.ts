import { answerQuestion } from './app/confirm.ts';
import { withInspector } from './app/main-process.ts';
import { chooseToken, depositForm, deposits, openScreen } from './app/money.ts';
import { takePicture, takeQuestion } from './app/picture.ts';
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
    await expect(page.getByText('The service accepted it.')).toHaveCount(amount === '0.15' ? 1 : 2);
  }
  await takePicture(page, 'deposit-receipts');
  await deposits(page).first().getByText('Details', { exact: true }).click();
  await takePicture(page, 'deposit-details');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'deposit-small');
  await page.setViewportSize({ width: 450, height: 300 });
  await takePicture(page, 'deposit-zoomed');
});

test('the questions about a deposit, and an amount that is asked about', async ({ start }) => {
  const app = await start(withInspector);
  const { page } = app;
  await openScreen(page, 'Deposit');
  const form = depositForm(page);
  const register = form.getByRole('button', { name: 'Register deposit…' });
  await chooseToken(page, 'ethereum');
  await form.getByLabel('Chain').fill('1');
  await page.keyboard.press('Escape');
  await form.getByLabel('Amount, in ethereum').fill('1.500');
  await expect(form).toContainText('Did you mean 1.5 or 1,500?');
  await takePicture(page, 'deposit-asked');
  await form.getByRole('button', { name: '1.5 ethereum' }).click();
  await register.click();
  await takeQuestion(app, 'deposit');
  await register.click();
  await answerQuestion(page, 'Register deposit');
  await expect(deposits(page).first()).toContainText('The service accepted it.');
  for (const [amount, name] of [['1.5', 'same-deposit']] as const) {
    await chooseToken(page, 'ethereum');
    await form.getByLabel('Chain').fill('1');
    await page.keyboard.press('Escape');
    await form.getByLabel('Amount, in ethereum').fill(amount);
    await register.click();
    await takeQuestion(app, name);
  }
});
