import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeContents } from '../src/core/manifest/index.ts';
import { expectNoViolations } from './app/accessibility.ts';
import { addWork, submit, test } from './app/accounts.ts';
import { ageFile } from './app/age.ts';
import { type Downloads, makeDownloads } from './app/downloads.ts';
import { digestsOf, submitBytes, submitInParts } from './app/in-parts.ts';
import { openLookup } from './app/lookup.ts';
import { row } from './app/rows.ts';
import { expect } from './app/test.ts';

test.skip(process.platform !== 'linux', 'The downloads folder can be chosen for a test on Linux only.');

const KIB = 1024;
const MEBIBYTE = 1024 * KIB;
const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Downloads' });
const entry = (page: Page, name: string): Locator => tray(page).getByRole('listitem').filter({ hasText: name });

async function getBackById(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Download by id' }).click();
  await page.getByRole('dialog').getByLabel('Submission id').fill(id);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** What is in the downloads folder, the hidden folders of what is under way included. */
const inDownloads = (downloads: Downloads): Promise<string[]> => readdir(dirname(downloads.path('a')));

test('a photo in parts comes back by its id, identical, and can be shown where it is', async ({
  start,
  serve,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const photo = bytesOf(5_000_000);
  const { id } = await submitInParts(service, photo, MEBIBYTE);
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await openLookup(page);
  await getBackById(page, `  ${id.toUpperCase()} `);
  await expect(entry(page, 'photo.jpg')).toContainText('In your Downloads folder', { timeout: 30_000 });
  await expect(entry(page, 'photo.jpg')).toContainText('The contents match the hash');
  await expect(entry(page, 'photo.jpg').getByRole('button', { name: 'Show in folder' })).toBeVisible();
  expect((await downloads.read('photo.jpg')).equals(photo)).toBe(true);
  expect(await inDownloads(downloads)).toEqual(['photo.jpg']);
  await expectNoViolations(page, { exclude: '.mantine-Notifications-root' });

  // Once more: the first stays as it is.
  await getBackById(page, id);
  await expect(entry(page, 'photo (1).jpg')).toContainText('In your Downloads folder');
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await expect(tray(page)).toBeHidden();
});

test('one changed byte of a part is named, nothing is saved, and it goes on once the byte is right again', async ({
  start,
  serve,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const photo = bytesOf(600 * KIB);
  const { id, partIds } = await submitInParts(service, photo, 100 * KIB);
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  const payload = await payloadOf(folder, partIds[2] ?? '');
  const bytes = await readFile(payload);
  const changed = Buffer.from(bytes);
  changed[77] = (changed[77] ?? 0) ^ 1;
  await writeFile(payload, changed);
  await openLookup(page);
  await getBackById(page, id);
  await expect(entry(page, 'photo.jpg')).toContainText('part 3 of 6 of “photo.jpg”');
  await expect(entry(page, 'photo.jpg')).toContainText('nothing was saved');
  expect((await inDownloads(downloads)).filter((name) => !name.startsWith('.'))).toEqual([]);
  await writeFile(payload, bytes);
  await entry(page, 'photo.jpg').getByRole('button', { name: 'Try again' }).click();
  await expect(entry(page, 'photo.jpg')).toContainText('In your Downloads folder');
  expect((await downloads.read('photo.jpg')).equals(photo)).toBe(true);
});

test('what was submitted here comes back from its details, under its name', async ({ start, serve, folder }) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await submit(page, folder);
  await row(page, 'letter.txt').getByRole('gridcell').first().click();
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Download', exact: true })
    .click();
  await expect(entry(page, 'letter.txt')).toContainText('The contents are exactly as submitted');
  expect((await downloads.read('letter.txt')).toString()).toBe('A letter');
});

test('an encrypted folder asks for its passphrase, says that one is wrong, and comes back with the right one', async ({
  start,
  serve,
  folder,
}) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const [letter, picture] = [bytesOf(40), bytesOf(90 * KIB)];
  const plain = new Uint8Array(Buffer.concat([letter, picture]));
  const files = [
    { path: 'CON', offset: 0, size: 40, ...digestsOf(letter), modified: null },
    { path: 'sub/😀.png', offset: 40, size: picture.length, ...digestsOf(picture), modified: null },
  ];
  const contents = {
    kind: 'folder',
    name: 'Trip',
    size: plain.length,
    sha256: null,
    files,
    folders: ['empty'],
  } as const;
  const encrypt = (bytes: Uint8Array) => ageFile('correct horse', bytes);
  const sealed = await encrypt(writeContents(contents));
  const { id } = await submitInParts(service, new Uint8Array(await encrypt(plain)), 20 * KIB, {
    kind: 'folder',
    encryption: { format: 'age', contents: sealed },
  });
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await openLookup(page);
  await getBackById(page, id);
  const open = tray(page).getByRole('button', { name: 'Open…' });
  await open.click();
  const field = page.getByRole('dialog').getByLabel('Passphrase or secret key');
  await field.fill('wrong horse');
  await page.keyboard.press('Enter');
  await expect(tray(page)).toContainText('That does not open it.');
  expect((await inDownloads(downloads)).filter((name) => !name.startsWith('.'))).toEqual([]);
  await open.click();
  await field.fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Trip')).toContainText('2 files');
  await expect(entry(page, 'Trip')).toContainText('It was decrypted.');
  expect((await readFile(downloads.path('Trip/CON'))).equals(letter)).toBe(true);
  expect((await readFile(downloads.path('Trip/sub/😀.png'))).equals(picture)).toBe(true);
  expect(await readdir(downloads.path('Trip/empty'))).toEqual([]);
});

test('a single age file is offered as it is', async ({ start, serve, folder }) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const age = await ageFile('secret', 'A letter');
  const id = await submitBytes(service, age);
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await openLookup(page);
  await getBackById(page, id);
  await tray(page).getByRole('button', { name: 'Open…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save it as it is' }).click();
  await expect(tray(page)).toContainText('In your Downloads folder');
  expect((await downloads.read(`${id}.bin`)).equals(age)).toBe(true);
});

test('a passphrase that is kept opens what comes back, and nobody is asked', async ({ start, serve, folder }) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const id = await submitBytes(service, await ageFile('kept words', 'A letter'));
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Privacy of Work' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save one…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Passphrase', exact: true }).fill('kept words');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Repeat it' }).fill('kept words');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('dialog')).toContainText('Kept until you close Dropslip');
  await page.keyboard.press('Escape');
  await openLookup(page);
  await getBackById(page, id);
  await expect(tray(page)).toContainText('It was decrypted.');
  expect((await downloads.read(`${id}.bin`)).toString()).toBe('A letter');
});

/** Where the service keeps the bytes of a submission. */
async function payloadOf(folder: string, id: string): Promise<string> {
  const found = (await readdir(join(folder, 'service'), { recursive: true })).find((name) => name.endsWith(id));
  if (found === undefined) throw new Error(`The service has no file of ${id}.`);
  return join(folder, 'service', found);
}
