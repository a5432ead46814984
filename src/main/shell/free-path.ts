import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';

/** Bytes; every system takes 255 for a name, and a number may have to be added. */
const LONGEST_NAME = 240;
const LONGEST_ENDING = 20;

/** Where a file of this name can be saved in the folder without writing over anything. Only its last part counts. */
export function freePath(folder: string, fileName: string, taken: ReadonlySet<string>): string {
  const last = (fileName.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '_');
  const plain = last === '' || last === '.' || last === '..' ? 'Unnamed' : last;
  const parts = parse(plain);
  const ext = Buffer.byteLength(parts.ext) > LONGEST_ENDING ? '' : parts.ext;
  const name = shortened(ext === '' ? plain : parts.name, LONGEST_NAME - Buffer.byteLength(ext));
  let path = join(folder, `${name}${ext}`);
  for (let number = 1; existsSync(path) || taken.has(path); number += 1)
    path = join(folder, `${name} (${number})${ext}`);
  return path;
}

/** Cut between two signs, so that it fits into so many bytes of UTF-8. */
function shortened(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes));
  return name.slice(0, read).toWellFormed();
}
