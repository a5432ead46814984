import { constants } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Copies the new AppImage beside the old one and flushes it to the disk. One rename then replaces the old one, so at each
 * moment there is an AppImage that runs. electron-updater would delete the old one first. Returns the copy's path.
 */
export async function placeBeside(downloaded: string, appImage: string): Promise<string> {
  const beside = join(dirname(appImage), `.${basename(appImage)}.new`);
  try {
    await rm(beside, { force: true });
    await copyFile(downloaded, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(beside, 0o755);
    const file = await open(beside, 'r');
    await file.sync().finally(() => file.close());
    return beside;
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Keeps the old name, even if it contains a version: menu entries and the start at login point to it. */
export function takePlace(beside: string, appImage: string): Promise<void> {
  return rename(beside, appImage);
}
