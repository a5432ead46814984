import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolations } from './app/accessibility.ts';
import { addWork, test } from './app/accounts.ts';
import { choosePaths } from './app/choose.ts';
import { makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { box, lookUp, openLookup } from './app/lookup.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

test('receipts of another computer are imported, found by name, and saved again', async ({
  serve,
  start,
  folder,
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');
  const downloads = await makeDownloads(folder);
  const service = await serve();
  const sender = await start({ env: downloads.env });
  await addWork(sender.page, service);
  const names = ['letter.txt', 'contract.txt'];
  for (const name of names) await writeFile(join(folder, name), `The contents of ${name}`);
  await dropPaths(
    sender.page,
    names.map((name) => join(folder, name)),
  );
  const slips: string[] = [];
  for (const name of names) {
    await waitForBlock(sender.page, name);
    await row(sender.page, name).getByRole('gridcell').first().click();
    await sender.page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('button', { name: 'Save receipt' })
      .click();
    await downloads.read(`${name} receipt.slip`);
    slips.push(join(folder, `${name}.slip`));
    await writeFile(slips.at(-1) ?? '', await downloads.read(`${name} receipt.slip`));
  }
  await sender.quit();
  await rm(userData, { recursive: true, maxRetries: 10 });

  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  const notes = join(folder, 'notes.slip');
  await writeFile(notes, 'no receipt');

  await test.step('dropped where files are submitted, they can be imported instead', async () => {
    await dropPaths(page, slips.slice(0, 1));
    const question = page.getByRole('dialog', { name: 'Import this receipt?' });
    await expect(question.getByRole('button', { name: 'Submit as a file' })).toBeVisible();
    await expectNoViolations(page, { include: '[role=dialog]' });
    await expect(question.getByRole('button', { name: 'Import' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Imported 1 submission.')).toBeVisible();
    await expect(page.getByText('From an imported receipt')).toBeVisible();
  });

  await test.step('dropped on Look up, and chosen there', async () => {
    await dropPaths(page, [...slips, notes]);
    await expect(page.getByRole('heading', { name: 'Imported 1 submission. 1 was known already' })).toBeVisible();
    await expect(page.getByText('notes.slip: This is not a Dropslip receipt.')).toBeVisible();
    await expectNoViolations(page, { include: 'main' });
    const open = () => page.getByRole('button', { name: 'Import receipts' }).press('Enter');
    await choosePaths(page, open, slips);
    await expect(page.getByRole('heading', { name: '2 submissions were known already' })).toBeVisible();
  });

  await test.step('found by name, and saved as a receipt and a PDF', async () => {
    await openLookup(page);
    await lookUp(page, 'contract');
    await expect(page.getByText('From an imported receipt')).toBeVisible();
    await expect(page.getByText('contract.txt', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Save receipt' }).click();
    const copy = JSON.parse((await downloads.read('contract.txt receipt (1).slip')).toString('utf8'));
    const original = JSON.parse(await readFile(slips[1] ?? '', 'utf8'));
    expect(copy.file).toEqual(original.file);
    expect(copy.submission).toMatchObject({ id: original.submission.id, submittedAt: original.submission.submittedAt });
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    expect((await downloads.read('contract.txt receipt.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(box(page)).toHaveValue('contract');
  });
});
