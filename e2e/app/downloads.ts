import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A separate downloads folder: the environment that makes the app use it (on Linux), and its content. */
export type Downloads = {
  readonly env: Readonly<Record<string, string>>;
  readonly path: (name: string) => string;
  /** The content of a saved file, once it exists. */
  readonly read: (name: string) => Promise<Buffer>;
};

export async function makeDownloads(folder: string): Promise<Downloads> {
  const configuration = join(folder, 'configuration');
  const downloads = join(folder, 'Downloads');
  await mkdir(configuration);
  await mkdir(downloads);
  await writeFile(join(configuration, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const path = (name: string): string => join(downloads, name);
  return {
    env: { XDG_CONFIG_HOME: configuration },
    path,
    read: async (name) => {
      await expect
        .poll(async () => (await readFile(path(name)).catch(() => Buffer.alloc(0))).length, {
          message: `${name} arrives`,
        })
        .toBeGreaterThan(0);
      return readFile(path(name));
    },
  };
}
