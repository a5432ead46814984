import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packedApp } from '../resources/packaging/packed-app.fixture.ts';
import { addWork, card, test } from './app/accounts.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { canStartKeyring, startKeyring } from './app/keyring.ts';
import { commandOf } from './app/launch.ts';
import { row, waitForBlock } from './app/rows.ts';
import { takeDown } from './app/take-down.ts';
import { expect } from './app/test.ts';

// The app as it is installed: out of its archive, with keytar beside it, and packed for this system with a stand-in for
// Electron's own files. So it runs on the Chromium host, wherever Electron can be had.
test.skip(process.platform !== 'linux', 'It is packed for a test on Linux only.');

test('the packed app submits a file, proves it by the receipt that it saved, and has all of it after a restart', async ({
  start,
  folder,
}) => {
  const { folder: packed } = await packedApp();
  const downloads = await makeDownloads(folder);
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'A letter from the archive');
  const first = await start({ packed, env: downloads.env });
  await dropPaths(first.page, [letter]);
  await waitForBlock(first.page, 'letter.txt');
  await row(first.page, 'letter.txt').click();
  const details = first.page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Save receipt' }).click();
  await expect(first.page.getByText('“letter.txt receipt.slip” is in your Downloads folder')).toBeVisible();
  await details.getByRole('button', { name: 'Verify a file' }).click();
  await dropPaths(first.page, [letter]);
  await expect(first.page.getByTestId('verdict')).toContainText('This is the file that was submitted');
  expect(first.errors()).not.toMatch(/Error|rejection/);
  await first.quit();
  const { page } = await start({ packed });
  await waitForBlock(page, 'letter.txt');
});

test('the packed app tries itself as CI has every package do: its window, the keychain, and a file all the way into a block', async () => {
  test.skip(!canStartKeyring(), 'There is no keyring to be had here.');
  const { folder: packed } = await packedApp();
  const script = join(import.meta.dirname, '..', 'resources', 'release', 'smoke.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...commandOf(packed)]);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^ok {2}window {2}\S/),
    'ok  keychain  ',
    'ok  submission  confirmed',
  ]);
});

test('the packed app reads its key from the keychain after a restart, and what had to wait goes on', async ({
  start,
  serve,
  folder,
}) => {
  test.skip(!canStartKeyring(), 'gnome-keyring and dbus are not installed here');
  const keyring = await startKeyring();
  try {
    const { folder: packed } = await packedApp();
    const service = await serve();
    await writeFile(join(folder, 'letter.txt'), 'A letter');
    const first = await start({ packed, env: keyring.env });
    await addWork(first.page, { url: service.url, apiKey: service.apiKey });
    expect(await keyring.search('Dropslip')).toContain(`secret = ${service.apiKey}`);
    const letGo = await takeDown(service);
    await dropPaths(first.page, [join(folder, 'letter.txt')]);
    await expect(row(first.page, 'letter.txt')).toContainText('Waiting for the connection');
    await first.quit();
    await letGo();
    await serve({ port: Number(new URL(service.url).port), apiKey: service.apiKey, accessToken: service.accessToken });
    const { page } = await start({ packed, env: keyring.env });
    await expect(card(page)).toContainText('Work');
    await expect(row(page, 'letter.txt')).toContainText(/Submitted|Confirmed in a block/);
  } finally {
    await keyring.close();
  }
});
