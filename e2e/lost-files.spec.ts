import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInLightAndDark } from './app/accessibility.ts';
import { type Downloads, makeDownloads } from './app/downloads.ts';
import { dropOn, dropPaths } from './app/drop.ts';
import { networkVerdict } from './app/network.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');

/** Blocks come soon: what is asked of the network must be in one. */
const practice = { blockTimeSeconds: 0.1 } as const;
const askNetwork = (page: Page): Locator => page.getByRole('button', { name: 'Is it really there?' });
const getItBack = (page: Page): Locator => page.getByRole('button', { name: 'Download', exact: true });
const entry = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Downloads' }).getByRole('listitem').filter({ hasText: name });

async function openVerify(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Verify', exact: true }).click();
}

/** It is final two blocks after its own. */
async function expectReallyThere(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: /^(Is it really there\?|Ask the network again)$/ }).click();
    await expect(networkVerdict(page)).toContainText('The block holds these bytes', { timeout: 3_000 });
  }).toPass();
}

async function saveReceipt(page: Page, downloads: Downloads, name: string): Promise<string> {
  await row(page, name).getByRole('gridcell').first().click();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read(`${name} receipt.slip`);
  return downloads.path(`${name} receipt.slip`);
}

test('a receipt without its file, and an id alone, are checked on the network, and again once the file is there', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env, practice });
  const letter = join(folder, 'letter.txt');
  await writeFile(letter, 'Dear network, yours truly.');
  await dropPaths(page, [letter]);
  await waitForBlock(page, 'letter.txt');
  const receipt = await saveReceipt(page, downloads, 'letter.txt');
  await openVerify(page);
  await dropPaths(page, [receipt]);
  await expect(page.getByText('Without the file, nothing can be compared.')).toBeVisible();
  await expectReallyThere(page);
  await expect(networkVerdict(page)).toContainText(
    /that block \d+ of .*\d\d:\d\d.* holds exactly this file\. Only the node says/,
  );
  await dropOn(page.getByRole('region', { name: 'The file or folder', exact: true }), [letter]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file that was submitted');
  await expect(askNetwork(page)).toHaveCount(1);
  await expect(getItBack(page)).toHaveCount(1);
  await expectReallyThere(page);

  const id = JSON.parse((await downloads.read('letter.txt receipt.slip')).toString('utf8')).submission.id as string;
  await page.getByRole('button', { name: 'Start over' }).click();
  // Ids are typed in any letters.
  await page.getByLabel('Or the submission id').fill(id.toUpperCase());
  await page.keyboard.press('Enter');
  await expectReallyThere(page);
  await expect(networkVerdict(page)).toContainText(/block \d+ .*holds exactly this file/);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Or the submission id').fill('0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01');
  await page.keyboard.press('Enter');
  await askNetwork(page).click();
  await expect(networkVerdict(page)).toContainText('This computer has no submission with this id');
});

test('of several receipts in one file the one whose file is lost is chosen, checked on the network, and got back', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env, practice });
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (word) => `letter ${word}.txt`,
  );
  for (const name of names) await writeFile(join(folder, name), `This is ${name}.`);
  await dropPaths(
    page,
    names.map((name) => join(folder, name)),
  );
  for (const name of names) await waitForBlock(page, name);
  await page.getByRole('button', { name: 'Save receipts' }).click();
  await page.getByRole('menuitem', { name: 'One JSON file' }).click();
  const bundle = `9 receipts ${new Date().toISOString().slice(0, 10)}.slip`;
  await downloads.read(bundle);

  await openVerify(page);
  await dropPaths(page, [downloads.path(bundle)]);
  const choice = page.getByRole('group', { name: 'Which receipt’s file is lost?' });
  await expect(choice.getByRole('radio')).toHaveCount(9);
  await expect(getItBack(page)).toHaveCount(0);
  await expectNoViolationsInLightAndDark(page);
  const search = choice.getByRole('searchbox', { name: 'Search the receipts' });
  await search.fill('nothing like it');
  await expect(choice).toContainText('No receipt matches.');
  await search.fill('LETTER four');
  await expect(choice.getByRole('radio')).toHaveCount(1);
  // By the keyboard alone.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(choice.getByRole('radio', { name: 'letter four.txt' })).toBeChecked();
  await expectReallyThere(page);
  await getItBack(page).click();
  await expect(entry(page, 'letter four.txt')).toContainText('The contents are exactly as submitted');
  expect((await downloads.read('letter four.txt')).toString('utf8')).toBe('This is letter four.txt.');
  // What was said of the one is not said of another.
  await search.fill('seven');
  await expect(choice).toContainText('Chosen: letter four.txt');
  await choice.getByRole('radio', { name: 'letter seven.txt' }).check();
  await expect(networkVerdict(page)).toHaveCount(0);
  // Which one fits a file that is there, is found out as before.
  await dropOn(page.getByRole('region', { name: 'The file or folder', exact: true }), [join(folder, 'letter two.txt')]);
  await expect(page.getByTestId('verdict')).toContainText('This is the file that was submitted');
  await expect(choice).toBeHidden();
});
