import { constants } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DownloadedFile, requireUnchanged } from './downloaded-file.ts';

/**
 * Puts the new AppImage beside the old one, whole and on the disk: what follows is one rename, so that at each moment there
 * is one that runs. electron-updater removes the old one first. Its path. Rejects also where it is not what was downloaded.
 */
export async function placeBeside(downloaded: DownloadedFile, appImage: string): Promise<string> {
  const beside = join(dirname(appImage), `.${basename(appImage)}.new`);
  try {
    await rm(beside, { force: true });
    await copyFile(downloaded.path, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await requireUnchanged(downloaded, beside);
    await chmod(beside, 0o755);
    const file = await open(beside, 'r');
    await file.sync().finally(() => file.close());
    return beside;
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** It keeps its name, whatever version that says: menu entries and the start at login lead to it. */
export function takePlace(beside: string, appImage: string): Promise<void> {
  return rename(beside, appImage);
}
