import { join, parse } from 'node:path';
import { RECEIPT_EXTENSION } from '../shared/submissions/verification.ts';
import { originalFs } from './files/index.ts';
import { type NameOf, writableName } from './manifest/index.ts';

const { lstatSync } = originalFs;

/** In bytes. A number may be added to a name. */
const LONGEST_NAME = 255;
const LONGEST_NUMBER = 15;
const LONGEST_ENDING = 20;

/** `isRenamed`: the name differs from the wanted one in more than a number. */
export type FreePath = { readonly path: string; readonly isRenamed: boolean };

/** Returns a free path in the folder for a file of this name. */
export function freePath(folder: string, wanted: string, nameOf: NameOf = 'others'): FreePath {
  const plain = portableName(wanted, nameOf);
  const parts = parse(plain);
  const ext = Buffer.byteLength(parts.ext) > LONGEST_ENDING ? '' : parts.ext;
  const longest = LONGEST_NAME - LONGEST_NUMBER - Buffer.byteLength(ext);
  const name = shortened(ext === '' ? plain : parts.name, longest);
  let path = join(folder, `${name}${ext}`);
  for (let number = 1; isTaken(path); number += 1) path = join(folder, `${name} (${number})${ext}`);
  return { path, isRenamed: `${name}${ext}` !== wanted };
}

/**
 * The files that Dropslip saves: receipts, manifests, records, look-ups, reports. A receipt opens in Dropslip, which
 * then submits nothing.
 */
const savedEndings = new Set(['.csv', '.json', '.pdf', RECEIPT_EXTENSION, '.txt']);

/** Returns a name that no program executes, even if a page chose it. */
export function harmlessName(fileName: string): string {
  const plain = portableName(fileName, 'others');
  return savedEndings.has(parse(plain).ext.toLowerCase()) ? plain : `${plain}.txt`;
}

/** The characters of a name that are read. No file system allows more, and a page may choose any name. */
const LONGEST_LOOK = 1_000;

/** Returns a name that all three systems accept: Windows has the strictest rules. */
function portableName(wanted: string, nameOf: NameOf): string {
  const looked =
    wanted.length <= LONGEST_LOOK ? wanted : wanted.slice(0, LONGEST_LOOK / 2) + wanted.slice(-LONGEST_LOOK / 2);
  const name = writableName(looked, 'win32', nameOf);
  // A long run of blanks would hide an ending; unusual blanks become ordinary ones.
  return nameOf === 'user' ? name : name.replace(/\p{Z}+/gu, ' ');
}

/** True also for a dangling link, because a write would follow it to another place. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Cuts a text to this many bytes of UTF-8: between two characters, and not after a dot or a blank. */
function shortened(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes));
  if (read === name.length) return name;
  return name
    .slice(0, read)
    .toWellFormed()
    .replace(/[.\s]+$/, '');
}
