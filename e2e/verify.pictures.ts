import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { takePicture } from './app/picture.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a receipt and what can be done with it', async ({ start, folder }) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env });
  const contract = join(folder, 'March — signed contract.pdf');
  await writeFile(contract, 'The undersigned agree.');
  await dropPaths(page, [contract]);
  await waitForBlock(page, 'signed contract');
  await row(page, 'signed contract').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read('March — signed contract.pdf receipt.slip');
  await takePicture(page, 'receipt-buttons');
  await details.getByRole('button', { name: 'Save as PDF' }).click();
  await downloads.read('March — signed contract.pdf receipt.pdf');

  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await takePicture(page, 'verify-empty');
  await dropPaths(page, [downloads.path('March — signed contract.pdf receipt.slip'), contract]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file');
  await takePicture(page, 'verify-match');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'verify-match-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  const other = join(folder, 'March — signed contract (2).pdf');
  await writeFile(other, 'The undersigned agree!');
  await dropPaths(page, [other]);
  await expect(page.getByTestId('verdict')).toContainText('This is not the file');
  await takePicture(page, 'verify-mismatch');
  const wrong = join(folder, 'notes.json');
  await writeFile(wrong, '{"format": "dropslip-receipt", "version": 2}');
  await dropPaths(page, [wrong], { at: { x: 1000, y: 150 } });
  await expect(page.getByTestId('receipt-refused')).toBeVisible();
  await takePicture(page, 'verify-refused');
});

test('a folder, and an encrypted file, held against receipts', async ({ start, folder }) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: { ...downloads.env, DROPSLIP_FOLDERS: 'together' } });
  const photos = join(folder, 'Photos of the harvest');
  await mkdir(join(photos, 'day two'), { recursive: true });
  for (const name of ['IMG 1.jpg', 'IMG 2.jpg', 'day two/IMG 3.jpg']) await writeFile(join(photos, name), name);
  await dropPaths(page, [photos], { whileOver: () => takePicture(page, 'drop-private') });
  await waitForBlock(page, 'Photos of the harvest');
  await row(page, 'Photos of the harvest').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read('Photos of the harvest receipt.slip');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await dropPaths(page, [downloads.path('Photos of the harvest receipt.slip'), photos]);
  await expect(page.getByTestId('verdict')).toContainText('This is the folder');
  await takePicture(page, 'verify-folder');
  await writeFile(join(photos, 'IMG 2.jpg'), 'another');
  await writeFile(join(photos, 'new.jpg'), 'new');
  await rm(join(photos, 'day two'), { recursive: true });
  await dropPaths(page, [photos]);
  await expect(page.getByTestId('verdict')).toContainText('is missing');
  await takePicture(page, 'verify-folder-differs');
});

test('the diagnostics report', async ({ window, folder }) => {
  await writeFile(join(folder, 'empty.txt'), '');
  await dropPaths(window, [join(folder, 'empty.txt')]);
  await expect(row(window, 'empty.txt')).toContainText('nothing to submit');
  await window.getByRole('button', { name: 'Accounts', exact: true }).click();
  await takePicture(window, 'diagnostics-button');
  await window.getByRole('button', { name: 'Diagnostics report' }).click();
  await expect(window.getByLabel('Report', { exact: true })).toHaveValue(/Database/);
  await takePicture(window, 'diagnostics');
});
