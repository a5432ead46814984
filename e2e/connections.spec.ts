import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addWork, dialog, row } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { canTrace, destinationsOf, test, traced } from './app/connections.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { chooseToken, depositForm, deposits, openScreen, tokenCard } from './app/money.ts';
import { nameNode, networkVerdict } from './app/network.ts';
import { waitForBlock } from './app/rows.ts';
import { openSpending, submissions } from './app/spending.ts';
import { expect } from './app/test.ts';
import { startUpdateFeed } from './app/update-feed.ts';

test('in a whole run the app asks its accounts’ services, their node and the update feed, looks up no name, and asks nobody else', async ({
  start,
  serve,
  relay,
  folder,
}) => {
  test.skip(!canTrace(), 'strace, which lists the connections, is not here or may not trace.');
  const log = join(folder, 'connections');
  const downloads = await makeDownloads(folder);
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'Dear service, yours truly.');
  const service = await serve();
  const work = await relay(service.url, '127.0.0.2');
  const node = await relay(service.nodeUrl, '127.0.0.3');

  const feed = await startUpdateFeed(folder, { version: '0.0.1', notes: '', program: '' });
  const env = { ...downloads.env, ...feed.env };
  const app = await start({ env, through: traced(log) });
  const { page } = app;
  // The practice account first, whose service the app has in itself.
  await openScreen(page, 'Accounts');
  const practice =
    (await page
      .getByText(/^http:\/\/127\.0\.0\.1/)
      .first()
      .textContent()) ?? '';
  await openScreen(page, 'Submit');
  await dropPaths(page, [letter]);
  await waitForBlock(page, 'letter.txt');

  await addWork(page, { ...service, url: work.url });
  await openScreen(page, 'Accounts');
  await nameNode(page, node.url);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await answerQuestion(page, 'Use this node');
  await expect(dialog(page)).toBeHidden();

  await openScreen(page, 'Submit');
  await dropPaths(page, [letter]);
  await waitForBlock(page, 'letter.txt');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(async () => {
    await details.getByRole('button', { name: /^(Is it really there\?|Ask the network again)$/ }).click();
    await expect(networkVerdict(page)).toContainText('The block holds these bytes', { timeout: 3_000 });
  }).toPass();
  const id =
    (await details
      .getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .first()
      .textContent()) ?? '';
  await details.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(page.getByText('“letter.txt receipt.pdf” is in your Downloads folder.')).toBeVisible();
  await details.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('In your Downloads folder');
  await details.getByRole('button', { name: 'Verify a file' }).click();
  await dropPaths(page, [letter]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file that was submitted');
  await openLookup(page);
  await lookUp(page, id);
  await page.getByRole('button', { name: 'Is it really there?' }).click();
  await expect(networkVerdict(page)).toContainText('The block holds these bytes');
  await openScreen(page, 'Balances');
  await expect(tokenCard(page, 'usd-coin')).toBeVisible();
  await openScreen(page, 'Deposit');
  await chooseToken(page, 'ethereum');
  await depositForm(page).getByLabel('Amount, in ethereum').fill('2');
  await depositForm(page).getByLabel('Chain').fill('1');
  await page.keyboard.press('Escape');
  await depositForm(page).getByRole('button', { name: 'Register deposit…' }).click();
  await answerQuestion(page, 'Register deposit');
  await expect(deposits(page).first()).toContainText('Registered');
  await openSpending(page);
  await expect(submissions(page)).toContainText('letter.txt');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => feed.asked.length).toBeGreaterThan(0);
  await app.quit();
  feed.close();

  const expected = [new URL(practice).host, work.destination, node.destination, new URL(feed.address).host];
  expect(await destinationsOf(log)).toEqual(expected.sort());
  // Nothing tells one person's app from another's but the credentials, and a node is never told those.
  const credentials = ['authorization', 'x-api-key'];
  const told = ['accept', 'accept-encoding', 'cache-control', 'connection', 'content-length', 'content-type', 'host'];
  expect(work.headers()).toEqual([...told, 'pragma', ...credentials].sort());
  expect(node.headers()).toEqual(told.filter((name) => name !== 'cache-control'));
});
