import { randomBytes } from 'node:crypto';
import { addWork, test } from './app/accounts.ts';
import { ageFile } from './app/age.ts';
import { makeDownloads } from './app/downloads.ts';
import { submitBytes, submitInParts } from './app/in-parts.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { takePicture } from './app/picture.ts';
import { expect } from './app/test.ts';

test('getting back: asked by id, on the way, saved, encrypted, not to be had', async ({ start, serve, folder }) => {
  const downloads = await makeDownloads(folder);
  const service = await serve({ dialect: 'deployed' });
  const photo = await submitInParts(service, new Uint8Array(randomBytes(5_000_000)), 256 * 1024);
  const age = await submitBytes(service, await ageFile('secret', 'A letter'));
  const { page } = await start({ env: downloads.env });
  await addWork(page, service);
  await openLookup(page);
  const ask = async (id: string): Promise<void> => {
    await lookUp(page, id);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
  };
  await ask(photo.id);
  const tray = page.getByRole('region', { name: 'Downloads' });
  await expect(tray).toContainText('In your Downloads folder');
  await ask(age);
  await expect(tray).toContainText('It is encrypted');
  await ask('0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01');
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await expect(tray).toContainText('failed');
  await takePicture(page, 'retrieval');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'retrieval-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  await tray.getByRole('button', { name: 'Open…' }).click();
  await takePicture(page, 'retrieval-key');
});
