import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Downloads, makeDownloads } from './app/downloads.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { row, waitForBlock } from './app/rows.ts';
import { openSpending } from './app/spending.ts';
import { expect, test } from './app/test.ts';

test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');

const MIB = 1024 * 1024;
/** Blocks come soon: what is asked of the network must be in one. */
const practice = { payloadLimitBytes: MIB, blockTimeSeconds: 0.1 } as const;
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' });
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Downloads' });
const entry = (page: Page, name: string): Locator => tray(page).getByRole('listitem').filter({ hasText: name });

async function getBack(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('gridcell').first().click();
  await details(page).getByRole('button', { name: 'Download', exact: true }).click();
}

async function layPhoto(folder: string): Promise<{ readonly path: string; readonly bytes: Buffer }> {
  const path = join(folder, 'photo.jpg');
  const bytes = randomBytes(5_000_000);
  await writeFile(path, bytes);
  return { path, bytes };
}

/** What a person sees in the downloads folder. */
async function seenIn(downloads: Downloads): Promise<string[]> {
  return (await readdir(downloads.path('.'))).filter((name) => !name.startsWith('.'));
}

test('a private file, and a photo in parts, come back from the network if the service gives nothing back', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env, practice: { ...practice, dialect: 'documented' } });
  const path = join(folder, 'diary.txt');
  const diary = randomBytes(50_000);
  await writeFile(path, diary);
  const question = page.getByRole('dialog', { name: 'Who may read it?' });
  const zone = page.getByTestId('private-zone');
  let at = { x: 0, y: 0 };
  await dropPaths(page, [path], {
    whileOver: async () => {
      const box = await zone.boundingBox();
      if (box !== null) at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      throw new Error('Only looked where it is.');
    },
  }).catch(() => undefined);
  await dropPaths(page, [path], {
    at,
    whileOver: () => expect(zone).toContainText('Drop to choose who can read it'),
  });
  await expect(question.getByRole('radio', { name: 'Only people with the passphrase' })).toBeChecked();
  await question.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse battery');
  await question.getByRole('textbox', { name: 'Repeat it' }).fill('correct horse battery');
  await question.getByRole('button', { name: 'Encrypt and submit' }).click();
  await waitForBlock(page, 'diary.txt');
  await getBack(page, 'diary.txt');
  for (const passphrase of ['wrong horse battery', 'correct horse battery']) {
    await entry(page, 'diary.txt').getByRole('button', { name: 'Open…' }).click();
    await page.getByRole('dialog').getByLabel('Passphrase or secret key').fill(passphrase);
    await page.keyboard.press('Enter');
    if (passphrase.startsWith('correct')) break;
    await expect(entry(page, 'diary.txt')).toContainText('That does not open it.');
    expect(await seenIn(downloads)).toEqual([]);
  }
  await expect(entry(page, 'diary.txt')).toContainText('It was decrypted. The contents are exactly as submitted');
  expect((await downloads.read('diary.txt')).equals(diary)).toBe(true);

  const photo = await layPhoto(folder);
  await dropPaths(page, [photo.path]);
  await waitForBlock(page, 'photo.jpg');
  await getBack(page, 'photo.jpg');
  await expect(entry(page, 'photo.jpg')).toContainText(
    'In your Downloads folder (5 MB), from the network. The contents are exactly as submitted',
  );
  expect((await downloads.read('photo.jpg')).equals(photo.bytes)).toBe(true);
  expect((await seenIn(downloads)).toSorted()).toEqual(['diary.txt', 'photo.jpg']);
  await details(page).getByRole('button', { name: 'Is it really there?' }).click();
  await expect(details(page)).toContainText('exactly the manifest that lists the parts');
});

test('what is on its way back is cancelled without a trace, and goes on after a kill in the middle', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const faults = { preImage: 'slow' };
  const first = await start({ env: downloads.env, practice: { ...practice, dialect: 'deployed', faults } });
  const photo = await layPhoto(folder);
  await dropPaths(first.page, [photo.path]);
  await waitForBlock(first.page, 'photo.jpg');
  await getBack(first.page, 'photo.jpg');
  await expect(entry(first.page, 'photo.jpg')).toContainText('of 5 parts');
  await first.page.getByRole('button', { name: 'Cancel downloading photo.jpg' }).click();
  await expect(entry(first.page, 'photo.jpg')).toHaveCount(0);
  await expect.poll(() => readdir(downloads.path('.'))).toEqual([]);
  await details(first.page).getByRole('button', { name: 'Download', exact: true }).click();
  await expect(entry(first.page, 'photo.jpg')).toContainText('of 5 parts');
  await first.kill();
  expect(await seenIn(downloads)).toEqual([]);

  const { page } = await start({ env: downloads.env, practice: { ...practice, dialect: 'deployed' } });
  await expect(entry(page, 'photo.jpg')).toContainText('In your Downloads folder');
  expect((await downloads.read('photo.jpg')).equals(photo.bytes)).toBe(true);
  expect(await readdir(downloads.path('.'))).toEqual(['photo.jpg']);
});

test('what was submitted is got back from its record, a look-up, an id, and its receipt alone', async ({
  start,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env, practice: { ...practice, dialect: 'deployed' } });
  await writeFile(join(folder, 'letter.txt'), 'A letter');
  await dropPaths(page, [join(folder, 'letter.txt')]);
  await waitForBlock(page, 'letter.txt');
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  await expect(details(page)).toBeVisible();
  const id = await details(page)
    .getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .first()
    .innerText();
  await details(page).getByRole('button', { name: 'Save receipt' }).click();
  await downloads.read('letter.txt receipt.slip');
  const button = page.getByRole('button', { name: 'Download', exact: true });
  const isBack = async (name: string): Promise<void> => {
    await expect(entry(page, name)).toContainText('The contents are exactly as submitted');
    expect((await downloads.read(name)).toString()).toBe('A letter');
  };

  await openSpending(page);
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  await button.click();
  await isBack('letter.txt');
  await openLookup(page);
  await lookUp(page, id);
  await button.click();
  await isBack('letter (1).txt');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Verify', exact: true }).click();
  await dropPaths(page, [downloads.path('letter.txt receipt.slip')]);
  await button.click();
  await isBack('letter (2).txt');
});
