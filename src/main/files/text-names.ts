import { opendirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What stands in a name for bytes that are no text. */
const MARK = '\ufffd';
/** Of one folder: more than anybody has, and less than fills the memory. */
export const MOST_NAMES = 2_000_000;

/** The types know nothing of names as bytes. */
const asBytes: object = { encoding: 'buffer', bufferSize: 1000 };

/** `isText`: these are its very bytes. Where not, the same name may be that of another file, which has the mark itself. */
export type NamedEntry = { readonly name: string; readonly isText: boolean; readonly isFolder: boolean };

/** What lies in a folder, as it comes from the drive. Throws `E2BIG` where there are more names than `mostNames`. */
export function* entriesOf(path: string, mostNames = MOST_NAMES): Generator<NamedEntry> {
  const folder = opendirSync(path, asBytes);
  try {
    let names = 0;
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      names += 1;
      if (names > mostNames) throw endlessError(mostNames);
      yield { ...nameOf(entry.name), isFolder: entry.isDirectory() };
    }
  } finally {
    folder.closeSync();
  }
}

function nameOf(given: string | Uint8Array): Omit<NamedEntry, 'isFolder'> {
  const bytes = Buffer.from(given);
  const name = bytes.toString();
  return { name, isText: bytes.equals(Buffer.from(name)) };
}

/**
 * Throws `EILSEQ` where a path has the mark in a name, and a name that is no text beside it looks the same: nobody can tell
 * which of the two is meant. Such a path may have been made of either.
 */
export function refuseMistakable(path: string): void {
  for (let at = path; at.includes(MARK); at = dirname(at)) {
    if (noTextIn(dirname(at)).has(at)) throw noTextError();
  }
}

let lastRead = { folder: '', mtimeNs: 0n, paths: new Set<string>() };

/** Where names are no text, there are often thousands of them in one folder. */
function noTextIn(folder: string): ReadonlySet<string> {
  const { mtimeNs } = statSync(folder, { bigint: true });
  if (lastRead.folder === folder && lastRead.mtimeNs === mtimeNs) return lastRead.paths;
  const paths = new Set<string>();
  for (const { name, isText } of entriesOf(folder)) if (!isText) paths.add(join(folder, name));
  lastRead = { folder, mtimeNs, paths };
  return paths;
}

export function noTextError(): Error {
  return Object.assign(new Error('The name is no text.'), { code: 'EILSEQ' });
}

function endlessError(mostNames: number): Error {
  return Object.assign(new Error(`The folder has more than ${mostNames} names.`), { code: 'E2BIG' });
}
