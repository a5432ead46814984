import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { treePaths } from './manifest.fixture.ts';
import { nameKey, type Platform, writtenPaths } from './written-paths.ts';

const platforms = fc.constantFrom<Platform>('win32', 'darwin', 'linux');
const written = (path: string, platform: Platform = 'win32') => writtenPaths([path], platform).written[0];
const reserved = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i;

/** What the file system itself would have to say of a path. */
function isTaken(path: string, platform: Platform): boolean {
  const names = path.split('/');
  const wrong = (name: string): boolean =>
    name === '' ||
    name === '.' ||
    name === '..' ||
    name.includes('\0') ||
    (platform === 'win32'
      ? /[<>:"|?*\\]|[. ]$/.test(name) ||
        [...name].some((sign) => sign < ' ') ||
        reserved.test(name) ||
        name.length > 255
      : Buffer.byteLength(name) > 255);
  return !names.some(wrong);
}

test('each path has a place of its own that the system takes, within the folder', () => {
  fc.assert(
    fc.property(treePaths, platforms, (paths, platform) => {
      const places = writtenPaths(paths, platform).written;
      for (const place of places) {
        expect(isTaken(place, platform)).toBe(true);
        expect(posix.resolve('/in', place).startsWith('/in/')).toBe(true);
        if (platform === 'win32') expect(win32.resolve('C:\\in', place).startsWith('C:\\in\\')).toBe(true);
      }
      const keys = places.map((place) => nameKey(place, platform));
      expect(new Set(keys).size).toBe(places.length);
      // Nor is one of them a folder of another.
      expect(keys.some((key) => keys.some((other) => other.startsWith(`${key}/`)))).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('whatever a path is, its place is within the folder', () => {
  const anything = fc.array(
    fc.oneof(
      fc.constantFrom('..', '.', '', 'C:', '\\\\server\\share', '\0', '..\\..', 'CON', '\ud800', 'a'.repeat(300)),
      fc.string({ unit: 'binary' }),
    ),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(anything, platforms, (names, platform) => {
      const place = written(names.join('/'), platform) ?? '';
      expect(isTaken(place, platform)).toBe(true);
      expect(place.isWellFormed()).toBe(true);
    }),
  );
});

test('the order in which paths are found changes nothing', () => {
  fc.assert(
    fc.property(treePaths, platforms, (paths, platform) => {
      const one = writtenPaths(paths, platform);
      const other = writtenPaths(paths.toReversed(), platform);
      expect(other.written.toReversed()).toEqual(one.written);
      expect(other.renamed).toBe(one.renamed);
    }),
  );
});

test('a file or folder counts as renamed if its name is another one', () => {
  fc.assert(
    fc.property(treePaths, platforms, (paths, platform) => {
      const { written: places, renamed } = writtenPaths(paths, platform);
      expect(renamed > 0).toBe(places.some((place, at) => place !== paths[at]));
    }),
  );
});

test.each([
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['NUL .tar.gz', '_NUL .tar.gz'],
  ['COM1', '_COM1'],
  ['lpt².x', '_lpt².x'],
  ['console', 'console'],
  ['a.CON', 'a.CON'],
  ['end.', 'end_'],
  ['end. ', 'end__'],
  ['...', '___'],
  ['what?', 'what_'],
  ['C:x', 'C_x'],
  ['50% off', '50% off'],
  ['50% "off"', '50% _off_'],
  ['tab\there', 'tab_here'],
  ['\u202efdp.exe', '\u202efdp.exe'],
  ['CON/aux.c', '_CON/_aux.c'],
])('on Windows %j is written as %j', (path, place) => {
  expect(written(path)).toBe(place);
});

test.each(['CON', 'end.', 'what?', 'C:x', '50% "off"', 'tab\there', '...'])(
  'elsewhere %j is written as it is',
  (path) => {
    expect([written(path, 'linux'), written(path, 'darwin')]).toEqual([path, path]);
  },
);

describe('names that a system takes for one', () => {
  test('of two that differ in case alone one is marked, on Windows and macOS', () => {
    const paths = ['README', 'readme', 'Readme'];
    expect(writtenPaths(paths, 'win32')).toEqual({
      written: ['README', 'readme (3)', 'Readme (2)'],
      renamed: 2,
    });
    expect(writtenPaths(paths, 'darwin').renamed).toBe(2);
    expect(writtenPaths(paths, 'linux').renamed).toBe(0);
  });

  test('on macOS the same accent in two spellings is one name', () => {
    const paths = ['\u00c4.txt', 'A\u0308.txt'];
    expect(writtenPaths(paths, 'darwin').written).toEqual(['\u00c4 (2).txt', 'A\u0308.txt']);
    expect(writtenPaths(paths, 'win32').renamed).toBe(0);
  });

  test('two folders are told apart once, with all that is in them', () => {
    expect(writtenPaths(['A/x', 'A/y', 'a/x', 'b'], 'win32')).toEqual({
      written: ['A/x', 'A/y', 'a (2)/x', 'b'],
      renamed: 1,
    });
  });

  test('a name that can stay is not taken by one that can’t', () => {
    expect(writtenPaths(['a?', 'a_'], 'win32').written).toEqual(['a_ (2)', 'a_']);
  });

  test('thousands that are one to the system are told apart in no time', () => {
    const paths = Array.from({ length: 8_192 }, (_, at) =>
      Array.from({ length: 13 }, (_each, bit) => ((at >> bit) & 1 ? 'A' : 'a')).join(''),
    );
    expect(new Set(writtenPaths(paths, 'win32').written.map((place) => place.toLowerCase())).size).toBe(8_192);
  });
});

describe('what is too long', () => {
  test('a name loses its middle, and keeps its extension', () => {
    const [place = ''] = writtenPaths([`${'ä'.repeat(200)}.jpeg`], 'linux').written;
    expect(place).toMatch(/^ä+…\.jpeg$/);
    expect(Buffer.byteLength(place)).toBe(254);
    expect(written(`${'ä'.repeat(200)}.jpeg`)).toBe(`${'ä'.repeat(200)}.jpeg`);
  });

  test('a name of exactly 255 stays as it is', () => {
    const name = `${'\u{1f600}'.repeat(63)}abc`;
    expect(written(name, 'linux')).toBe(name);
    expect(written(`${name}d`, 'linux')).not.toBe(`${name}d`);
  });

  test('two names that begin alike are told apart where they are cut', () => {
    const { written: places } = writtenPaths([`${'a'.repeat(300)}1`, `${'a'.repeat(300)}2`], 'linux');
    expect(new Set(places).size).toBe(2);
  });
});

test('a half of a sign is written as a mark', () => {
  expect(writtenPaths(['a\ud800'], 'linux')).toEqual({ written: ['a\ufffd'], renamed: 1 });
});

test('names that are cut to the same one have a place each, with no more than a try for each', () => {
  const before = 'a'.repeat(246);
  const signs = [...'abcdefghijklmnopqrstuvwxyz'];
  // Cut for its length a name keeps these four signs, and loses them again for a number.
  const cut = signs.flatMap((one) => signs.flatMap((two) => signs.map((three) => `${before}${one}${two}${three}xxx`)));
  const paths = cut.flatMap((name) => [`${name}yyyyyy`, `${name}zzzzzz`]);
  const begun = performance.now();
  const { written } = writtenPaths(paths, 'linux');
  expect(new Set(written).size).toBe(paths.length);
  // Thousands of tries for each of tens of thousands take minutes.
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test.each([
  ['.bashrc', '_bashrc'],
  ['-rf', '_rf'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['a\nb/c\u001b[2J', 'a_b/c_[2J'],
  ['caf\u00e9 50%.txt', 'caf\u00e9 50%.txt'],
])('%j that somebody else named is written as %j', (path, place) => {
  expect(writtenPaths([path], 'linux', { nameOf: 'others' }).written).toEqual([place]);
  expect(writtenPaths([path], 'linux').written).toEqual([path]);
});
