import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addWork, row, test, trouble } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { expect } from './app/test.ts';

/** Stands before a service, passes all on, and holds the answer to each submission for ever. */
async function holdAnswers(url: string) {
  let taken = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = request(new URL(path, url), { method, headers }, (answer) => {
      if (path.includes('submit_raw_data') && answer.statusCode === 200) {
        taken += 1;
        answer.resume();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many submissions the service has accepted. */
    taken: () => taken,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a start that ends an app which hangs in the middle of a send never sends again', async ({
  start,
  serve,
  folder,
}) => {
  test.skip(process.platform !== 'linux', 'Only on Linux a second start ends an app that hangs.');
  const { url, accessToken } = await serve();
  const front = await holdAnswers(url);
  try {
    const first = await start();
    await addWork(first.page, { url: front.url, accessToken });
    await writeFile(join(folder, 'once.txt'), 'paid for once');
    await dropPaths(first.page, [join(folder, 'once.txt')]);
    await expect.poll(front.taken).toBe(1);
    first.process.kill('SIGSTOP');

    // Chromium waits 20 seconds for the first one to answer.
    const second = await start();
    expect(first.process.signalCode).toBe('SIGKILL');
    await expect(row(second.page, 'once.txt')).toContainText(/Checking with the service|may have paid/);

    // Without a keychain the token lives for one session only, so it is given again.
    await trouble(second.page).getByLabel('New access token', { exact: true }).fill(accessToken);
    await second.page.keyboard.press('Enter');
    await answerQuestion(second.page, 'Use it');
    await expect(row(second.page, 'once.txt')).toContainText(/Submitted|Confirmed/);
    expect(front.taken()).toBe(1);
  } finally {
    front.close();
  }
});
