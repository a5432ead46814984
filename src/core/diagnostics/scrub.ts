import { escapeRegExp } from '../older-node.ts';
import { encodings } from '../service/index.ts';

/** The private data of a report, and the replacements. */
export type Private = {
  /** Credentials of all accounts, in the form that is sent. */
  readonly secrets: readonly string[];
  /** Files by their full path, with the code that replaces it. */
  readonly files: readonly { readonly path: string; readonly name: string; readonly shown: string }[];
  /** Account names with their replacements. */
  readonly accounts: readonly { readonly name: string; readonly shown: string }[];
  /** The app's folder. Its own files may appear, in stack traces. */
  readonly appFolder: string;
  readonly userName: string;
  readonly computerName: string;
};

const SECRET = '<secret>';
const PATH = '<path>';
/** Shorter names would replace parts of ordinary words. */
const SHORTEST_NAME = 2;

/**
 * Removes everything from a text that may be a secret or a path: first the known ones, then texts with such a form.
 * Too much rather than too little: a developer can ask for missing facts, but a leaked secret cannot be taken back.
 */
export function createScrubber(hidden: Private): (text: string) => string {
  const secrets = hidden.secrets
    .filter((secret) => secret.trim() !== '')
    .flatMap((secret) => [...spellings(secret), ...encodings(secret)]);
  // Replaces a full path before the names of its folders.
  const files = hidden.files.toSorted((one, other) => other.path.length - one.path.length);
  const folders = foldersOf(hidden.files.map(({ path }) => path));
  // Longer names first, because one may contain another.
  const words = [
    ...hidden.accounts,
    { name: hidden.userName, shown: '<user>' },
    { name: hidden.computerName, shown: '<computer>' },
  ].sort((a, b) => b.name.length - a.name.length);

  return (text) => {
    let left = text;
    for (const secret of longestFirst(secrets)) left = left.replaceAll(secret, SECRET);
    for (const [shape, shown] of secretShapes) left = left.replace(shape, shown);
    left = left.replace(fileUrl, (_all, path: string) => decode(path).replaceAll(/\s/g, ' '));
    left = left.replace(webAddress, shortenAddress);
    for (const { path, shown } of files) {
      for (const spelling of spellings(path)) left = left.replaceAll(spelling, shown);
    }
    for (const folder of folders) {
      for (const spelling of spellings(folder)) left = left.replaceAll(spelling, PATH);
    }
    left = replaceApp(left, hidden.appFolder);
    for (const shape of pathShapes) left = left.replace(shape, PATH);
    for (const { name, shown } of hidden.files) {
      for (const spelling of spellings(name)) left = replaceWord(left, spelling, shown);
    }
    for (const { name, shown } of words) left = replaceWord(left, name, shown);
    return left;
  };
}

/** The forms of a text in a log: plain, in JSON, and in an address. */
function spellings(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  return [...new Set([text, inJson, twice, text.isWellFormed() ? encodeURIComponent(text) : text])];
}

const secretShapes: readonly (readonly [RegExp, string])[] = [
  // A JWT, complete or cut.
  [/eyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g, SECRET],
  [/\b(bearer|basic|digest)(\\?["']?[\s:=]+\\?["']?)[^\s"',;}\]\\]+/gi, `$1$2${SECRET}`],
  [
    /((?:authorization|x-api-key|api[-_ ]?key|access[-_ ]?token|refresh[-_ ]?token|token|secret|password|passwd|credential|cookie)s?(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?)(?!<secret>|(?:bearer|basic|digest)\b|[[{])[^\s"',;}\]\\]+/gi,
    `$1${SECRET}`,
  ],
  // Long random text. Hashes begin with 0x, and submission ids have their own form, so they are excluded.
  [
    /(?<![\w/+=-])(?!0x|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{32,}={0,2}(?![\w/])/g,
    SECRET,
  ],
];

/** Real schemes are shorter than the bound. Without it, the search would take quadratic time on long text. */
const webAddress = /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>\\]*[^\s"'<>\\).,;:]/gi;

/** The path in a file URL: `/home/ann/a.txt`, `C:/a.txt`, or `//server/share/a.txt`. */
const fileUrl = /\bfile:(?:\/\/(?=\/)|(?=\/))(?:\/(?=[A-Za-z]:))?([^\s"'`<>]*)/gi;

/** Keeps the scheme, the host and the path. Removes user name, password, query and fragment. */
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

/** Keeps the app's own files, relative to its folder: `<app>/out/main/index.js:10:5`. */
function replaceApp(text: string, appFolder: string): string {
  if (appFolder.length < 2) return text;
  const own = new RegExp(`${escapeRegExp(appFolder)}((?:[\\\\/][\\w.-]+)*)`, 'g');
  // Uses another separator, so that the next steps do not take it for a path.
  return text.replace(own, (_all, rest: string) => `<app>${rest.replaceAll(/[\\/]/g, '›')}`);
}

/** The starts of paths: POSIX, home, drive, share, or a folder that was already replaced. */
const roots = String.raw`(?:<path>[\\/]|~[\\/]|[A-Za-z]:[\\/]|\\\\|\/)`;
/** An unquoted path may contain spaces. It ends at the last separator or file extension of the line. */
const unquotedRest = String.raw`[^\s"'“”<>:;,()[\]{}]*(?:[^\n"'“”<>]*(?:[\\/][^\s"'“”<>]*|\.\w{1,8}\b))?`;

const pathShapes: readonly RegExp[] = [
  new RegExp(String.raw`(?<=["“\x60])${roots}[^"“”\x60\n]+(?=["”\x60])`, 'g'),
  // An apostrophe within a name does not end the quote.
  new RegExp(String.raw`(?<=')${roots}[^"\n]+?(?='(?![\p{L}\p{N}]))`, 'gu'),
  new RegExp(String.raw`(?<![\w:<>/.\\])${roots}(?=[^\s"'“”])${unquotedRest}`, 'g'),
  // A path inside a folder in one row.
  /(?<=“)[^“”\n]*\/[^“”\n]*(?=”)/g,
];

/** All folders that contain the files, longest first, without the root. */
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

/** Replaces whole words only: `ann` stays in `cannot`. */
function replaceWord(text: string, word: string, shown: string): string {
  if (word.trim().length < SHORTEST_NAME) return text;
  const start = /^[\p{L}\p{N}]/u.test(word) ? '(?<![\\p{L}\\p{N}])' : '';
  const end = /[\p{L}\p{N}]$/u.test(word) ? '(?![\\p{L}\\p{N}])' : '';
  return text.replace(new RegExp(`${start}${escapeRegExp(word)}${end}`, 'giu'), () => shown);
}
