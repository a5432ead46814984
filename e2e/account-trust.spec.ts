import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority } from '../src/main/service/test-authority.ts';
import { fillIn, line, saveAccount, submit, test, trouble } from './app/accounts.ts';
import { answerConfirmation } from './app/confirm.ts';
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
    await answerConfirmation(first.page, 'Connect');
    await expect(line(first.page, 'Address')).toContainText('does not trust the certificate');
    await saveAccount(first.page, 'Save anyway');
    await first.quit();

    // Without a keychain the key lives for one session only, so it is given again.
    const trusting = await start({ env: { NODE_EXTRA_CA_CERTS: authority.certificateFile } });
    await trouble(trusting.page).getByLabel('New API key', { exact: true }).fill(service.apiKey);
    await trusting.page.keyboard.press('Enter');
    await submit(trusting.page, folder);
  } finally {
    server.closeAllConnections();
    server.close();
    await authority.remove();
  }
});
