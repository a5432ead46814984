import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expectNoViolations } from './app/accessibility.ts';
import { test as accountTest, addWork } from './app/accounts.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { spawnApp } from './app/launch.ts';
import { closeWindow, inMain, withInspector } from './app/main-process.ts';
import { pageOf } from './app/pages.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

/** A service that takes submissions and answers none of them before it is told to. */
async function startHoldingService() {
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return answer(404, { error: 'No such endpoint' });
    request.resume();
    if (Number(request.headers['content-length'] ?? 0) === 0) return answer(400, { error: 'Data is empty' });
    await released.promise;
    answer(200, { submission_id: '3f0b2c1e-0000-4000-8000-000000000001' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    release: released.resolve,
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

accountTest(
  'a window that is closed while a file is sent leaves the app in the tray, which leads back',
  async ({ start, folder, notifications, tray }) => {
    const service = await startHoldingService();
    try {
      const app = await start(withInspector);
      const { page } = app;
      await addWork(page, { url: service.url, apiKey: 'a-key' });
      await writeFile(join(folder, 'letter.txt'), 'Dear service');
      await dropPaths(page, [join(folder, 'letter.txt')]);
      await expect(row(page, 'letter.txt')).toContainText('waiting for the receipt');
      expect(await tray.toolTip()).toBe(null);

      // The message box would be on another bus than the tray. `queue.spec.ts` uses the real one.
      await inMain(app, 'electron.dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: true });');
      await closeWindow(app);
      const context = page.context();
      const toolTip = () => tray.toolTip();
      await expect.poll(toolTip).toBe('Dropslip: Sending 1 of 1');
      await expect.poll(() => context.pages().length).toBe(0);

      service.release();
      await expect.poll(toolTip).toBe('Dropslip: Nothing is being sent');
      await expect.poll(() => notifications.shown).toEqual([expect.stringContaining('Your file is submitted')]);

      await tray.click();
      const again = await pageOf(context, 'index.html');
      await expect(row(again, 'letter.txt')).toContainText('Submitted');

      // It was asked once, and is what happens from then on.
      await again.keyboard.press('ControlOrMeta+Comma');
      await expect(again.getByRole('radio', { name: 'Stay in the tray, and keep sending' })).toBeChecked();
      await expect(again.getByRole('switch', { name: 'Start Dropslip when I sign in' })).toBeDisabled();
      await expectNoViolations(again);
      await closeWindow(app);
      await expect.poll(() => context.pages().length).toBe(0);
      const gone = once(app.process, 'exit');
      await tray.choose('Quit Dropslip');
      await gone;
    } finally {
      service.close();
    }
  },
);

test('files that are opened with the app at once are one drop, asked about first; a receipt that is opened is verified', async ({
  start,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  const downloads = await makeDownloads(folder);
  const [letter, photo, film] = ['letter.txt', 'photo.jpg', 'film.mp4'].map((name) => join(folder, name));
  if (letter === undefined || photo === undefined || film === undefined) throw new Error('There are three.');
  for (const path of [letter, photo, film]) await writeFile(path, path);
  const { page } = await start({ env: downloads.env });
  const open = (...args: readonly string[]) => {
    const second = spawnApp({ userData, env: downloads.env, args });
    second.stderr?.resume();
    return once(second, 'exit');
  };
  const question = page.getByRole('dialog', { name: 'Submit', exact: true });

  await page.getByRole('navigation').getByRole('button', { name: 'Balances' }).click();
  await open(photo, film, pathToFileURL(letter).href);
  await expect(question).toContainText('and others: 3 files');
  await expect(question).toContainText('paid by Practice account.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Drop a file, get a slip' })).toBeVisible();

  await open(join(folder, 'moved away.txt'));
  await expect(page.getByText('“moved away.txt” was moved or cannot be read')).toBeVisible();
  await expect(question).toHaveCount(0);

  await open(letter);
  await expect(question).toContainText('“letter.txt”: 1 file');
  await expect(row(page, 'letter.txt')).toHaveCount(0);
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect(row(page, 'letter.txt')).toContainText('Confirmed in a block');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read('letter.txt receipt.slip');

  await open(downloads.path('letter.txt receipt.slip'));
  await expect(page.getByRole('heading', { name: 'Verify', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Its receipt', exact: true })).toContainText('letter.txt');
  await expect(question).toHaveCount(0);
  await dropPaths(page, [letter]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file that was submitted');
});
