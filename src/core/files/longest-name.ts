import { join } from 'node:path';
import { originalFs } from './original-fs.ts';

const { lstatSync } = originalFs;

const LONGEST = 255;

/** How many bytes a name may have in a folder. Folders that are encrypted, or that lie very deep, take fewer than others. */
export function longestNameIn(folder: string): number {
  let [takes, tooLong] = [0, LONGEST + 1];
  for (let length = LONGEST; takes + 1 < tooLong; length = (takes + tooLong) >>> 1) {
    if (isTooLong(join(folder, 'x'.repeat(length)))) tooLong = length;
    else takes = length;
  }
  return takes;
}

function isTooLong(path: string): boolean {
  try {
    lstatSync(path, { throwIfNoEntry: false });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG';
  }
}
