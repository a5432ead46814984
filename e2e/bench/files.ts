import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `count` different files into a folder. Returns their paths. */
export async function writeFilesIn(folder: string, count: number, bytes: number): Promise<string[]> {
  const paths: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const path = join(folder, `file ${String(number).padStart(5, '0')}.bin`);
    paths.push(path);
    await writeFile(path, randomBytes(bytes));
  }
  return paths;
}
