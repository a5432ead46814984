import type { Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { saysCopied } from './app/copied.ts';
import { booksOf, openScreen } from './app/money.ts';
import { expect, test } from './app/test.ts';

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const orders = (page: Page) => page.getByRole('list', { name: 'Orders of credits' }).locator('> li');

/** Opens the screen again, which reads the orders from the service. */
async function openAgain(page: Page): Promise<void> {
  await openScreen(page, 'Submit');
  await openScreen(page, 'Top up');
}

test('an order of credits is registered, paid and listed after a restart', async ({ start, userData }) => {
  const options = { practice: { dialect: 'credits', blockTimeSeconds: 4 } };
  const app = await start(options);
  const { page } = app;
  // The balances show which kind of service it is.
  await openScreen(page, 'Balances');
  await openScreen(page, 'Top up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top up');
  const form = page.getByRole('form', { name: 'Order credits' });
  const register = form.getByRole('button', { name: 'Register order' });
  await expect(register).toBeDisabled();
  await form.getByLabel('Chain').selectOption('84532');
  await form.getByLabel('Token').selectOption({ index: 1 });
  await form.getByLabel('Amount, in ethereum').fill('0.005');
  await form.getByLabel('Payment contract').fill(`${contract.slice(0, -1)}D`);
  await expect(form).toContainText('One character is wrong');
  await form.getByLabel('Payment contract').fill(contract);
  await expect(form).toContainText(
    'Order credits for 0.005 ethereum, to be paid on Base Sepolia (test) (chain 84532).',
  );
  await expectNoViolationsInLightAndDark(page);
  await register.click();
  const order = orders(page).first();
  await expect(order).toContainText('Order 1: 0.005 ethereum');
  await expect(order).toContainText('Waiting for your payment');
  await expect(order).toContainText(contract);
  await expect(order).toContainText(`ethereum:${contract.toLowerCase()}@84532/depositERC20?bytes32=0x`);
  await expect(order.getByRole('img', { name: /^QR code/ })).toHaveCount(2);
  await expectNoViolationsInLightAndDark(page);
  const copied = saysCopied(page);
  await order.getByRole('button', { name: 'Copy payment link' }).click();
  await copied;

  await expect(async () => {
    await openAgain(page);
    await expect(order).toContainText('104,857,600 credits added', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('Your order of credits is complete.')).toBeVisible();
  await app.quit();
  expect(booksOf(userData, 'SELECT chain_id, status FROM orders')).toEqual([{ chain_id: 84532, status: 'COMPLETED' }]);

  const restarted = await start(options);
  const { page: again } = restarted;
  await openScreen(again, 'Top up');
  await expect(orders(again)).toHaveCount(1);
  await expect(orders(again).first()).toContainText('Order 1: 0.005 ethereum');
  await expect(orders(again).first()).toContainText('104,857,600 credits added');
  // The contract is asked for once per chain.
  const emptyForm = again.getByRole('form', { name: 'Order credits' });
  await emptyForm.getByLabel('Chain').selectOption('84532');
  await expect(emptyForm.getByLabel('Payment contract')).toHaveValue(contract);
  await restarted.quit();

  // The service has tokens again.
  const { page: later } = await start({ practice: { dialect: 'documented' } });
  await openScreen(later, 'Balances');
  await later.getByRole('button', { name: 'Refresh', exact: true }).click();
  await openScreen(later, 'Deposit');
  await expect(later.getByText('The service does not take orders of credits now')).toBeVisible();
  await expect(orders(later).first()).toContainText('104,857,600 credits added');
});

test('an order that fails says so and is not offered to be paid', async ({ start }) => {
  const { page } = await start({ practice: { dialect: 'credits', faults: { order: 'failing' } } });
  await openScreen(page, 'Balances');
  await openScreen(page, 'Top up');
  const form = page.getByRole('form', { name: 'Order credits' });
  await form.getByLabel('Chain').selectOption('11155111');
  await form.getByLabel('Token').selectOption({ index: 1 });
  await form.getByLabel('Amount, in ethereum').fill('1');
  await form.getByLabel('Payment contract').fill(contract);
  await form.getByRole('button', { name: 'Register order' }).click();
  await expect(async () => {
    await openAgain(page);
    await expect(orders(page).first()).toContainText('The operator says that it failed', { timeout: 1_000 });
  }).toPass();
  await expect(orders(page).first()).not.toContainText('How to pay');
});
