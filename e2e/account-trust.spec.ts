import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeAuthority } from '../src/core/service/test-authority.fixture.ts';
import { dialog, fillIn, line, saveAccount, submit, test, trouble } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { startListingService } from './app/listing-service.ts';
import { openSpending, submissions } from './app/spending.ts';
import { expect } from './app/test.ts';

/** Puts TLS with a certificate of its own authority in front of a service. */
async function secure(url: string, { key, certificate }: { readonly key: string; readonly certificate: string }) {
  const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = request(new URL(path, url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a certificate that is not trusted gets its sentence, and once it is trusted the account works over TLS', async ({
  start,
  serve,
  folder,
}) => {
  const authority = await makeAuthority('127.0.0.1');
  const service = await serve();
  const server = await secure(service.url, authority);
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const first = await start();
    await fillIn(first.page, { address, apiKey: service.apiKey });
    await answerQuestion(first.page, 'Connect');
    await expect(line(first.page, 'Address')).toContainText('does not trust the certificate');
    await saveAccount(first.page, 'Save anyway');
    await first.quit();

    // Without a keychain the key lives for one session only, so it is given again.
    const certificate = join(folder, 'authority.pem');
    await copyFile(authority.certificateFile, certificate);
    const trusting = await start({ env: { NODE_EXTRA_CA_CERTS: certificate } });
    await trouble(trusting.page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
    await trusting.page.keyboard.press('Enter');
    await answerQuestion(trusting.page, 'Use it');
    await submit(trusting.page, folder);
  } finally {
    server.closeAllConnections();
    server.close();
    await authority.remove();
  }
});

test('an account that moves while its old service’s list is on the way keeps nothing of it, and takes no old credential along', async ({
  start,
}) => {
  const record = (id: string, name: string) => ({
    id: `${id.repeat(8)}-0000-4000-8000-000000000000`,
    user_id: 'someone',
    token_details_id: 1,
    fees: '100',
    amount_data: '5',
    to_address: name,
    created_at: '2026-02-01T10:00:00',
  });
  const [before, after] = [await startListingService(), await startListingService()];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  try {
    before.list([record('a', 'of the old service')]);
    before.holdLists(held);
    after.list([record('b', 'of the new service')]);
    const { page } = await start();
    await fillIn(page, { address: before.url, accessToken: 'access-token-old1' });
    await answerQuestion(page, 'Connect');
    await expect(line(page, 'Access token')).toHaveAttribute('data-state', 'good');
    await dialog(page).getByLabel('Token that pays').selectOption('ethereum');
    await saveAccount(page, /^Save/);
    await openSpending(page);
    await expect.poll(before.listsAsked).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Accounts', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Work' }).click();
    await dialog(page).getByLabel('Address', { exact: true }).fill(after.url);
    await dialog(page).getByLabel('Access token', { exact: true }).fill('access-token-new2');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await answerQuestion(page, 'Move it');
    await expect(page.getByRole('article', { name: 'Work' })).toContainText('••••new2');
    await expect(line(page, 'Access token')).toHaveAttribute('data-state', 'good');
    await expect.poll(() => before.listsAsked() - before.listsDropped()).toBe(0);
    release();
    await page.keyboard.press('Escape');

    await openSpending(page);
    const rows = submissions(page)
      .getByRole('row')
      .filter({ hasNot: page.getByRole('columnheader') });
    await expect(rows).toHaveCount(1);
    await rows.first().click();
    await expect(page.getByRole('complementary', { name: 'Record' })).toContainText('bbbbbbbb-0000');
    expect(new Set(after.credentialsSeen())).toEqual(new Set(['Bearer access-token-new2']));
    expect(new Set(before.credentialsSeen())).toEqual(new Set(['Bearer access-token-old1']));
  } finally {
    release();
    await before.close();
    await after.close();
  }
});

test('a list of token names without end holds no screen: the name is typed', async ({ start }) => {
  const tokens = Array.from({ length: 10_000 }, (_, number) => ({
    id: number,
    name: `token-${number}`,
    address: `0x${number.toString(16).padStart(40, '0')}`,
    decimals: 18,
  }));
  const service = await startListingService(tokens);
  try {
    const { page } = await start();
    await fillIn(page, { address: service.url, accessToken: 'access-token-long1' });
    await answerQuestion(page, 'Connect');
    await expect(line(page, 'Token names')).toContainText('token-19 and 9980 more.');
    await dialog(page).getByRole('textbox', { name: 'Token that pays' }).fill('token-9999');
    await saveAccount(page, /^Save/);
    await expect(page.getByLabel('Submit with').getByRole('option')).toHaveText([
      'Submits with API key (needs an API key)',
      'Pays with token-9999 (access token)',
      'Too many tokens for a list. Enter yours under Accounts.',
    ]);
  } finally {
    await service.close();
  }
});
