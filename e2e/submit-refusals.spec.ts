import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
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
  await expect(row(app.page, 'large.bin')).toContainText('larger than the service takes');
  await waitForBlock(app.page, 'small.bin');
});

test('a file that was changed after it was added is not sent, and goes out as it is now when retried', async ({
  start,
  folder,
}) => {
  // One request in eight seconds: the second file waits in the queue while it is changed.
  const app = await start({ practice: { rateLimit: { requests: 1, seconds: 8 } } });
  const [first, second] = [join(folder, 'first.txt'), join(folder, 'second.txt')];
  await writeFile(first, 'first');
  await writeFile(second, 'second');
  await dropPaths(app.page, [first]);
  await expect(row(app.page, 'first.txt')).toContainText(/Submitted|Confirmed/);
  await dropPaths(app.page, [second]);
  await expect(row(app.page, 'second.txt')).toContainText(/Waiting|Trying again/);
  await appendFile(second, ' and more');
  await expect(row(app.page, 'second.txt')).toContainText('was changed after you added it');
  await row(app.page, 'second.txt').getByRole('button', { name: 'Retry: second.txt' }).click();
  await expect(row(app.page, 'second.txt')).toContainText(/Submitted|Confirmed/);
});

test('a file that vanished before its turn says so, and can be retried once it is back', async ({ start, folder }) => {
  const app = await start({ practice: { rateLimit: { requests: 1, seconds: 8 } } });
  const [first, second] = [join(folder, 'first.txt'), join(folder, 'second.txt')];
  await writeFile(first, 'first');
  await writeFile(second, 'second');
  await dropPaths(app.page, [first]);
  await expect(row(app.page, 'first.txt')).toContainText(/Submitted|Confirmed/);
  await dropPaths(app.page, [second]);
  await expect(row(app.page, 'second.txt')).toContainText(/Waiting|Trying again/);
  await rm(second);
  await expect(row(app.page, 'second.txt')).toContainText('no longer where it was');
  await writeFile(second, 'second');
  await row(app.page, 'second.txt').getByRole('button', { name: 'Retry: second.txt' }).click();
  await expect(row(app.page, 'second.txt')).toContainText(/Submitted|Confirmed/);
});

test('a large file can be cancelled on its way, and the service then has nothing of it', async ({ start, folder }) => {
  const app = await start();
  const path = join(folder, 'large.bin');
  await writeFile(path, 'x');
  await truncate(path, 1024 ** 3);
  await dropPaths(app.page, [path]);
  await row(app.page, 'large.bin').getByRole('button', { name: 'Cancel: large.bin' }).click();
  await expect(row(app.page, 'large.bin')).toContainText('Cancelled');
});
