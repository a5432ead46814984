import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './app/accessibility.ts';
import { choosePaths } from './app/choose.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropOn, dropPaths } from './app/drop.ts';
import { openLookup } from './app/lookup.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

const verdict = (page: Page) => page.getByTestId('verdict');
const openScreen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a receipt is saved as a file and for paper, and proves the file to a user who has nothing else', async ({
  start,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  const downloads = await makeDownloads(folder);
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'Dear service, yours truly.');

  const sender = await start({ ...withInspector, env: downloads.env });
  // The desktop of the tests has no file manager.
  await inMain(sender, 'electron.shell.showItemInFolder = (path) => { globalThis.shownInFolder = path; };');
  await dropPaths(sender.page, [letter]);
  await waitForBlock(sender.page, 'letter.txt');
  await row(sender.page, 'letter.txt').getByRole('gridcell').first().click();
  const details = sender.page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Save receipt' }).click();
  await expect(sender.page.getByText('“letter.txt receipt.slip” is in your Downloads folder.')).toBeVisible();
  const receiptPath = downloads.path('letter.txt receipt.slip');
  await sender.page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => inMain(sender, 'return globalThis.shownInFolder;')).toBe(receiptPath);
  await details.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(sender.page.getByText('“letter.txt receipt.pdf” is in your Downloads folder.')).toBeVisible();
  const pdf = (await downloads.read('letter.txt receipt.pdf')).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  // Screen readers read a PDF by its tags.
  const tagged = ['/MarkInfo', '/StructTreeRoot', '/S /H1', '/S /H2', '/Outlines', '/Lang'];
  expect(tagged.filter((entry) => !pdf.includes(entry))).toEqual([]);
  const receipt = (await downloads.read('letter.txt receipt.slip')).toString('utf8');
  expect(receipt).not.toContain(folder);

  // The sender's own desk: by the submission.
  await details.getByRole('button', { name: 'Verify a file' }).click();
  await dropPaths(sender.page, [letter]);
  await expect(verdict(sender.page)).toContainText('This is the file that was submitted');
  await expect(verdict(sender.page)).toContainText('The service’s record gives the same hash');
  await dropOn(region(sender.page, 'Its receipt'), [downloads.path('letter.txt receipt.pdf')]);
  await expect(sender.page.getByTestId('receipt-refused')).toContainText('This PDF is a printed receipt');
  await openLookup(sender.page);
  await dropPaths(sender.page, [receiptPath]);
  await expect(sender.page.getByRole('heading', { name: /confirmed on/i })).toBeVisible();
  await sender.quit();
  await rm(userData, { recursive: true, maxRetries: 10 });

  // Another user: an app that knows nothing, and a receipt.
  const { page } = await start();
  await openScreen(page, 'Verify');
  await dropPaths(page, [receiptPath, letter]);
  await expect(verdict(page)).toContainText('This is the file that was submitted');
  await expect(verdict(page)).toContainText('BLAKE2b-256 and SHA-256');

  const tampered = join(folder, 'tampered.txt');
  await writeFile(tampered, 'Dear service, yours Truly.');
  await dropOn(region(page, 'The file or folder'), [tampered]);
  await expect(verdict(page)).toContainText('This is not the file that was submitted');

  await expectNoViolations(page, { include: 'main' });

  const forged = join(folder, 'forged receipt.json');
  await writeFile(forged, receipt.replace('"letter.txt"', '"better.txt"'));
  await dropOn(region(page, 'Its receipt'), [forged]);
  await expect(page.getByTestId('receipt-refused')).toContainText('was changed after Dropslip saved it');
  await expect(verdict(page)).toBeHidden();

  // By keyboard alone, and an id that nobody knows.
  await page.getByRole('button', { name: 'Start over' }).press('Enter');
  await choosePaths(page, () => page.getByRole('button', { name: 'Choose the file' }).press('Enter'), [letter]);
  await page.getByLabel('Or the submission id').fill('0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01');
  await page.getByLabel('Or the submission id').press('Enter');
  await expect(verdict(page)).toContainText('This computer has no submission with this id');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await choosePaths(page, () => page.getByRole('button', { name: 'Choose the receipt' }).press('Enter'), [receiptPath]);
  await expect(verdict(page)).toContainText('This is the file that was submitted');

  // The receipt itself was never written to.
  expect((await readFile(receiptPath)).toString('utf8')).toBe(receipt);
});
