import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as accountTest, addWork, trouble } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { startDesktop } from './app/desktop.ts';
import { dropPaths } from './app/drop.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { row } from './app/rows.ts';
import { lastWords } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

test('an uncaught error ends the app with a message, and nothing is lost', async ({
  start,
  folder,
  userData,
  dialogs,
}) => {
  await writeFile(join(folder, 'letter.txt'), 'Dear service');
  const app = await start({ ...withInspector, env: dialogs });
  await dropPaths(app.page, [join(folder, 'letter.txt')]);
  await expect(row(app.page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
  // A rejection that nobody waits for is logged, and the app goes on.
  await inMain(app, `void Promise.reject(new Error('a feature that failed'));`);
  await expect.poll(() => readFile(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('a feature that failed');
  await inMain(app, `setTimeout(() => { throw new Error('a broken invariant'); });`);
  const { text, code } = await lastWords(app.process);
  expect(text).toContain('Dropslip has to close');
  expect(text).toContain('a broken invariant');
  expect(code).toBe(1);
  expect(await readFile(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('a broken invariant');
  const again = await start();
  await expect(row(again.page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
});

/** A service that leaves a submission unread for as long as it is told to, and takes those that come after that. */
async function startStallingService() {
  let stalled = true;
  const submissions: number[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST') answer(404, { error: 'No such endpoint' });
    // The check of the connection, which submits nothing.
    else if (Number(request.headers['content-length'] ?? 0) === 0) answer(400, { error: 'Data is empty' });
    else if (!stalled) {
      let bytes = 0;
      request.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      request.on('end', () => {
        submissions.push(bytes);
        answer(200, { submission_id: '3f0b2c1e-0000-4000-8000-000000000001' });
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    submissions,
    goOn: (): void => {
      stalled = false;
    },
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

accountTest(
  'a file being sent when the app is quit or the desktop is gone goes out once, at the next start',
  async ({ start, folder }) => {
    accountTest.skip(process.platform === 'win32', 'A pipe, which stands for a hanging drive, is made with mkfifo.');
    const bytes = 30_000_000;
    const service = await startStallingService();
    const desktop = await startDesktop();
    // Opening a pipe that nobody writes to waits for ever, like a share whose server is gone.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    /** Without a keychain a key lasts as long as the run in which it was entered. */
    const enterKey = async (page: Page): Promise<void> => {
      await trouble(page).getByLabel('New API key', { exact: true }).fill('a-key');
      await page.keyboard.press('Enter');
      await answerQuestion(page, 'Use it');
    };
    try {
      const first = await start(withInspector);
      await addWork(first.page, { url: service.url, apiKey: 'a-key' });
      await writeFile(join(folder, 'film.mp4'), '');
      await truncate(join(folder, 'film.mp4'), bytes);
      await dropPaths(first.page, [join(folder, 'film.mp4')]);
      await expect(row(first.page, 'film.mp4')).toContainText(/Sending \d+ %/);
      await inMain(first, `void process.getBuiltinModule('node:fs/promises').open(${JSON.stringify(pipe)});`);
      await first.quit();

      const second = await start({ env: desktop.env });
      await expect(row(second.page, 'film.mp4')).toContainText('Waiting');
      await enterKey(second.page);
      await expect(row(second.page, 'film.mp4')).toContainText(/Sending \d+ %/);
      const ended = once(second.process, 'exit');
      if (process.platform === 'linux') await desktop.close();
      else second.process.kill('SIGHUP');
      await ended;

      service.goOn();
      const { page } = await start();
      await enterKey(page);
      await expect(row(page, 'film.mp4')).toContainText('Submitted');
      expect(service.submissions).toEqual([bytes]);
    } finally {
      service.close();
      await desktop.close();
    }
  },
);
