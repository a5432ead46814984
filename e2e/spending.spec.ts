import { test as base } from './app/accounts.ts';
import { untilMidnightIsFar } from './app/day.ts';
import { makeDownloads } from './app/downloads.ts';
import { type ListingService, startListingService } from './app/listing-service.ts';
import { addListingAccount, groups, openSpending, submissions, totals } from './app/spending.ts';
import { takeDown } from './app/take-down.ts';
import { expect } from './app/test.ts';

const most = (2n ** 256n - 1n).toString();

const test = base.extend<{ readonly listing: ListingService }>({
  listing: async ({ folder: _folder }, use) => {
    const service = await startListingService();
    await use(service);
    await service.close();
  },
});

/** Records that a ledger never holds together: as large, as small and as empty as they come. */
const odd: readonly object[] = [
  { id: 'largest', token_details_id: 1, fees: most, amount_data: '4096', created_at: '2026-03-02T10:00:00' },
  { id: 'free', token_details_id: 1, fees: '0', amount_data: '1', created_at: '2026-03-01T10:00:00', flavour: 'mint' },
  { id: 'six', token_details_id: 2, fees: '1234567', amount_data: '2.31 KB', created_at: '2026-02-10T10:00:00' },
  { id: 'stranger', token_details_id: 77, fees: '12.5', amount_data: '10', created_at: '2026-02-11T10:00:00' },
  { id: 'gone-wrong', token_details_id: 2, error: '=cmd|calc', created_at: '2026-02-12T10:00:00' },
  { id: 'once', token_details_id: 2, fees: '1', created_at: '2026-01-01T10:00:00' },
  { id: 'twice', token_details_id: 2, fees: '2', created_at: '2026-01-01T10:00:00' },
  { id: 'nothing', user_id: null, token_details_id: null, fees: null, amount_data: null, created_at: null },
];

test('a support desk finds, adds up, opens and takes away what was spent, to the last digit, and keeps it offline', async ({
  start,
  listing,
  folder,
}) => {
  base.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  await untilMidnightIsFar();
  const downloads = await makeDownloads(folder);
  listing.list(odd);
  const { page } = await start({ env: downloads.env });
  await addListingAccount(page, listing, "Anna's / Work");
  await openSpending(page);
  const rows = submissions(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
  await expect(rows).toHaveCount(odd.length);

  await test.step('sums are exact, and unknown values are shown', async () => {
    const whole = `${most.slice(0, -18)}.${most.slice(-18)}`.replace(/\B(?=(?:\d{3})+\.)/g, ',');
    await expect(totals(page)).toContainText(`${whole} ethereum`);
    await expect(totals(page)).toContainText('1.23457 usd-coin');
    await expect(totals(page)).toContainText('12.5 token 77');
    await expect(rows.last()).toHaveText('–nothingSubmitted––');
  });

  await test.step('a column sorts both ways', async () => {
    const fees = page.getByRole('columnheader', { name: 'Cost' });
    await fees.getByRole('button').click();
    await expect(fees).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows.first()).toContainText('0 ethereum');
    await fees.getByRole('button').click();
    await expect(fees).toHaveAttribute('aria-sort', 'descending');
    await expect(rows.first()).toContainText('115,792,089,237');
  });

  await test.step('typing filters, and totals follow', async () => {
    await page.getByLabel('Search spending').fill('usd');
    await expect(totals(page)).toContainText('4 of 8 submissions');
    await page.getByLabel('Search spending').fill('');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('From').fill('2026-02-11');
    await expect(totals(page)).toContainText('4 of 8 submissions');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(totals(page)).toContainText('8 submissions');
  });

  await test.step('groups add up, and one of them opens', async () => {
    await page.getByLabel('Group').selectOption('month');
    await expect(groups(page).getByRole('row')).toHaveCount(5);
    const february = groups(page).getByRole('row').filter({ hasText: 'February 2026' });
    await expect(february).toContainText('1.234567');
    await february.click();
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('the keyboard opens a record, with what the contract does not name', async () => {
    await page.getByLabel('Search spending').fill('mint');
    await expect(rows).toHaveCount(1);
    await rows.first().focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Record' });
    await expect(panel).toContainText('flavour');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(rows.first()).toBeFocused();
    await page.getByLabel('Search spending').fill('');
  });

  await test.step('a sheet and JSON are saved', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('The service says').check();
    await page.keyboard.press('Escape');
    for (const format of ['Spreadsheet', 'JSON']) {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: format }).click();
      await expect(page.getByText(`.${format === 'JSON' ? 'json' : 'csv'}” is in your Downloads folder`)).toBeVisible();
    }
    const name = `Spending Anna's _ Work ${new Date().toISOString().slice(0, 10)}`;
    const sheet = String(await downloads.read(`${name}.csv`));
    expect(sheet).toContain(
      `115792089237316195423570985008687907853269984665640564039457584007913129639935E-18,ethereum,"\t${most}"`,
    );
    expect(sheet).toContain("'=cmd|calc");
    expect(sheet.split('\r\n')).toHaveLength(odd.length + 2);
    const records: unknown = JSON.parse(String(await downloads.read(`${name}.json`)));
    expect(records).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'free', flavour: 'mint' })]));
  });

  await test.step('charts are drawn, and are a table for who wants numbers', async () => {
    await page.getByText('Charts', { exact: true }).click();
    await expect(page.getByText('Data submitted')).toBeVisible();
    await expect(page.getByRole('figure').first()).toContainText(/^Cost in .*Total /);
    // Each of four submissions with data is seen, and no token is drawn in the column of another.
    await expect(page.getByRole('figure').nth(1).locator('path.recharts-rectangle')).toHaveCount(4);
    await page.getByLabel('Search spending').fill('nosuch');
    await expect(page.getByText('Nothing matches. Change or clear the filter.')).toBeVisible();
    await page.getByLabel('Search spending').fill('');
    await page.getByLabel('Group').selectOption({ label: 'By month' });
    await expect(page.getByRole('figure').first()).toContainText(/, by month/);
    await page.getByLabel('Group').selectOption({ label: 'Automatic' });
    await expect(page.getByRole('figure').first()).toContainText(/, by day/);
    await page.getByText('As numbers', { exact: true }).click();
    await expect(page.getByRole('table')).toContainText('1.234567 usd-coin');
    await page.getByText('Table', { exact: true }).click();
  });

  await test.step('a shorter list leaves what was read before, and so does a service that is gone', async () => {
    listing.list([{ id: 'new', token_details_id: 1, fees: '5', created_at: '2026-03-03T10:00:00' }]);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(totals(page)).toContainText('9 submissions');
    const letGo = await takeDown(listing);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByTitle('cannot be reached')).toBeVisible();
    // It is said as well, to whoever listens.
    await expect(page.getByText(/As of/).last()).toBeVisible();
    await expect(totals(page)).toContainText('9 submissions');
    await letGo();
  });
});
