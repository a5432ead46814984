import { createHash } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Test files in folders, all with different bytes. */
export type DroppedFiles = {
  readonly folders: readonly string[];
  /** SHA-256 (hex) of the bytes, by path. */
  readonly digests: ReadonlyMap<string, string>;
};

export type FileShape = {
  /** Size in bytes of the file with this number. At least the length of its first line. */
  readonly sizeOf: (number: number) => number;
  readonly perFolder: number;
};

/** Part sizes are multiples of this number of bytes. */
const BLOCK = 1024;

/**
 * Writes `count` files below `place`, the same in every run. The first line of each file and of each slice names it.
 * Uses real paths, like the app, because on macOS the folder for temporary files is behind a link.
 */
export async function writeDroppedFiles(place: string, count: number, shape: FileShape): Promise<DroppedFiles> {
  await mkdir(place, { recursive: true });
  const root = await realpath(place);
  const digests = new Map<string, string>();
  const folders: string[] = [];
  for (let first = 0; first < count; first += shape.perFolder) {
    const folder = join(root, `folder ${first / shape.perFolder + 1}`);
    await mkdir(folder, { recursive: true });
    folders.push(folder);
    const numbers = Array.from({ length: Math.min(shape.perFolder, count - first) }, (_, index) => first + index);
    await Promise.all(
      numbers.map(async (number) => {
        const path = join(folder, `file ${number}.bin`);
        const line = Buffer.from(`file ${number}\n`);
        const content = Buffer.concat([
          line,
          createHash('shake256', { outputLength: Math.max(1, shape.sizeOf(number) - line.length) })
            .update(`file ${number}`)
            .digest(),
        ]);
        // A slice is a body too, so it needs its own first line.
        for (let at = BLOCK; at + BLOCK <= content.length; at += BLOCK) content.write(`file ${number} at ${at}\n`, at);
        digests.set(path, createHash('sha256').update(content).digest('hex'));
        await writeFile(path, content);
      }),
    );
  }
  return { folders, digests };
}

const OPENING_BRACE = 0x7b;

/** The name in the first line of a body: `file 17`, for a slice `file 17 at 1024`, for a manifest `manifest of 17`. */
export function fileOfBody(body: Buffer): string {
  if (body.at(0) === OPENING_BRACE) {
    const named = /"name": "file (\d+)\.bin"/.exec(body.subarray(0, 512).toString('latin1'));
    return named === null ? 'manifest' : `manifest of ${named[1]}`;
  }
  const line = body.subarray(0, 32).toString('latin1');
  return line.slice(0, Math.max(0, line.indexOf('\n')));
}

/** The remaining drops if the list already has some files: whole folders, and single files of incomplete ones. */
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
