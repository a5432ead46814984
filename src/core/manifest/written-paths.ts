import { fillers } from '../../shared/text.ts';

type WrittenPaths = {
  /** The path to write for each path, in the same order: relative to the folder, with `/` between names. */
  readonly written: readonly string[];
  /** The number of files and folders whose names changed. */
  readonly renamed: number;
};

/**
 * A file or folder in the tree of names. `at`: the index of the path that ends here; null for a folder that is not
 * empty.
 */
type Node = { readonly names: Map<string, Node>; at: number | null };

/**
 * The paths at which the files and empty folders of a manifest are written on this system, relative to their folder. No
 * two paths are equal, and none leads outside. The result does not depend on the order of `paths`. `paths` must come
 * from a manifest that was read: valid, none twice, none within another.
 */
export function writtenPaths(paths: readonly string[], platform: Platform, naming: Naming = {}): WrittenPaths {
  const written = new Array<string>(paths.length).fill('');
  let renamed = 0;
  const open = [{ node: treeOf(paths), above: '' }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const taken = new TakenNames(platform, naming);
    for (const { node, original, name } of taken.takeAll(here.node.names)) {
      const place = `${here.above}${name}`;
      if (name !== original) renamed += 1;
      if (node.at === null) open.push({ node, above: `${place}/` });
      else written[node.at] = place;
    }
  }
  return { written, renamed };
}

function treeOf(paths: readonly string[]): Node {
  const root: Node = { names: new Map(), at: null };
  for (const [at, path] of paths.entries()) {
    let here = root;
    for (const name of path.split('/')) {
      const next = here.names.get(name) ?? { names: new Map(), at: null };
      here.names.set(name, next);
      here = next;
    }
    here.at = at;
  }
  return root;
}

type TakenName = { readonly node: Node; readonly original: string; readonly name: string };

/** The longest number that may follow a name. */
const LONGEST_MARK = ' (1048576)';

/** The names that are already used in one folder. */
class TakenNames {
  readonly #platform: Platform;
  readonly #nameOf: NameOf;
  readonly #keys = new Set<string>();
  /**
   * The last number after each name, by the key of the name shortened for a long number: names that are shortened to
   * the same text share a sequence.
   */
  readonly #lastMarks = new Map<string, number>();

  constructor(platform: Platform, { nameOf = 'user' }: Naming) {
    this.#platform = platform;
    this.#nameOf = nameOf;
  }

  /** Names that need no change come first, so that they stay unless the system treats two as equal. */
  takeAll(names: ReadonlyMap<string, Node>): readonly TakenName[] {
    const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = sorted.map(([original, node]) => {
      const writable = writableName(original, this.#platform, this.#nameOf);
      return { original, node, name: fittedName(writable, '', this.#platform) };
    });
    const same = all.filter(({ name, original }) => name === original);
    const changed = all.filter(({ name, original }) => name !== original);
    return [...same, ...changed].map(({ original, node, name }) => ({ original, node, name: this.#take(name) }));
  }

  /** The name, or a free one like it: `name (2).txt`. */
  #take(name: string): string {
    const row = nameKey(fittedName(name, LONGEST_MARK, this.#platform), this.#platform);
    let mark = this.#lastMarks.get(row) ?? 1;
    let given = name;
    while (this.#keys.has(nameKey(given, this.#platform))) {
      mark += 1;
      given = fittedName(name, ` (${mark})`, this.#platform);
    }
    if (given !== name) this.#lastMarks.set(row, mark);
    this.#keys.add(nameKey(given, this.#platform));
    return given;
  }
}

export type Platform = 'win32' | 'darwin' | 'linux';
/** Every other system follows the rules of Linux. */
export const thisPlatform: Platform =
  process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/** The origin of a name. Only a name that the user submitted may begin with a dot or a dash. */
export type NameOf = 'user' | 'others';

export type Naming = { readonly nameOf?: NameOf };

/** Names that Windows reserves for devices, in any case, with any extension, even with spaces before the dot. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/**
 * Characters that a system does not allow in a name, or at its end
 * (learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const never = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be found.
  win32: { signs: /[\u0000-\u001f<>:"|?*\\/]/g, end: /[.\p{Z}]+$/u },
  darwin: { signs: /[\0/]/g, end: /^\.{1,2}$/ },
  linux: { signs: /[\0/]/g, end: /^\.{1,2}$/ },
} as const;

/**
 * Characters that mislead in a name that the user did not submit: control characters, line ends, characters that
 * reverse the direction of text or are invisible, and a leading dot or dash, which hides a file or looks like an
 * option. The joiners of emoji and of some scripts are allowed.
 */
const misleading = new RegExp(String.raw`[\ufffd\p{Cc}\p{Zl}\p{Zp}${fillers}]|(?![\u200c\u200d])\p{Cf}|^[.-]+`, 'gu');

/** The name with `_` in place of forbidden characters. Does not limit its length. */
export function writableName(name: string, platform: Platform, nameOf: NameOf): string {
  const { signs, end } = never[platform];
  const text = name.toWellFormed();
  const plain = text.replace(signs, '_').replace(end, (run) => '_'.repeat(run.length));
  const written = nameOf === 'others' ? plain.replace(misleading, '_') : plain;
  if (written === '') return 'Unnamed';
  return platform === 'win32' && reserved.test(text) ? `_${written}` : written;
}

/** The length of a name as the system counts it: UTF-16 units on Windows, bytes of UTF-8 elsewhere. */
function lengthOn(platform: Platform, text: string): number {
  return platform === 'win32' ? text.length : Buffer.byteLength(text);
}

/** The longest name on all platforms. */
const LONGEST_NAME = 255;

/** A name with `mark` before its extension, shortened to fit. */
function fittedName(name: string, mark: string, platform: Platform): string {
  const dot = name.lastIndexOf('.');
  const long = lengthOn(platform, name.slice(dot)) > LONGEST_EXTENSION;
  const [stem, extension] = dot <= 0 || long ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const whole = `${stem}${mark}${extension}`;
  if (lengthOn(platform, whole) <= LONGEST_NAME) return whole;
  const room = LONGEST_NAME - lengthOn(platform, `…${mark}${extension}`);
  return `${beginningOf(stem, room, platform)}…${mark}${extension}`;
}

const LONGEST_EXTENSION = 32;

/** The longest beginning of whole characters that fits. */
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
 * A key that is equal for names that the system treats as equal. Windows and macOS ignore case. macOS also ignores the
 * Unicode form of accents and invisible characters. In doubt, the key treats names as equal.
 */
export function nameKey(name: string, platform: Platform): string {
  if (platform === 'linux') return name;
  // Lower case first, so that `ẞ`, `ß` and `SS` become equal.
  const folded = name.toLowerCase().toUpperCase();
  if (platform === 'win32') return folded;
  return name
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFC');
}
