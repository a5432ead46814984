import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manifestPaths, pathProblem, storableName } from './index.ts';
import { treePaths } from './manifest.fixture.ts';
import { nameProblem, pathConflict } from './manifest-paths.ts';

test.each([
  ['a/b.txt', null],
  ['CON/end./what?', null],
  ['a: plan.txt', null],
  ['\u202efdp.exe', null],
  ['', 'empty-name'],
  ['a//b', 'empty-name'],
  ['a/', 'empty-name'],
  ['/a', 'absolute'],
  ['C:', 'absolute'],
  ['c:/a', 'absolute'],
  ['..', 'dots'],
  ['a/../../b', 'dots'],
  ['./a', 'dots'],
  ['a\\..\\b', 'backslash'],
  ['\\\\server\\share', 'backslash'],
  ['a\0.txt', 'nul'],
  ['a\ud800', 'not-text'],
  ['a'.repeat(32_768), 'too-long'],
])('%j: %s', (path, why) => {
  expect(pathProblem(path)).toBe(why);
});

test('a name has no folder in it', () => {
  expect([nameProblem('a/b'), nameProblem('a')]).toEqual(['slash', null]);
});

test('any name can be stored in some way, and most stay as they are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('..', '', 'C:', 'a\\b')), (name) => {
      expect(nameProblem(storableName(name))).toBeNull();
      if (nameProblem(name) === null) expect(storableName(name)).toBe(name);
    }),
  );
});

test('paths of a tree can all be beside each other, whatever their order', () => {
  fc.assert(
    fc.property(treePaths, (paths) => {
      expect(pathConflict(paths)).toBeNull();
    }),
  );
});

test.each([
  [['a', 'b', 'a'], { kind: 'twice', path: 'a' }],
  [['a/b/c', 'x', 'a/b'], { kind: 'within', path: 'a/b/c' }],
  [['a', 'a b', 'a!', 'a/b'], { kind: 'within', path: 'a/b' }],
  [['a', 'ab', 'a b', 'A'], null],
])('%j: %j', (paths, conflict) => {
  expect(pathConflict(paths)).toEqual(conflict);
});

test('paths in more folders than anybody has are noticed', () => {
  const deep = Array.from({ length: 100 }, (_, at) => `${at}${'/x'.repeat(15_000)}`);
  expect(pathConflict(deep)).toEqual({ kind: 'too-many-folders' });
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
    refused: [
      { found: 'a\\b', why: 'backslash' },
      { found: 'half\ud800', why: 'not-text' },
    ],
  });
});
