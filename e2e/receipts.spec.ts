import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './app/accessibility.ts';
import { choosePaths } from './app/choose.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropOn, dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { row, waitForBlock } from './app/rows.ts';
import { openSpending, submissions } from './app/spending.ts';
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

  // The sender's own desk: by the submission, then by what the service says.
  await details.getByRole('button', { name: 'Verify a file' }).click();
  await dropPaths(sender.page, [letter]);
  await expect(verdict(sender.page)).toContainText('This is the file that was submitted');
  await dropPaths(sender.page, [downloads.path('letter.txt receipt.pdf')]);
  await expect(sender.page.getByText('This PDF is a printed receipt')).toBeVisible();
  await expect(verdict(sender.page)).toContainText('This is the file that was submitted');
  await sender.page.getByRole('button', { name: 'Ask the service too' }).click();
  await expect(verdict(sender.page).nth(1)).toContainText('The service’s record says the same');
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
  await expect(page.getByRole('list', { name: 'Compared values' }).getByText('The same')).toHaveCount(4);

  const tampered = join(folder, 'tampered.txt');
  await writeFile(tampered, 'Dear service, yours Truly.');
  await dropOn(region(page, 'The file or folder'), [tampered]);
  await expect(verdict(page)).toContainText('This is not the file that was submitted');
  await expect(page.getByRole('list', { name: 'Compared values' }).getByText('Different')).toHaveCount(3);

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

test('a file let go on a submission is checked against it wherever it is shown, and is not submitted', async ({
  window,
  folder,
}) => {
  const letter = join(folder, 'letter.txt');
  const tampered = join(folder, 'tampered.txt');
  await writeFile(letter, 'Dear service, yours truly.');
  await writeFile(tampered, 'Dear service, yours Truly.');
  await dropPaths(window, [letter]);
  await waitForBlock(window, 'letter.txt');
  const answer = window.getByRole('dialog', { name: 'Checked against letter.txt' });
  const overlay = window.getByTestId('drop-overlay');
  const says = (text: string) => () => expect(overlay).toContainText(text);
  const close = async (): Promise<void> => {
    await window.keyboard.press('Escape');
    await expect(answer).toBeHidden();
  };

  await test.step('a row of the history', async () => {
    await openSpending(window);
    const line = submissions(window).getByRole('row').filter({ hasText: 'letter.txt' });
    await dropOn(line, [letter], says('Check this file against “letter.txt”'));
    await expect(answer).toContainText('This is the file that was submitted');
    await expect(answer).toContainText('by BLAKE2b-256 and SHA-256');
    await expect(answer.getByRole('list', { name: 'Compared values' }).getByText('The same')).toHaveCount(4);
    await expectNoViolations(window, { include: '[role="dialog"]' });
    // The next one, let go on the answer to the first.
    await dropOn(answer, [tampered, letter], says('Only the first file is compared'));
    await expect(answer).toContainText('This is not the file that was submitted');
    await close();
    await line.click();
  });

  await test.step('a record beside the history', async () => {
    await dropOn(window.getByRole('complementary', { name: 'Record' }), [letter]);
    await expect(answer).toContainText('This is the file that was submitted');
    await close();
  });

  await test.step('the answer of a look-up', async () => {
    await openLookup(window);
    await lookUp(window, 'letter.txt');
    await expect(window.getByRole('heading', { name: /^Seen confirmed on/ })).toBeVisible();
    await dropOn(window.getByRole('group', { name: 'Receipt' }), [tampered]);
    await expect(answer).toContainText('This is not the file that was submitted');
    await close();
    await dropOn(
      window.getByRole('heading', { name: 'Look up' }),
      [tampered],
      says('Drop to find this file’s submission'),
    );
    await expect(window.getByRole('heading', { name: /^No match on this computer/ })).toBeVisible();
  });

  await openScreen(window, 'Submit');
  await expect(window.getByRole('grid', { name: 'Files' }).locator('tbody tr')).toHaveCount(1);
});
