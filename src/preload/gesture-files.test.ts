import { expect, test } from 'vitest';
import { GestureFiles } from './gesture-files.ts';

/** Files of a disk, as the browser knows them; every other `File` has no path. */
function disk() {
  const paths = new WeakMap<File, string>();
  const asked: unknown[] = [];
  const files = new GestureFiles((file) => {
    asked.push(file);
    return paths.get(file) ?? '';
  });
  const at = (path: string): File => {
    const file = new File(['x'], path);
    paths.set(file, path);
    return file;
  };
  return { files, asked, at };
}

const notGiven = { ok: false, error: { code: 'files-not-given' } };

test('the paths are those of the given files, in the order of the call', () => {
  const { files, at } = disk();
  const [one, two] = [at('/one'), at('/two')];
  files.take([one, two]);
  expect(files.pathsFor([two, one], 'read')).toEqual({ ok: true, value: ['/two', '/one'] });
});

test('another object of the same file is the same file', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  expect(files.pathsFor([at('/one')], 'read')).toMatchObject({ ok: true });
});

test('a file of the disk that came by no gesture is refused', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  expect(files.pathsFor([at('/one'), at('/two')], 'read')).toEqual(notGiven);
});

test('a file that a script made has no path', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  expect(files.pathsFor([new File(['x'], '/one')], 'read')).toEqual({ ok: false, error: { code: 'not-on-disk' } });
});

test('the files of a gesture are sent once, with one call, and can be read afterwards', () => {
  const { files, at } = disk();
  const given = ['/one', '/two', '/three'].map(at);
  files.take(given);
  expect(files.pathsFor([at('/one'), at('/else')], 'send')).toEqual(notGiven);
  expect(files.pathsFor(given.slice(0, 2), 'send')).toMatchObject({ ok: true });
  expect(files.pathsFor(given.slice(0, 1), 'send')).toEqual(notGiven);
  expect(files.pathsFor(given.slice(2), 'send')).toEqual(notGiven);
  expect(files.pathsFor(given, 'read')).toMatchObject({ ok: true });
});

test('a file of an earlier gesture is not sent, but can be read', () => {
  const { files, at } = disk();
  files.take([at('/file')]);
  files.take([at('/receipt')]);
  expect(files.pathsFor([at('/file')], 'send')).toEqual(notGiven);
  expect(files.pathsFor([at('/file'), at('/receipt')], 'read')).toEqual({ ok: true, value: ['/file', '/receipt'] });
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
    expect(files.pathsFor(value, 'send').ok).toBe(false);
  }
  expect(called).toEqual([]);
  // Only what is a `File` by its prototype is asked for its path.
  expect(asked.slice(before).every((value) => value instanceof File)).toBe(true);
});

test('an older gesture keeps a file and a receipt, the latest keeps all', () => {
  const { files, at } = disk();
  files.take(['/a', '/b', '/c'].map(at));
  expect(files.pathsFor([at('/c')], 'read')).toMatchObject({ ok: true });
  files.take([at('/d')]);
  expect(files.pathsFor([at('/c')], 'read')).toEqual(notGiven);
  expect(files.pathsFor(['/b', '/d', '/a'].map(at), 'read')).toEqual({ ok: true, value: ['/b', '/d', '/a'] });
});

test('a gesture without files of the disk changes nothing', () => {
  const { files, at } = disk();
  files.take(['/a', '/b', '/c'].map(at));
  files.take([new File(['x'], 'pasted.png')]);
  expect(files.pathsFor([at('/c')], 'read')).toMatchObject({ ok: true });
});

test('only so many gestures are remembered', () => {
  const { files, at } = disk();
  files.take([at('/one')]);
  for (let count = 0; count < 32; count += 1) files.take([at(`/${count}`)]);
  expect(files.pathsFor([at('/one')], 'read')).toEqual(notGiven);
});

/** A file as the system's dialog for folders gives it. */
function inFolder(at: (path: string) => File, path: string, relative: string): File {
  return Object.defineProperty(at(path), 'webkitRelativePath', { value: relative });
}

test.each([
  ['/home/Photos/day/b.txt', 'Photos/day/b.txt', '/home/Photos'],
  ['/home/Photos/a\\b.txt', 'Photos/a\\b.txt', '/home/Photos'],
  ['C:\\Users\\me\\Photos\\day\\b.txt', 'Photos/day/b.txt', 'C:\\Users\\me\\Photos'],
])('the first file of a chosen folder stands for the folder: %s', (path, relative, folder) => {
  const { files, at } = disk();
  const first = inFolder(at, path, relative);
  files.takeFolder([first, at('/home/Photos/c.txt')]);
  expect(files.pathsFor([at('/home/Photos/c.txt')], 'send')).toEqual(notGiven);
  expect(files.pathsFor([first], 'send')).toEqual({ ok: true, value: [folder] });
});

test.each([
  ['/home/Photos/b.txt', 'Other/b.txt'],
  ['/home/Photos/b.txt', ''],
  ['/home/Photos/b.txt', 'b.txt'],
])('if the path %s and its place “%s” do not agree, its files are given', (path, relative) => {
  const { files, at } = disk();
  const given = [inFolder(at, path, relative), at('/home/c.txt')];
  files.takeFolder(given);
  expect(files.pathsFor(given, 'send')).toEqual({ ok: true, value: [path, '/home/c.txt'] });
});
