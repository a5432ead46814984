import { join, parse } from 'node:path';
import { RECEIPT_EXTENSION } from '../../../shared/submissions/reference-file.ts';
import { fillers } from '../../../shared/text.ts';
import { originalFs } from '../../files/index.ts';

const { lstatSync } = originalFs;

/** Bytes; every system takes 255 for a name, and a number may have to be added. */
const LONGEST_NAME = 240;
const LONGEST_ENDING = 20;

/**
 * What some system does not take in a name, or takes for something else: a drive, a stream, a pattern; and what nobody sees
 * (learn.microsoft.com/windows/win32/fileio/naming-a-file). Fillers that draw nothing
 * (Hangul's, the empty Braille pattern) are among these. The marks that join emoji and letters of some scripts stay.
 */
const notInNames = new RegExp(
  String.raw`[<>:"/\\|?*\ufffd\p{Cc}\p{Cs}\p{Zl}\p{Zp}${fillers}]|(?![\u200c\u200d])\p{Cf}`,
  'gu',
);

/** Devices of Windows, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/** Where a file of this name can be saved in the folder without writing over anything. Only its last part counts. */
export function freePath(folder: string, fileName: string, taken: ReadonlySet<string>): string {
  const plain = portableName(fileName.split(/[\\/]/).at(-1) ?? '');
  const parts = parse(plain);
  const ext = Buffer.byteLength(parts.ext) > LONGEST_ENDING ? '' : parts.ext;
  const name = shortened(ext === '' ? plain : parts.name, LONGEST_NAME - Buffer.byteLength(ext));
  let path = join(folder, `${name}${ext}`);
  for (let number = 1; isTaken(path) || taken.has(path); number += 1) path = join(folder, `${name} (${number})${ext}`);
  return path;
}

/** What Dropslip itself saves: receipts, manifests, records, look-ups, reports. A receipt opens in Dropslip, which submits none. */
const savedEndings = new Set(['.csv', '.json', '.pdf', RECEIPT_EXTENSION, '.txt']);

/** A name that opens in nothing that runs it, whatever a page calls what it saves. */
export function harmlessName(fileName: string): string {
  const plain = portableName(fileName.split(/[\\/]/).at(-1) ?? '');
  return savedEndings.has(parse(plain).ext.toLowerCase()) ? plain : `${plain}.txt`;
}

/** Characters of a name that are looked at: more fit into none, and a page may call a file anything. */
const LONGEST_LOOK = 1_000;

/** A name that is the same file on all three systems, hidden on none, and that shows what it is. */
function portableName(wanted: string): string {
  const name =
    wanted.length <= LONGEST_LOOK ? wanted : wanted.slice(0, LONGEST_LOOK / 2) + wanted.slice(-LONGEST_LOOK / 2);
  const plain = name
    .replace(notInNames, '_')
    .normalize('NFC')
    // A long run of blanks pushes an ending out of sight; blanks of other widths are taken for ordinary ones.
    .replace(/\p{Z}+/gu, ' ')
    .trim()
    // Windows leaves dots and blanks at the end away; elsewhere a dot in front hides a file.
    .replace(/[.\s]+$/, '')
    .replace(/^\.+/, '_');
  if (plain === '' || /^_*$/.test(plain)) return 'Unnamed';
  return device.test(plain) ? `_${plain}` : plain;
}

/** Also by a link to nowhere: what is written to that is elsewhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Cut between two signs, so that it fits into so many bytes of UTF-8, and ends in no dot or blank. */
function shortened(name: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(bytes));
  return name
    .slice(0, read)
    .toWellFormed()
    .replace(/[.\s]+$/, '');
}
