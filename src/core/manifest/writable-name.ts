import { fillers } from '../../shared/text.ts';

export type Platform = 'win32' | 'darwin' | 'linux';
/** What names a system takes is told by these three. */
export const thisPlatform: Platform =
  process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/** The origin of a name. Only a name that the user submitted may begin with a dot or a dash. */
export type NameOf = 'user' | 'others';

/** How names are written. `longest`: of one name, if the folder takes fewer than others. */
export type Naming = { readonly longest?: number; readonly nameOf?: NameOf };

/**
 * Why a file or folder has another name where it was written. `reserved`: Windows keeps the name for a device. `signs`: the
 * system has no such signs in names, or they mislead. `ending`: Windows leaves out dots and blanks at the end. `too-long`: of the name, or of
 * the whole path. `taken`: the system takes it for the same name as another one beside it.
 */
export type RenameReason = 'reserved' | 'signs' | 'ending' | 'too-long' | 'taken';

/** What Windows keeps for devices, with any extension, in any case, blanks before the dot included. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Characters that a system does not allow in a name, or at its end (learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const never = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  win32: { signs: /[\u0000-\u001f<>:"|?*\\/]/g, end: /[.\p{Z}]+$/u },
  darwin: { signs: /[\0/]/g, end: /^\.{1,2}$/ },
  linux: { signs: /[\0/]/g, end: /^\.{1,2}$/ },
} as const;

/**
 * Signs that mislead in a name that the user did not submit: control signs, line ends, signs that turn the direction of text
 * or that nobody sees, and a dot or a dash in front, which hides a file or is taken for an option. The marks that join
 * emoji and letters of some scripts stay.
 */
const misleading = new RegExp(String.raw`[\ufffd\p{Cc}\p{Zl}\p{Zp}${fillers}]|(?![\u200c\u200d])\p{Cf}|^[.-]+`, 'gu');

export type WritableName = { readonly name: string; readonly why: readonly RenameReason[] };

/** The name with `_` for what the system does not take, and why it is not as it was. Its length is not looked at. */
export function writableName(name: string, platform: Platform, nameOf: NameOf): WritableName {
  const { signs, end } = never[platform];
  const text = name.toWellFormed();
  const why: RenameReason[] = [];
  const isMisleading = nameOf === 'others' && text.search(misleading) >= 0;
  if (name === '' || text !== name || text.search(signs) >= 0 || isMisleading) why.push('signs');
  if (end.test(text)) why.push('ending');
  if (platform === 'win32' && reserved.test(text)) why.push('reserved');
  if (why.length === 0) return { name, why };
  const plain = text.replace(signs, '_').replace(end, (run) => '_'.repeat(run.length));
  const written = isMisleading ? plain.replace(misleading, '_') : plain;
  return { name: written === '' ? 'Unnamed' : why.includes('reserved') ? `_${written}` : written, why };
}

/** How long a name is where its length counts: UTF-16 units on Windows, bytes of UTF-8 elsewhere. */
export function lengthOn(platform: Platform, text: string): number {
  return platform === 'win32' ? text.length : Buffer.byteLength(text);
}

/** Of one name, on all of these. */
export const LONGEST_NAME = 255;

/** A name with `mark` before its extension, and as much of it left out as it takes to fit. */
export function fittedName(name: string, mark: string, platform: Platform, longest: number): string {
  const dot = name.lastIndexOf('.');
  const long = lengthOn(platform, name.slice(dot)) > LONGEST_EXTENSION;
  const [stem, extension] = dot <= 0 || long ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const whole = `${stem}${mark}${extension}`;
  if (lengthOn(platform, whole) <= longest) return whole;
  const room = longest - lengthOn(platform, `…${mark}${extension}`);
  return `${beginningOf(stem, room, platform)}…${mark}${extension}`;
}

const LONGEST_EXTENSION = 32;

/** As many whole signs as there is room for. */
function beginningOf(text: string, room: number, platform: Platform): string {
  let end = 0;
  let left = room;
  for (const sign of text) {
    left -= lengthOn(platform, sign);
    if (left < 0) break;
    end += sign.length;
  }
  return text.slice(0, end);
}

/**
 * What is the same for two names that the system takes for one. On Windows and macOS case counts for nothing, on macOS neither
 * how accents are spelt, nor what takes no room. Rather too many are taken for one than too few.
 */
export function nameKey(name: string, platform: Platform): string {
  if (platform === 'linux') return name;
  // By way of small letters: the capital ß has none, and small ß has two capitals.
  const folded = name.toLowerCase().toUpperCase();
  if (platform === 'win32') return folded;
  return name
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFC');
}
