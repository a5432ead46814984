import { join } from 'node:path';
import { freePath } from '../../core/file-names.ts';
import { originalFs } from '../../core/files/index.ts';

const { mkdir, open, rm } = originalFs.promises;

/**
 * Saves a text in a new folder among the user's downloads, without access for other users of this computer. Returns the
 * folder's path. Rejects if the disk fails, and leaves nothing then.
 */
export async function saveInNewFolder(
  downloads: string,
  name: string,
  fileName: string,
  text: string,
): Promise<string> {
  const { path } = freePath(downloads, name);
  // Fails if the folder exists by now.
  await mkdir(path);
  try {
    const file = await open(join(path, fileName), 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
  return path;
}
