import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPath, manifestPaths, storableName } from './index.ts';
import { treePaths } from './manifest.fixture.ts';
import { areBesideEachOther, isName } from './manifest-paths.ts';

test.each(['a/b.txt', 'CON/end./what?', 'a: plan.txt', '\u202efdp.exe'])('%j is a path', (path) => {
  expect(isPath(path)).toBe(true);
});

test.each([
  ...['', 'a//b', 'a/', '/a', 'C:', 'c:/a', '..', 'a/../../b', './a', 'a\\..\\b', '\\\\server\\share'],
  ...['a\0.txt', 'a\ud800', 'a'.repeat(32_768)],
])('%j is no path', (path) => {
  expect(isPath(path)).toBe(false);
});

test('a name has no folder in it', () => {
  expect([isName('a/b'), isName('a')]).toEqual([false, true]);
});

test('any name can be stored in some way, and most stay as they are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('..', '', 'C:', 'a\\b')), (name) => {
      expect(isName(storableName(name))).toBe(true);
      if (isName(name)) expect(storableName(name)).toBe(name);
    }),
  );
});

test('paths of a tree can all be beside each other, whatever their order', () => {
  fc.assert(
    fc.property(treePaths, (paths) => {
      expect(areBesideEachOther(paths)).toBe(true);
    }),
  );
});

test.each([
  [['a', 'b', 'a'], false],
  [['a/b/c', 'x', 'a/b'], false],
  [['a', 'a b', 'a!', 'a/b'], false],
  [['a', 'ab', 'a b', 'A'], true],
])('%j: %j', (paths, are) => {
  expect(areBesideEachOther(paths)).toBe(are);
});

test('paths in more folders than anybody has are noticed', () => {
  const deep = Array.from({ length: 100 }, (_, at) => `${at}${'/x'.repeat(15_000)}`);
  expect(areBesideEachOther(deep)).toBe(false);
});

test('what a walk found is in the order of its bytes, on every system', () => {
  const names = ['b', 'a/z', 'a', 'a.txt', 'ä', '\u{1f600}', '\ufb33', 'Z'];
  const sorted = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect(manifestPaths(names, '/').paths.map(({ path }) => path)).toEqual(sorted);
  expect(sorted.indexOf('\ufb33')).toBeLessThan(sorted.indexOf('\u{1f600}'));
  const onWindows = manifestPaths(
    names.map((name) => name.replaceAll('/', '\\')),
    '\\',
  );
  expect(onWindows.paths.map(({ path }) => path)).toEqual(sorted);
  expect(onWindows.paths.find(({ path }) => path === 'a/z')?.found).toBe('a\\z');
});

test('what a manifest can’t have is told', () => {
  expect(manifestPaths(['a\\b', 'ok', 'half\ud800'], '/')).toEqual({
    paths: [{ path: 'ok', found: 'ok' }],
    refused: ['a\\b', 'half\ud800'],
  });
});
