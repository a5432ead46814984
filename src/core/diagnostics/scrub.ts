import { escapeRegExp } from '../older-node.ts';
import { encodings } from '../service/index.ts';

/** What the report must not show, and what it shows in its place. */
export type Private = {
  /** Credentials of all accounts, as they are sent. */
  readonly secrets: readonly string[];
  /** Files by their whole path, with the name or code that the report shows for them. */
  readonly files: readonly { readonly path: string; readonly name: string; readonly shown: string }[];
  /** Account names, with what the report calls them. */
  readonly accounts: readonly { readonly name: string; readonly shown: string }[];
  /** Where the app itself lies: its own files may be named, in the traces of errors. */
  readonly appFolder: string;
  readonly userName: string;
  readonly computerName: string;
};

const SECRET = '<secret>';
const PATH = '<path>';
/** Shorter names would blank ordinary words. */
const SHORTEST_NAME = 2;
/** The encoded forms of shorter secrets would blank ordinary words. */
const SHORTEST_ENCODED = 8;

/**
 * Takes out of a text whatever could be a secret or a path. What is known is replaced as it is, then what has the shape of
 * one. Better too much than too little: what a developer misses can be asked for, what has leaked cannot be taken back.
 */
export function createScrubber(hidden: Private): (text: string) => string {
  const secrets = hidden.secrets
    .filter((secret) => secret.trim() !== '')
    .flatMap((secret) => [...spellings(secret), ...(secret.length < SHORTEST_ENCODED ? [] : encodings(secret))]);
  // A whole path goes before the name of a folder in it.
  const files = hidden.files.toSorted((one, other) => other.path.length - one.path.length);
  const folders = foldersOf(hidden.files.map(({ path }) => path));
  // A name may hold another one.
  const words = [
    ...hidden.accounts,
    { name: hidden.userName, shown: '<user>' },
    { name: hidden.computerName, shown: '<computer>' },
  ].sort((a, b) => b.name.length - a.name.length);

  return (text) => {
    const isThere = presence(text);
    let left = text;
    for (const secret of longestFirst(secrets)) left = left.replaceAll(secret, SECRET);
    for (const [shape, shown] of secretShapes) left = left.replace(shape, shown);
    left = left.replace(fileUrl, (_all, path: string) => decode(path).replaceAll(/\s/g, ' '));
    left = left.replace(webAddress, shortenAddress);
    for (const { path, shown } of files) {
      if (isThere(path)) for (const spelling of spellings(path)) left = left.replaceAll(spelling, shown);
    }
    for (const folder of folders) {
      if (isThere(folder)) for (const spelling of spellings(folder)) left = left.replaceAll(spelling, PATH);
    }
    left = replaceApp(left, hidden.appFolder);
    for (const shape of pathShapes) left = left.replace(shape, PATH);
    for (const { name, shown } of hidden.files) {
      if (name !== shown && isThere(name))
        for (const spelling of spellings(name)) left = replaceWord(left, spelling, shown);
    }
    for (const { name, shown } of words) left = replaceWord(left, name, shown);
    return left;
  };
}

/** A text as it may also stand in a log: in JSON, and in an address. */
function spellings(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  return [...new Set([text, inJson, twice, text.isWellFormed() ? encodeURIComponent(text) : text])];
}

const secretShapes: readonly (readonly [RegExp, string])[] = [
  // A JWT, whole or cut.
  [/eyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g, SECRET],
  [/\b(bearer|basic|digest)(\\?["']?[\s:=]+\\?["']?)[^\s"',;}\]\\]+/gi, `$1$2${SECRET}`],
  [
    /((?:authorization|x-api-key|api[-_ ]?key|access[-_ ]?token|refresh[-_ ]?token|token|secret|password|passwd|credential|cookie)s?(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?)(?!<secret>|(?:bearer|basic|digest)\b|[[{])[^\s"',;}\]\\]+/gi,
    `$1${SECRET}`,
  ],
  // Long random text; a hash says of itself with 0x that it is one, and a submission’s id has a form of its own.
  [
    /(?<![\w/+=-])(?!0x|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{32,}={0,2}(?![\w/])/g,
    SECRET,
  ],
];

/** No scheme is longer; without a bound, a long text of letters and points would be gone through from each of them. */
const webAddress = /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>\\]*[^\s"'<>\\).,;:]/gi;

/** The path of a file's URL: `/home/ann/a.txt`, `C:/a.txt`, or `//server/share/a.txt`. */
const fileUrl = /\bfile:(?:\/\/(?=\/)|(?=\/))(?:\/(?=[A-Za-z]:))?([^\s"'`<>]*)/gi;

/** Scheme, host and the path of the call: no name, password, query or fragment. */
function shortenAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.host === '') return '<address>';
  const path = url.pathname.split('/').map((part) => (/^[\w.-]{0,31}$/.test(part) ? part : '…'));
  return `${url.protocol}//${url.host}${path.join('/')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The app's own files stay, from its folder on: `<app>/out/main/index.js:10:5`. */
function replaceApp(text: string, appFolder: string): string {
  if (appFolder.length < 2) return text;
  const own = new RegExp(`${escapeRegExp(appFolder)}((?:[\\\\/][\\w.-]+)*)`, 'g');
  // Written with another sign, so that it does not pass for a path from here on.
  return text.replace(own, (_all, rest: string) => `<app>${rest.replaceAll(/[\\/]/g, '›')}`);
}

/** How paths begin: POSIX, a home, a drive, a share. A known folder that was replaced begins one, too. */
const roots = String.raw`(?:<path>[\\/]|~[\\/]|[A-Za-z]:[\\/]|\\\\|\/)`;
/** Without quotes a path may have blanks: it ends at the last separator or file extension of the line. */
const unquotedRest = String.raw`[^\s"'“”<>:;,()[\]{}]*(?:[^\n"'“”<>]*(?:[\\/][^\s"'“”<>]*|\.\w{1,8}\b))?`;

const pathShapes: readonly RegExp[] = [
  new RegExp(String.raw`(?<=["“\x60])${roots}[^"“”\x60\n]+(?=["”\x60])`, 'g'),
  // An apostrophe in a name ends no quote.
  new RegExp(String.raw`(?<=')${roots}[^"\n]+?(?='(?![\p{L}\p{N}]))`, 'gu'),
  new RegExp(String.raw`(?<![\w:<>/.\\])${roots}(?=[^\s"'“”])${unquotedRest}`, 'g'),
  // A path below a folder that is kept together.
  /(?<=“)[^“”\n]*\/[^“”\n]*(?=”)/g,
];

/** All folders that the files lie in, the longest first; the root and the empty one are none. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    let end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    while (end > 2) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      end = Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\'));
    }
  }
  return longestFirst([...folders]);
}

function longestFirst(texts: readonly string[]): readonly string[] {
  return [...texts].sort((a, b) => b.length - a.length);
}

/** Replaces a word where it is one: `ann` is left in `cannot`. */
function replaceWord(text: string, word: string, shown: string): string {
  if (word.trim().length < SHORTEST_NAME) return text;
  const start = /^[\p{L}\p{N}]/u.test(word) ? '(?<![\\p{L}\\p{N}])' : '';
  const end = /[\p{L}\p{N}]$/u.test(word) ? '(?![\\p{L}\\p{N}])' : '';
  return text.replace(new RegExp(`${start}${escapeRegExp(word)}${end}`, 'giu'), () => shown);
}

/** Pieces of a text by which a name that is in it is known to be, for longer names and for shorter ones. */
const PIECES = [6, 3] as const;

/**
 * Tells quickly that a text cannot be in another, so that the names of a hundred thousand files can be looked for. Only
 * signs that are the same however a text is escaped are looked at, in any letter case.
 */
function presence(text: string): (wanted: string) => boolean {
  const lower = text.toLowerCase();
  const pieces = new Set(PIECES.flatMap((length) => piecesOf(lower, length)));
  return (wanted) => {
    const runs = wanted.toLowerCase().match(/[a-z0-9_.!~*()-]+/g) ?? [];
    return runs.every((run) => {
      const length = PIECES.find((one) => one <= run.length);
      return length === undefined || piecesOf(run, length).every((piece) => pieces.has(piece));
    });
  };
}

function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}
