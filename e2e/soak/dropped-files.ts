import { createHash } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files as a person would drop them: folders of some, no two with the same bytes. */
export type DroppedFiles = {
  readonly folders: readonly string[];
  /** SHA-256 (hex) of the bytes by path. */
  readonly digests: ReadonlyMap<string, string>;
};

export type FileShape = {
  /** Bytes of the file with this number; no less than its first line takes. */
  readonly sizeOf: (number: number) => number;
  readonly perFolder: number;
};

/** Parts are whole multiples of so many bytes. */
const BLOCK = 1024;

/**
 * Writes `count` files below `place`. The same every time. The first line of each names it, and so does that of each slice.
 * Their paths lead over no link, as those that the app keeps: the folder for temporary files lies behind one on macOS.
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
        // A slice of it is a body, too.
        for (let at = BLOCK; at + BLOCK <= content.length; at += BLOCK) content.write(`file ${number} at ${at}\n`, at);
        digests.set(path, createHash('sha256').update(content).digest('hex'));
        await writeFile(path, content);
      }),
    );
  }
  return { folders, digests };
}

const OPENING_BRACE = 0x7b;

/** The name that the first line of a body gives it: `file 17`, of a slice `file 17 at 1024`, of a manifest `manifest of 17`. */
export function fileOfBody(body: Buffer): string {
  if (body.at(0) === OPENING_BRACE) {
    const named = /"name": "file (\d+)\.bin"/.exec(body.subarray(0, 512).toString('latin1'));
    return named === null ? 'manifest' : `manifest of ${named[1]}`;
  }
  const line = body.subarray(0, 32).toString('latin1');
  return line.slice(0, Math.max(0, line.indexOf('\n')));
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
