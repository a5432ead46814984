import { fillers } from '../../shared/text.ts';

type WrittenPaths = {
  /** For each path, in the same order, where it is written: relative to the folder, `/` between names. */
  readonly written: readonly string[];
  /** How many files and folders have another name there. */
  readonly renamed: number;
};

/** A name among others. `at`: which of the paths ends here; null for a folder with something in it. */
type Node = { readonly names: Map<string, Node>; at: number | null };

/**
 * Where the files and empty folders of a manifest are written on this system, relative to their folder: never two at one place,
 * never outside. The same paths always lead to the same places, in whatever order they come. `paths` are those of a manifest that
 * was read: valid, none twice, none within another.
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

/** As long as a number behind a name gets. */
const LONGEST_MARK = ' (1048576)';

/** The names in one folder that are given away. */
class TakenNames {
  readonly #platform: Platform;
  readonly #longest: number;
  readonly #nameOf: NameOf;
  readonly #keys = new Set<string>();
  /** The last number behind a name, by its key as a long number leaves it: names that are cut to the same one share a row. */
  readonly #lastMarks = new Map<string, number>();

  constructor(platform: Platform, { longest = LONGEST_NAME, nameOf = 'user' }: Naming) {
    this.#platform = platform;
    this.#longest = longest;
    this.#nameOf = nameOf;
  }

  /** Names that can stay as they are come first, so that each of them does unless the system takes two for one. */
  takeAll(names: ReadonlyMap<string, Node>): readonly TakenName[] {
    const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = sorted.map(([original, node]) => ({ original, node, name: this.#writable(original) }));
    const same = all.filter(({ name, original }) => name === original);
    const changed = all.filter(({ name, original }) => name !== original);
    return [...same, ...changed].map(({ original, node, name }) => ({ original, node, name: this.#take(name) }));
  }

  /** The name, or one like it: `name (2).txt`. */
  #take(name: string): string {
    const row = this.#keyOf(this.#fitted(name, LONGEST_MARK));
    let mark = this.#lastMarks.get(row) ?? 1;
    let given = name;
    while (this.#keys.has(this.#keyOf(given))) {
      mark += 1;
      given = this.#fitted(name, ` (${mark})`);
    }
    if (given !== name) this.#lastMarks.set(row, mark);
    this.#keys.add(this.#keyOf(given));
    return given;
  }

  #writable(original: string): string {
    return this.#fitted(writableName(original, this.#platform, this.#nameOf), '');
  }

  #fitted(name: string, mark: string): string {
    return fittedName(name, mark, this.#platform, this.#longest);
  }

  #keyOf(name: string): string {
    return nameKey(name, this.#platform);
  }
}

export type Platform = 'win32' | 'darwin' | 'linux';
/** These three stand for all systems. */
export const thisPlatform: Platform =
  process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';

/** The origin of a name. Only a name that the user submitted may begin with a dot or a dash. */
export type NameOf = 'user' | 'others';

/** How names are written. `longest`: of one name, if the folder takes fewer than others. */
export type Naming = { readonly longest?: number; readonly nameOf?: NameOf };

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

/** The name with `_` for what the system does not allow. Its length is not looked at. */
export function writableName(name: string, platform: Platform, nameOf: NameOf): string {
  const { signs, end } = never[platform];
  const text = name.toWellFormed();
  const plain = text.replace(signs, '_').replace(end, (run) => '_'.repeat(run.length));
  const written = nameOf === 'others' ? plain.replace(misleading, '_') : plain;
  if (written === '') return 'Unnamed';
  return platform === 'win32' && reserved.test(text) ? `_${written}` : written;
}

/** How long a name is where its length counts: UTF-16 units on Windows, bytes of UTF-8 elsewhere. */
function lengthOn(platform: Platform, text: string): number {
  return platform === 'win32' ? text.length : Buffer.byteLength(text);
}

/** Of one name, on all of these. */
const LONGEST_NAME = 255;

/** A name with `mark` before its extension, and as much of it left out as it takes to fit. */
function fittedName(name: string, mark: string, platform: Platform, longest: number): string {
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
