import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files as a person would drop them: folders of some, no two with the same bytes. */
export type DroppedFiles = {
  readonly folders: readonly string[];
  /** SHA-256 (hex) of the bytes by path. */
  readonly digests: ReadonlyMap<string, string>;
};

const FILES_PER_FOLDER = 50;

/** Writes `count` files of `bytes` bytes below `root`. The same every time. */
export async function writeDroppedFiles(root: string, count: number, bytes: number): Promise<DroppedFiles> {
  const digests = new Map<string, string>();
  const folders: string[] = [];
  for (let first = 0; first < count; first += FILES_PER_FOLDER) {
    const folder = join(root, `folder ${first / FILES_PER_FOLDER + 1}`);
    await mkdir(folder, { recursive: true });
    folders.push(folder);
    const numbers = Array.from({ length: Math.min(FILES_PER_FOLDER, count - first) }, (_, index) => first + index);
    await Promise.all(
      numbers.map(async (number) => {
        const path = join(folder, `file ${number}.bin`);
        const content = createHash('shake256', { outputLength: bytes }).update(`file ${number}`).digest();
        digests.set(path, createHash('sha256').update(content).digest('hex'));
        await writeFile(path, content);
      }),
    );
  }
  return { folders, digests };
}

/** What a person still has to drop when the list already shows some: whole folders, and single files of begun ones. */
export function stillToDrop(files: DroppedFiles, present: ReadonlySet<string>): string[][] {
  return files.folders.flatMap((folder) => {
    const inside = [...files.digests.keys()].filter((path) => dirname(path) === folder);
    const missing = inside.filter((path) => !present.has(path));
    if (missing.length === 0) return [];
    return [missing.length === inside.length ? [folder] : missing];
  });
}

export function fileName(path: string): string {
  return basename(path);
}
