import { startFaultyProxy } from '../src/core/submissions/sending/faulty-proxy.fixture.ts';
import { localDay } from '../src/shared/time.ts';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { test as accountTest, addWork } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { makeDownloads } from './app/downloads.ts';
import { booksOf, chooseToken, depositForm, deposits, openScreen, tokenCard } from './app/money.ts';
import { pageOf } from './app/pages.ts';
import { expect, test } from './app/test.ts';

const largest = 2n ** 256n - 1n;

test('a deposit goes from a balance card to a receipt that stays, with every digit', async ({ start, userData }) => {
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
  await expectNoViolationsInLightAndDark(page);
  await expect(form).toContainText(
    'Register a deposit of 1.500001 usd-coin, made on chain 12345 (unknown to Dropslip).',
  );
  await expect(form).toContainText('1,000,000 usd-coin now → 1,000,001.500001 usd-coin after');
  await expect(form).toContainText('Dropslip does not know chain 12345.');
  await expectNoViolationsInLightAndDark(page);
  await form.getByRole('button', { name: 'Register deposit…' }).click();
  await answerQuestion(page, 'Cancel');
  await expect(form.getByRole('alert')).toContainText('Nothing was registered');
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

  // A token by its address, the largest amount there is, and one zero too many.
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
  await page.getByRole('button', { name: /^Details of the deposit of 1\.5/ }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Technical details').click();
  await expect(details).toContainText('0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01');
  await expectNoViolationsInLightAndDark(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await app.quit();

  expect(booksOf(userData, 'SELECT amount, chain_id FROM deposits ORDER BY deposited_at')).toEqual([
    { amount: '1500001', chain_id: '12345' },
    { amount: largest.toString(), chain_id: '8453' },
  ]);
  const again = await start();
  await openScreen(again.page, 'Deposit');
  await expect(deposits(again.page)).toHaveCount(2);
  await expect(deposits(again.page).last()).toContainText('1.500001 usd-coin');
});

test('deposits are exported as a spreadsheet and as a PDF', async ({ start, folder }) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env });
  await openScreen(page, 'Deposit');
  const form = depositForm(page);
  await chooseToken(page, 'usd-coin');
  await form.getByLabel('Amount, in usd-coin').fill('1.5');
  await form.getByLabel('Chain').fill('12345');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Register deposit…' }).click();
  await answerQuestion(page, 'Register deposit');
  await expect(deposits(page).first()).toContainText('Registered');
  const name = `Deposits ${localDay(Date.now())}`;
  await page.getByRole('button', { name: 'Export as spreadsheet (CSV)' }).click();
  await expect(page.getByText(`“${name}.csv” is in your Downloads folder.`)).toBeVisible();
  expect((await downloads.read(`${name}.csv`)).toString('utf8')).toContain('15E-1,usd-coin');
  await page.getByRole('button', { name: 'Export as PDF' }).click();
  await expect(page.getByText(`“${name}.pdf” is in your Downloads folder.`)).toBeVisible();
  const pdf = (await downloads.read(`${name}.pdf`)).toString('latin1');
  // Screen readers read a PDF by its tags.
  const tagged = ['%PDF-', '/StructTreeRoot', '/S /H1', '/S /Table', '/S /TH'];
  expect(tagged.filter((entry) => !pdf.includes(entry))).toEqual([]);
});

test('a deposit is typed and read in German, and a much larger one is warned of', async ({ start, userData }) => {
  const app = await start({ args: ['--lang=de'], practice: { dialect: 'deployed' } });
  const { page } = app;
  await openScreen(page, 'Deposit');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  const form = depositForm(page);
  for (const amount of ['0,15', '1.500,5']) {
    await chooseToken(page, 'ethereum');
    // The service says on which chain the token is.
    await expect(form.getByLabel('Chain')).toHaveValue('Ethereum (chain 1)');
    await form.getByLabel('Amount, in ethereum').fill('1.5');
    await expect(form).toContainText('Did you mean 1,5?');
    await form.getByRole('button', { name: '1,5 ethereum' }).click();
    await expect(form.getByLabel('Amount, in ethereum')).toBeFocused();
    await expect(form.getByLabel('Amount, in ethereum')).toHaveValue('1,5');
    await expect(form).toContainText('Register a deposit of 1,5 ethereum,');
    await form.getByLabel('Amount, in ethereum').fill(amount);
    await expect(form.getByText('at least 10 times as much as any deposit')).toBeVisible({
      visible: amount === '1.500,5',
    });
    if (amount === '1.500,5') {
      await expect(form).toContainText('Register a deposit of 1.500,5 ethereum, made on Ethereum (chain 1).');
    }
    await form.getByRole('button', { name: 'Register deposit…' }).click();
    await answerQuestion(page, 'Register deposit');
    await expect(deposits(page).first()).toContainText(`${amount} ethereum`);
    await expect(deposits(page).first()).toContainText('The service accepted it.');
  }
  await app.quit();
  expect(booksOf(userData, 'SELECT amount, chain_id FROM deposits ORDER BY deposited_at')).toEqual([
    { amount: '150000000000000000', chain_id: '1' },
    { amount: '1500500000000000000000', chain_id: '1' },
  ]);
});

accountTest('a deposit whose answer was lost stays uncertain until the person settles it', async ({ start, serve }) => {
  const service = await serve();
  let lost = false;
  let arrived = false;
  const proxy = await startFaultyProxy(
    service.url,
    () => (lost || arrived ? { kind: 'reset-when-whole', forwarded: arrived } : { kind: 'none' }),
    'request_funds',
  );
  try {
    const { page } = await start();
    await addWork(page, { url: proxy.url, apiKey: service.apiKey, accessToken: service.accessToken });
    await openScreen(page, 'Deposit');
    const form = depositForm(page);
    const before = proxy.submissions();
    lost = true;
    await chooseToken(page, 'ethereum');
    await form.getByLabel('Amount, in ethereum').fill('2');
    await form.getByLabel('Chain').fill('1');
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Register deposit…' }).click();
    await answerQuestion(page, 'Register deposit');
    const receipt = deposits(page).first();
    await expect(receipt).toContainText('We don’t know yet');
    await expect(receipt).toContainText('does not send it again automatically');
    await expect(receipt).toContainText('The balance was 100 ethereum before this deposit.');
    await expect(page.getByRole('button', { name: 'Deposit (1 deposit is uncertain)', exact: true })).toBeVisible();
    await expectNoViolationsInLightAndDark(page);
    expect(proxy.submissions()).toBe(before + 1);
    lost = false;
    await receipt.getByRole('button', { name: 'It went through' }).click();
    const doubted = await pageOf(page.context(), 'consent.html');
    await expect(doubted.getByText('The balance was 100 ethereum before')).toContainText(
      'is 100 ethereum now. Confirm only if it rose by the 2 ethereum of this deposit',
    );
    await expect(doubted.getByRole('button', { name: 'Confirm it myself' })).toBeVisible();
    await answerQuestion(page, 'Cancel');
    await expect(page.getByText('The deposit stays uncertain')).toBeVisible();
    await expect(receipt).toContainText('We don’t know yet');
    await receipt.getByRole('button', { name: 'It did not: register again' }).click();
    await answerQuestion(page, 'Register again');
    await expect(receipt).toContainText('The service accepted it.');
    expect(proxy.submissions()).toBe(before + 2);

    // Taken by the service, and its answer lost: the balance shows it.
    arrived = true;
    await chooseToken(page, 'ethereum');
    await form.getByLabel('Amount, in ethereum').fill('3');
    await form.getByLabel('Chain').fill('1');
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Register deposit…' }).click();
    await answerQuestion(page, 'Register deposit');
    await expect(receipt).toContainText('We don’t know yet');
    await receipt.getByRole('button', { name: 'It went through' }).click();
    const proven = await pageOf(page.context(), 'consent.html');
    await expect(proven.getByText('is 105 ethereum now.')).toBeVisible();
    await answerQuestion(page, 'Confirm it myself');
    await expect(receipt).toContainText('Confirmed by you');
    await expect(receipt).toContainText('The service never answered.');
    expect(proxy.submissions()).toBe(before + 3);
  } finally {
    await proxy.close();
  }
});
