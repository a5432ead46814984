import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { electronBinary } from './app/launch.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a hundred files show one total, and all of them end with a receipt', async ({ window, folder }) => {
  const drop = join(folder, 'hundred');
  await mkdir(drop);
  for (let index = 0; index < 100; index += 1) await writeFile(join(drop, `file ${index}.txt`), `content ${index}`);
  await dropPaths(window, [drop]);
  const total = window.getByRole('region', { name: 'Total progress' });
  await expect(total).toContainText(/All 100 files are (submitted|confirmed)/);
  await expect(window.getByRole('button', { name: /^Done 100$/ })).toBeVisible();
});

test('finished rows can be cleared, and stay away after a restart', async ({ start, folder }) => {
  const app = await start();
  await writeFile(join(folder, 'done.txt'), 'done');
  await dropPaths(app.page, [join(folder, 'done.txt')]);
  await waitForBlock(app.page, 'done.txt');
  await app.page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(row(app.page, 'done.txt')).toHaveCount(0);
  await app.quit();
  const again = await start();
  await expect(again.page.getByRole('navigation')).toBeVisible();
  await expect(row(again.page, 'done.txt')).toHaveCount(0);
});

test('a receipt is copied whole to the clipboard', async ({ start, folder, userData }) => {
  const record = join(folder, 'host-record');
  const app = await start({ env: { CHROMIUM_HOST_RECORD: record } });
  await writeFile(join(folder, 'copy.txt'), 'copy');
  await dropPaths(app.page, [join(folder, 'copy.txt')]);
  await waitForBlock(app.page, 'copy.txt');
  const [id = 'none'] = await readdir(join(userData, 'practice', 'submissions'));
  const line = row(app.page, 'copy.txt');
  // It says so for a moment only, so it is looked for before.
  const said = line.getByRole('button', { name: 'Copied' }).waitFor();
  await line.getByRole('button', { name: `Copy receipt ${id}` }).click();
  await said;
  if (electronBinary() !== null) return;
  const copied = JSON.stringify({ kind: 'clipboard', text: id });
  await expect.poll(async () => (await readFile(record, 'utf8').catch(() => '')).split('\n')).toContain(copied);
});

test('files go out by access token too, charged to the token that was chosen', async ({ window, folder }) => {
  await expect(window.getByRole('navigation')).toBeVisible();
  const answer = await window.evaluate(() =>
    globalThis.window.dropslip.call('accounts.submitBy', {
      accountId: 'practice',
      submitBy: { variant: 'access-token', token: 'usd-coin' },
    }),
  );
  expect(answer).toEqual({ ok: true, value: null });
  await writeFile(join(folder, 'bearer.txt'), 'bearer');
  await dropPaths(window, [join(folder, 'bearer.txt')]);
  await waitForBlock(window, 'bearer.txt');
  await expect(row(window, 'bearer.txt')).toContainText('usd-coin');
});

test('an unknown token name is refused in words', async ({ window, folder }) => {
  await expect(window.getByRole('navigation')).toBeVisible();
  await window.evaluate(() =>
    globalThis.window.dropslip.call('accounts.submitBy', {
      accountId: 'practice',
      submitBy: { variant: 'access-token', token: 'no-such-token' },
    }),
  );
  await writeFile(join(folder, 'bearer.txt'), 'bearer');
  await dropPaths(window, [join(folder, 'bearer.txt')]);
  await expect(row(window, 'bearer.txt')).toContainText('Not submitted');
});
