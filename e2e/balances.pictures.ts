import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test as accountTest, fillIn, saveAccount } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { openScreen } from './app/money.ts';
import { takePicture } from './app/picture.ts';
import { waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('balances as cards and as a table', async ({ start, folder }) => {
  const { page } = await start({ practice: { dialect: 'deployed' } });
  for (const name of ['letter.txt', 'photo.jpg']) {
    await writeFile(join(folder, name), name.repeat(5_000));
    await dropPaths(page, [join(folder, name)]);
    await waitForBlock(page, name);
  }
  await openScreen(page, 'Balances');
  await expect(page.getByRole('article', { name: 'ethereum' })).toBeVisible();
  await page.getByRole('button', { name: 'Warn me about usd-coin' }).click();
  await page.getByLabel('Warn me below, in usd-coin').fill('2000000');
  await takePicture(page, 'balances-warning');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Low: less than/)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await takePicture(page, 'balances-cards');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'balances-small');
  await page.setViewportSize({ width: 450, height: 300 });
  await takePicture(page, 'balances-zoomed');
});

accountTest('balances of an account that has none', async ({ start }) => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url?.includes('token_map') ? '{}' : '[]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  const { page } = await start();
  await fillIn(page, { address: `http://127.0.0.1:${address.port}`, apiKey: 'a-key', accessToken: 'a-token' });
  await answerQuestion(page, 'Connect');
  await saveAccount(page, /^Save (account|anyway)$/);
  await openScreen(page, 'Balances');
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await takePicture(page, 'balances-empty');
  server.close();
  server.closeAllConnections();
});
