import { constants } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Copies the new AppImage beside the old one and flushes it to the disk. One rename then replaces the old one, so at each
 * moment there is an AppImage that runs. electron-updater would delete the old one first. Keeps the old name, even if it
 * contains a version: menu entries and the start at login point to it.
 */
export async function replaceAppImage(downloaded: string, appImage: string): Promise<void> {
  const beside = join(dirname(appImage), `.${basename(appImage)}.new`);
  try {
    await rm(beside, { force: true });
    await copyFile(downloaded, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(beside, 0o755);
    const file = await open(beside, 'r');
    await file.sync().finally(() => file.close());
    await rename(beside, appImage);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}
