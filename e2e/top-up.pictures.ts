import { openScreen } from './app/money.ts';
import { takePicture } from './app/picture.ts';
import { expect, test } from './app/test.ts';

test('a top-up from the empty screen to its credits', async ({ start }) => {
  const { page } = await start({ practice: { dialect: 'credits', blockTimeSeconds: 3 } });
  await openScreen(page, 'Balances');
  await openScreen(page, 'Top up');
  const form = page.getByRole('form', { name: 'Order credits' });
  await expect(form.getByRole('option', { name: /84532/ })).toBeAttached();
  await takePicture(page, 'top-up-empty');
  await form.getByLabel('Chain').selectOption('84532');
  await form.getByLabel('Token').selectOption({ index: 1 });
  await form.getByLabel('Amount, in ethereum').fill('0.005');
  await form.getByLabel('Payment contract').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await takePicture(page, 'top-up-form');
  await form.getByRole('button', { name: 'Register order' }).click();
  const order = page.getByRole('list', { name: 'Orders of credits' }).locator('> li').first();
  await expect(order).toContainText('Waiting for your payment');
  await order.scrollIntoViewIfNeeded();
  await takePicture(page, 'top-up-order');
  await order
    .getByRole('img', { name: /^QR code/ })
    .last()
    .scrollIntoViewIfNeeded();
  await takePicture(page, 'top-up-codes');
  await expect(async () => {
    await openScreen(page, 'Submit');
    await openScreen(page, 'Top up');
    await expect(order).toContainText('credits added', { timeout: 1_000 });
  }).toPass();
  await order.scrollIntoViewIfNeeded();
  await takePicture(page, 'top-up-completed');
});
