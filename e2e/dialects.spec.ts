import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Fault, startFaultyProxy } from '../src/core/submissions/sending/faulty-proxy.fixture.ts';
import { addWork, test } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { clipboardText, withInspector } from './app/main-process.ts';
import { chooseToken, depositForm, deposits, openScreen, tokenCard } from './app/money.ts';
import { row, waitForBlock } from './app/rows.ts';
import { openSpending, submissions, totals } from './app/spending.ts';
import { expect } from './app/test.ts';

/** A submission costs 21,000,000,000,000 base units and 100,000,000 for each byte. */
const withTokens = {
  purse: 'ethereum',
  balances: ['100 ethereum', '99.9999785 ethereum', '99.999957 ethereum'],
  firstEstimate: 'cost unknown',
  laterEstimate: 'at most 0.0000215 ethereum',
  cost: '0.0000215 ethereum',
  total: '0.000043 ethereum',
  topUp: deposit,
  toppedUp: { purse: 'usd-coin', balance: '1,000,001.5 usd-coin' },
} as const;

/** A submission costs one credit for each byte, from the app’s own credits. An order adds to the main balance. */
const withCredits = {
  purse: 'Practice',
  balances: ['268,435,456 credits', '268,430,456 credits', '268,425,456 credits'],
  firstEstimate: '5,000 credits',
  laterEstimate: '5,000 credits',
  cost: '5,000 credits',
  total: '10,000 credits',
  topUp: order,
  toppedUp: { purse: 'Main balance', balance: '641,728,512 credits' },
} as const;

const dialects = [
  ['contract', 'documented', withTokens],
  ['deployed', 'deployed', withTokens],
  ['credits', 'credits', withCredits],
] as const;

async function deposit(page: Page): Promise<void> {
  await openScreen(page, 'Deposit');
  await chooseToken(page, 'usd-coin');
  const form = depositForm(page);
  await form.getByLabel('Amount, in usd-coin').fill('1.5');
  await form.getByLabel('Chain').fill('base');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Register deposit…' }).click();
  await answerQuestion(page, 'Register deposit');
  await expect(deposits(page).first()).toContainText('The service accepted it.');
}

async function order(page: Page): Promise<void> {
  await openScreen(page, 'Top up');
  const form = page.getByRole('form', { name: 'Order credits' });
  await form.getByLabel('Chain').selectOption('84532');
  await form.getByLabel('Token').selectOption({ index: 1 });
  await form.getByLabel('Amount, in ethereum').fill('0.005');
  await form.getByLabel('Payment contract').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await form.getByRole('button', { name: 'Register order' }).click();
  const orders = page.getByRole('list', { name: 'Orders of credits' }).locator('> li');
  await expect(async () => {
    await openScreen(page, 'Submit');
    await openScreen(page, 'Top up');
    await expect(orders.first()).toContainText('104,857,600 credits added', { timeout: 1_000 });
  }).toPass();
}

async function expectBalance(page: Page, purse: string, balance: string): Promise<void> {
  await openScreen(page, 'Balances');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(tokenCard(page, purse)).toContainText(balance);
}

/** Makes each drop wait for an approval, which shows its estimate. */
async function askAboutEachFile(page: Page): Promise<void> {
  const settings = { atOnce: 'automatic', spendingLimit: null, askBeyondFiles: 0 } as const;
  const answer = await page.evaluate(
    (given) => globalThis.window.dropslip.call('submissions.settings', given),
    settings,
  );
  expect(answer).toMatchObject({ ok: true });
}

/** Drops a file of 5,000 bytes and approves it at the expected estimate. */
async function submitFor(page: Page, path: string, estimate: string): Promise<void> {
  await openScreen(page, 'Submit');
  await writeFile(path, path.padEnd(5_000, '.'));
  await dropPaths(page, [path]);
  const bar = page.getByRole('region', { name: 'Waiting for your approval' });
  await expect(bar).toContainText(`1 file · ${estimate} · paid by Work`);
  await bar.getByRole('button', { name: 'Submit' }).click();
}

for (const [name, dialect, expected] of dialects) {
  test(`cost, balances, look-up, settling and top-up work in the dialect ${name}`, async ({ start, serve, folder }) => {
    const service = await serve({ dialect });
    let fault: Fault = { kind: 'none' };
    const proxy = await startFaultyProxy(service.url, () => fault);
    try {
      const app = await start(withInspector);
      const { page } = app;
      await addWork(page, { ...service, url: proxy.url });
      await askAboutEachFile(page);
      await expectBalance(page, expected.purse, expected.balances[0]);

      await test.step('the row and the spending show the same cost, after an estimate', async () => {
        await submitFor(page, join(folder, 'letter.txt'), expected.firstEstimate);
        await waitForBlock(page, 'letter.txt');
        await expect(row(page, 'letter.txt')).toContainText(expected.cost);
        await openSpending(page);
        await expect(submissions(page).getByRole('row').filter({ hasText: 'letter.txt' })).toContainText(expected.cost);
        await expect(totals(page)).toContainText(expected.cost);
      });

      await test.step('the balance falls by the cost', async () => {
        await expectBalance(page, expected.purse, expected.balances[1]);
      });

      await test.step('an id leads to what happened, and to a reply in plain words', async () => {
        const id = await page.evaluate(async () => {
          const snapshot = await globalThis.window.dropslip.call('app.snapshot', {});
          const [submission] = snapshot.ok ? snapshot.value.submissions : [];
          return submission?.state.kind === 'confirmed' ? submission.state.submissionId : '';
        });
        await openLookup(page);
        await lookUp(page, id);
        await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
        await expect(page.getByRole('list', { name: 'What happened to it' }).getByRole('listitem')).toContainText([
          'Added to Dropslip',
          'The service accepted it',
          'Registered by the service',
          'In block',
          `Cost ${expected.cost}`,
        ]);
        await page.getByRole('button', { name: 'Copy as a reply' }).click();
        await expect.poll(() => clipboardText(app)).toContain(`It cost ${expected.cost}. The submission id is ${id}.`);
        expect(await clipboardText(app)).toMatch(/^“letter\.txt” is confirmed\. The service registered it on .* UTC /);
      });

      await test.step('a lost answer is settled from the records, and paid once', async () => {
        const before = proxy.submissions();
        fault = { kind: 'reset-when-whole', forwarded: true };
        await submitFor(page, join(folder, 'contract.pdf'), expected.laterEstimate);
        await waitForBlock(page, 'contract.pdf');
        await expect(row(page, 'contract.pdf')).toContainText(expected.cost);
        expect(proxy.submissions()).toBe(before + 1);
        await row(page, 'contract.pdf').getByRole('gridcell').first().click();
        await expect(page.getByRole('list', { name: 'What happened to it' })).toContainText(
          'Found in the service’s records',
        );
        await openSpending(page);
        await expect(totals(page)).toContainText(expected.total);
        await expectBalance(page, expected.purse, expected.balances[2]);
      });

      await test.step('a top-up raises the balance', async () => {
        await expected.topUp(page);
        await expectBalance(page, expected.toppedUp.purse, expected.toppedUp.balance);
      });
    } finally {
      await proxy.close();
    }
  });
}
