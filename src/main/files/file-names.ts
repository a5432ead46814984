import { join, parse } from 'node:path';
import { longestNameIn, originalFs } from '../../core/files/index.ts';
import { type NameOf, writableName } from '../../core/manifest/index.ts';
import { RECEIPT_EXTENSION } from '../../shared/submissions/verification.ts';

const { lstatSync } = originalFs;

/** Bytes. A number may have to be added to a name. */
const LONGEST_NUMBER = 15;
const LONGEST_ENDING = 20;

/** A path in a folder. `isRenamed`: the name is another one than was wanted, apart from a number. */
export type FreePath = { readonly path: string; readonly isRenamed: boolean };

/** Finds a path in the folder for a file of this name that overwrites nothing. */
export function freePath(
  folder: string,
  wanted: string,
  nameOf: NameOf = 'others',
  taken: ReadonlySet<string> = new Set(),
): FreePath {
  const plain = portableName(wanted, nameOf);
  const parts = parse(plain);
  const ext = Buffer.byteLength(parts.ext) > LONGEST_ENDING ? '' : parts.ext;
  const longest = Math.max(1, longestNameIn(folder) - LONGEST_NUMBER - Buffer.byteLength(ext));
  const name = shortened(ext === '' ? plain : parts.name, longest);
  let path = join(folder, `${name}${ext}`);
  for (let number = 1; isTaken(path) || taken.has(path); number += 1) path = join(folder, `${name} (${number})${ext}`);
  return { path, isRenamed: `${name}${ext}` !== wanted };
}

/** What Dropslip itself saves: receipts, manifests, records, look-ups, reports. A receipt opens in Dropslip, which submits none. */
const savedEndings = new Set(['.csv', '.json', '.pdf', RECEIPT_EXTENSION, '.txt']);

/** A name that opens in nothing that runs it, whatever a page calls what it saves. */
export function harmlessName(fileName: string): string {
  const plain = portableName(fileName, 'others');
  return savedEndings.has(parse(plain).ext.toLowerCase()) ? plain : `${plain}.txt`;
}

/** Characters of a name that are looked at: more fit into none, and a page may call a file anything. */
const LONGEST_LOOK = 1_000;

/** A name that all three systems take: Windows takes the fewest. */
function portableName(wanted: string, nameOf: NameOf): string {
  const looked =
    wanted.length <= LONGEST_LOOK ? wanted : wanted.slice(0, LONGEST_LOOK / 2) + wanted.slice(-LONGEST_LOOK / 2);
  const name = writableName(looked, 'win32', nameOf);
  // A long run of blanks pushes an ending out of sight; blanks of other widths are taken for ordinary ones.
  return nameOf === 'user' ? name : name.replace(/\p{Z}+/gu, ' ');
}

/** Also by a link to nowhere: what is written to that is elsewhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Fits into so many bytes of UTF-8: cut between two signs, and not behind a dot or a blank. */
function shortened(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes));
  if (read === name.length) return name;
  return name
    .slice(0, read)
    .toWellFormed()
    .replace(/[.\s]+$/, '');
}
