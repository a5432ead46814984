import { expect, test } from 'vitest';
import type { GivenFiles } from '../shared/bridge/call.ts';
import { GestureFiles } from './gesture-files.ts';

/** Files of a disk, as the browser knows them; every other `File` has no path. */
function disk() {
  const paths = new WeakMap<File, string>();
  const told: GivenFiles[] = [];
  const asked: unknown[] = [];
  const files = new GestureFiles(
    (file) => {
      asked.push(file);
      return paths.get(file) ?? '';
    },
    (given) => told.push(given),
  );
  const at = (path: string): File => {
    const file = new File(['x'], path);
    paths.set(file, path);
    return file;
  };
  return { files, told, asked, at };
}

test('what was given is picked by its place, and main is told the paths', () => {
  const { files, told, at } = disk();
  const [one, two] = [at('/one'), at('/two')];
  files.take([one, two]);
  expect(told).toMatchObject([{ paths: ['/one', '/two'] }]);
  expect(files.pick([two, one])).toEqual({
    kind: 'picked',
    files: [{ gestureId: told[0]?.gestureId, places: [1, 0] }],
  });
});

test('another object of the same file is the same file', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  expect(files.pick([at('/one')])).toMatchObject({ kind: 'picked' });
});

test('a file of the disk that came by no gesture is not picked', () => {
  const { files, told, at } = disk();
  files.take([at('/one')]);
  expect(files.pick([at('/one'), at('/two')])).toEqual({ kind: 'not-given' });
  expect(told).toHaveLength(1);
});

test('a file that a script made has no path', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  expect(files.pick([new File(['x'], '/one')])).toEqual({ kind: 'without-path' });
});

test('nothing but an array of files is taken, and nothing of the page’s is called', () => {
  const { files, asked, at } = disk();
  const one = at('/one');
  files.take([one]);
  const before = asked.length;
  const called: string[] = [];
  const methods = {
    map: () => called.push('map'),
    [Symbol.iterator]: () => called.push('iterator'),
    toString: () => called.push('toString'),
  };
  class Own extends Array {
    override map(): never {
      called.push('own map');
      throw new Error('called');
    }
  }
  for (const value of [
    { ...methods },
    { ...methods, length: 1, 0: one },
    'one',
    null,
    undefined,
    7,
    [],
    ['/one'],
    [{ path: '/one', ...methods }],
    [Object.create(File.prototype)],
    [[one]],
    Object.assign([null], { map: methods.map }),
    Own.from([null]),
  ]) {
    expect(files.pick(value).kind).not.toBe('picked');
  }
  expect(called).toEqual([]);
  // Only what is a `File` by its prototype is asked for its path.
  expect(asked.slice(before).every((value) => value instanceof File)).toBe(true);
});

test('an older gesture keeps a file and a receipt, the latest keeps all', () => {
  const { files, at } = disk();
  files.take(['/a', '/b', '/c'].map(at));
  expect(files.pick([at('/c')])).toMatchObject({ kind: 'picked' });
  files.take([at('/d')]);
  expect(files.pick([at('/c')])).toEqual({ kind: 'not-given' });
  expect(files.pick([at('/b'), at('/d'), at('/a')])).toMatchObject({
    kind: 'picked',
    files: [{ places: [1] }, { places: [0] }, { places: [0] }],
  });
});

test('a gesture without files of the disk changes nothing', () => {
  const { files, told, at } = disk();
  files.take(['/a', '/b', '/c'].map(at));
  files.take([new File(['x'], 'pasted.png')]);
  expect(told).toHaveLength(1);
  expect(files.pick([at('/c')])).toMatchObject({ kind: 'picked' });
});

/** A file as the system's dialog for folders gives it. */
function inFolder(at: (path: string) => File, path: string, relative: string): File {
  return Object.defineProperty(at(path), 'webkitRelativePath', { value: relative });
}

test.each([
  ['/home/Photos/day/b.txt', 'Photos/day/b.txt', '/home/Photos'],
  ['/home/Photos/a\\b.txt', 'Photos/a\\b.txt', '/home/Photos'],
  ['C:\\Users\\me\\Photos\\day\\b.txt', 'Photos/day/b.txt', 'C:\\Users\\me\\Photos'],
])('of a folder that is chosen main is told the folder: %s', (path, relative, folder) => {
  const { files, told, at } = disk();
  const first = inFolder(at, path, relative);
  files.takeFolder([first, at('/home/Photos/c.txt')]);
  expect(told).toMatchObject([{ paths: [folder] }]);
  expect(files.pick([first])).toMatchObject({ kind: 'picked', files: [{ places: [0] }] });
  expect(files.pick([at('/home/Photos/c.txt')])).toEqual({ kind: 'not-given' });
});

test.each([
  ['/home/Photos/b.txt', 'Other/b.txt'],
  ['/home/Photos/b.txt', ''],
  ['/home/Photos/b.txt', 'b.txt'],
])('where the path %s and its place “%s” do not agree, its files are told', (path, relative) => {
  const { files, told, at } = disk();
  files.takeFolder([inFolder(at, path, relative), at('/home/c.txt')]);
  expect(told).toMatchObject([{ paths: [path, '/home/c.txt'] }]);
});
