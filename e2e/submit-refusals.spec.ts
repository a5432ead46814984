import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Fault, startFaultyProxy } from '../src/core/submissions/sending/faulty-proxy.fixture.ts';
import { test as accountTest, addWork } from './app/accounts.ts';
import { answerQuestion } from './app/confirm.ts';
import { dropPaths } from './app/drop.ts';
import { booksOf } from './app/money.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a file over the service’s limit is refused with what to do, and the others go through', async ({
  start,
  folder,
}) => {
  const app = await start({ practice: { payloadLimitBytes: 1000 } });
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(2000));
  await writeFile(join(folder, 'small.bin'), Buffer.alloc(500));
  await dropPaths(app.page, [join(folder, 'large.bin'), join(folder, 'small.bin')]);
  await expect(row(app.page, 'large.bin')).toContainText(/larger than the service accepts \((1 kB|1,000 bytes)\)/i);
  await expect(row(app.page, 'large.bin').getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await waitForBlock(app.page, 'small.bin');
});

test('hidden files of a folder and the app’s own data are left out', async ({ window, folder }) => {
  await mkdir(join(folder, 'letters'));
  await writeFile(join(folder, 'letters', 'letter.txt'), 'letter');
  await writeFile(join(folder, 'letters', '.DS_Store'), 'icons');
  await dropPaths(window, [folder]);
  await expect(window.getByText(/own folder was left out/)).toBeVisible();
  await waitForBlock(window, 'letter.txt');
  await expect(window.locator('tbody tr')).toHaveCount(1);
  await expect(window.getByText('1 hidden file was left out.')).toBeVisible();
});

test('hidden files of a folder are added where the user wants them too', async ({ window, folder }) => {
  await mkdir(join(folder, 'photos'));
  await writeFile(join(folder, 'photos', 'photos.txt'), 'photos');
  await writeFile(join(folder, 'photos', '.photos'), 'hidden photos');
  await dropPaths(window, [join(folder, 'photos')]);
  const add = window.getByRole('button', { name: 'Add it too' });
  await add.click();
  await expect(add).toHaveCount(0);
  await waitForBlock(window, '.photos');
});

/** The app beside a service that turns submissions away until `open` is called: what is dropped waits for that long. */
const waiting = accountTest.extend<{ readonly queue: { readonly page: Page; readonly open: () => void } }>({
  queue: async ({ start, serve }, use) => {
    const service = await serve();
    const away = { kind: 'answer', status: 503, headers: { 'retry-after': '1' }, body: '', forwarded: false } as const;
    let fault: Fault = { kind: 'none' };
    const proxy = await startFaultyProxy(service.url, () => fault);
    const { page } = await start();
    await addWork(page, { ...service, url: proxy.url });
    fault = away;
    const open = (): void => {
      fault = { kind: 'none' };
    };
    await use({ page, open });
    await proxy.close();
  },
});

waiting(
  'a file that was changed after it was added is not sent, and goes out as it is now when retried',
  async ({ queue: { page, open }, folder }) => {
    const path = join(folder, 'letter.txt');
    await writeFile(path, 'letter');
    await dropPaths(page, [path]);
    await expect(row(page, 'letter.txt')).toContainText('Retrying');
    await appendFile(path, ' and more');
    open();
    await expect(row(page, 'letter.txt')).toContainText('was changed after you added it');
    await row(page, 'letter.txt').getByRole('button', { name: 'Retry: letter.txt' }).click();
    await answerQuestion(page, 'Send it as it is now');
    await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
  },
);

waiting(
  'a file that vanished before its turn says so, and can be retried once it is back',
  async ({ queue: { page, open }, folder }) => {
    const path = join(folder, 'letter.txt');
    await writeFile(path, 'letter');
    await dropPaths(page, [path]);
    await expect(row(page, 'letter.txt')).toContainText('Retrying');
    await rm(path);
    open();
    await expect(row(page, 'letter.txt')).toContainText('no longer where it was');
    await writeFile(path, 'letter');
    await row(page, 'letter.txt').getByRole('button', { name: 'Retry: letter.txt' }).click();
    await answerQuestion(page, 'Send it as it is now');
    await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
  },
);

test('a large file can be cancelled on its way, and the service then has nothing of it', async ({
  start,
  folder,
  userData,
}) => {
  const app = await start();
  const path = join(folder, 'large.bin');
  await writeFile(path, 'x');
  await truncate(path, 15 * 1024 ** 3);
  await dropPaths(app.page, [path]);
  await row(app.page, 'large.bin').getByRole('button', { name: 'Cancel: large.bin' }).click();
  await expect(row(app.page, 'large.bin')).toContainText('Cancelled');
  await app.quit();
  expect(booksOf(userData, 'SELECT id FROM submissions')).toEqual([]);
});
