import { fillers } from '../../shared/text.ts';

/** A file or folder that has another name where it was written; both are paths relative to the folder. */
type Renamed = { readonly path: string; readonly written: string; readonly why: readonly RenameReason[] };

type WrittenPaths = {
  /** For each path, in the same order, where it is to be written: relative to the folder, `/` between names. */
  readonly written: readonly string[];
  /** What has another name there: of a folder it is told once, and not for all that is in it. */
  readonly renamed: readonly Renamed[];
};

/** A name among others. `at`: which of the paths ends here; null for a folder with something in it. */
type Node = { readonly names: Map<string, Node>; at: number | null };

/** Of a whole path with the folder's own; Windows: as Node writes it, `\\?\` included. */
const longestPath = { win32: 32_700, darwin: 1_016, linux: 4_088 } as const;

/** The folder for what lies so deep that its whole path would be too long. */
const DEEP = 'too deep';

/**
 * Where the files and empty folders of a manifest can be written on this system, within `folder` (an absolute path, or empty):
 * never two at one place, never outside. The same paths always lead to the same places, in whatever order they come. `paths`
 * are those of a manifest that was read: valid, none twice, none within another.
 */
export function writtenPaths(
  paths: readonly string[],
  platform: Platform,
  folder = '',
  naming: Naming = {},
): WrittenPaths {
  const written = new Array<string>(paths.length).fill('');
  const renamed: Renamed[] = [];
  const tooDeep: { readonly path: string; readonly name: string; readonly at: number }[] = [];
  const room = longestPath[platform] - lengthOn(platform, folder) - 1;
  const atTop = new TakenNames(platform, naming);
  const open: OpenFolder[] = [{ node: treeOf(paths), path: '', written: '', taken: atTop }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const { node, original, name, why } of here.taken.takeAll(here.node.names)) {
      const [path, place] = [`${here.path}${original}`, `${here.written}${name}`];
      const fits = node.at === null || lengthOn(platform, place) <= room;
      if (why.length > 0 && fits) renamed.push({ path, written: place, why });
      if (node.at === null) {
        open.push({ node, path: `${path}/`, written: `${place}/`, taken: new TakenNames(platform, naming) });
      } else if (fits) written[node.at] = place;
      else tooDeep.push({ path, name, at: node.at });
    }
  }
  if (tooDeep.length > 0) {
    const deep = atTop.take(DEEP);
    const taken = new TakenNames(platform, naming);
    for (const { path, name, at } of tooDeep.sort((one, other) => (one.path < other.path ? -1 : 1))) {
      const place = `${deep}/${taken.take(name)}`;
      written[at] = place;
      renamed.push({ path, written: place, why: ['too-long'] });
    }
  }
  return { written, renamed: renamed.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** Paths end in `/`, but at the top. */
type OpenFolder = {
  readonly node: Node;
  readonly path: string;
  readonly written: string;
  readonly taken: TakenNames;
};

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

type TakenName = WritableName & { readonly node: Node; readonly original: string };

/** As long as a number behind a name gets. */
const LONGEST_MARK = ' (1048576)';

/** The names in one folder that are given away. */
class TakenNames {
  readonly #platform: Platform;
  readonly #longest: number;
  readonly #nameOf: NameOf;
  readonly #keys = new Set<string>();
  /**
   * The number that was last put behind a name, by its key as a long number leaves it: long names that differ in nothing else
   * take theirs from one row, for each would else try all that the others have.
   */
  readonly #lastMarks = new Map<string, number>();

  constructor(platform: Platform, { longest = LONGEST_NAME, nameOf = 'user' }: Naming) {
    this.#platform = platform;
    this.#longest = longest;
    this.#nameOf = nameOf;
  }

  /** Those that can stay as they are come first, so that each of them does, but for what the system takes for the same. */
  takeAll(names: ReadonlyMap<string, Node>): readonly TakenName[] {
    const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = sorted.map(([original, node]) => ({ original, node, ...this.#fitting(original) }));
    const [changed, same] = [all.filter(({ why }) => why.length > 0), all.filter(({ why }) => why.length === 0)];
    return [...same, ...changed].map(({ original, node, name, why }) => {
      const given = this.take(name);
      return { original, node, name: given, why: given === name ? why : [...why, 'taken'] };
    });
  }

  /** The name, or one like it: `name (2).txt`. */
  take(name: string): string {
    let key = nameKey(name, this.#platform);
    if (!this.#keys.has(key)) {
      this.#keys.add(key);
      return name;
    }
    const row = nameKey(fittedName(name, LONGEST_MARK, this.#platform, this.#longest), this.#platform);
    let mark = this.#lastMarks.get(row) ?? 1;
    let given = name;
    while (this.#keys.has(key)) {
      mark += 1;
      given = fittedName(name, ` (${mark})`, this.#platform, this.#longest);
      key = nameKey(given, this.#platform);
    }
    this.#lastMarks.set(row, mark);
    this.#keys.add(key);
    return given;
  }

  #fitting(original: string): WritableName {
    const { name, why } = writableName(original, this.#platform, this.#nameOf);
    const fitted = fittedName(name, '', this.#platform, this.#longest);
    return { name: fitted, why: fitted === name ? why : [...why, 'too-long'] };
  }
}

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
type RenameReason = 'reserved' | 'signs' | 'ending' | 'too-long' | 'taken';

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

type WritableName = { readonly name: string; readonly why: readonly RenameReason[] };

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
