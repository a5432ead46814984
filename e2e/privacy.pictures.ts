import { addWork, dialog, test } from './app/accounts.ts';
import { makeDownloads } from './app/downloads.ts';
import { takePicture } from './app/picture.ts';
import { expect } from './app/test.ts';

const publicKey = 'age1phjy896nre62zkltwh49dwz5st2dfvrvynhsa070w9xwnlqag40qu8v500';

test('who can read what an account submits', async ({ start, serve, folder }) => {
  const service = await serve();
  const downloads = await makeDownloads(folder);
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'Privacy of Work' }).click();
  await expect(dialog(page).getByText('Nobody yet.')).toBeVisible();
  await takePicture(page, 'privacy-first');
  await dialog(page).getByLabel('Public key', { exact: true }).fill(publicKey);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ada');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Ada')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Make a key pair' }).click();
  await expect(dialog(page).getByText('This system has no keychain')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Make one, save it as a file' }).click();
  await expect(dialog(page).getByText('it is in the file you saved')).toBeVisible();
  await dialog(page).getByLabel('Only these people').click();
  await takePicture(page, 'privacy-people');
  await dialog(page).getByRole('button', { name: 'Save one…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Passphrase', exact: true }).fill('secret');
  await dialog(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog(page).getByText('This is too short')).toBeVisible();
  await takePicture(page, 'privacy-passphrase');
});
