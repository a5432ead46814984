import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Platform, writtenPaths } from '../manifest/index.ts';
import { manifests } from '../manifest/manifest.fixture.ts';
import { type FolderContents, type FoundFile, isSame, judgeFolder, placeFolder } from './verdicts.ts';

const digests = { sha256: `0x${'a'.repeat(64)}`, blake2b256: `0x${'b'.repeat(64)}` };
const file = (path: string, size: number): FoundFile => ({ path, size, ...digests });
/** As a folder is held against a manifest, with all of its files read. */
function judged(found: readonly FoundFile[], folders: readonly string[], contents: FolderContents, platform: Platform) {
  const now = new Map(found.map((one) => [one.path, one]));
  const { placed, ...rest } = placeFolder(now.keys(), folders, contents, platform);
  const changed = placed.filter(({ file, place }) => !isSame(file, now.get(place) ?? { ...file, size: -1 }));
  const { kind, ...all } = judgeFolder(
    changed.map(({ file }) => file.path),
    rest,
  );
  return { kind, changed: all.changed.first, missing: all.missing.first, added: all.added.first };
}

const manifest = {
  files: [
    { ...file('a/one.txt', 3), offset: 0, modified: null },
    { ...file('CON', 4), offset: 3, modified: null },
  ],
  folders: ['empty', 'what?'],
};
const whole = [file('a/one.txt', 3), file('CON', 4)];
const folders = ['a', 'empty', 'what?'];

test('a folder as it was submitted is the same', () => {
  expect(judged(whole, folders, manifest, 'linux')).toEqual({ kind: 'same', changed: [], missing: [], added: [] });
});

test('so is one that was written from the manifest, with the names that the system needed', () => {
  const written = [file('a/one.txt', 3), file('_CON', 4)];
  expect(judged(written, ['a', 'empty', 'what_'], manifest, 'win32').kind).toBe('same');
  expect(judged(written, ['a', 'empty', 'what_'], manifest, 'linux')).toMatchObject({
    ...{ kind: 'different', missing: ['CON', 'what?'], added: ['_CON'] },
  });
});

test('what was changed, is gone or came in is named', () => {
  const found = [{ ...file('a/one.txt', 3), sha256: digests.blake2b256 }, file('new', 1)];
  expect(judged(found, ['a', 'what?'], manifest, 'linux')).toEqual({
    ...{ kind: 'different', changed: ['a/one.txt'], missing: ['CON', 'empty'], added: ['new'] },
  });
});

test('with something beside all that was submitted it is more', () => {
  expect(judged([...whole, file('.DS_Store', 1)], folders, manifest, 'darwin')).toMatchObject({
    ...{ kind: 'more', added: ['.DS_Store'] },
  });
});

test('whatever a manifest says, the folder that is written from it is the same, and without any file it is not', () => {
  fc.assert(
    fc.property(manifests, fc.constantFrom<Platform>('win32', 'darwin', 'linux'), (any, platform) => {
      const { written } = writtenPaths([...any.files.map(({ path }) => path), ...any.folders], platform);
      const found = any.files.map((one, at) => ({ ...one, path: written[at] ?? '' }));
      const places = written.slice(any.files.length);
      expect(judged(found, places, any, platform).kind).toBe('same');
      const [first, ...rest] = found;
      if (first === undefined) return;
      expect(judged(rest, places, any, platform).missing).toHaveLength(1);
      expect(judged([{ ...first, size: first.size + 1 }, ...rest], places, any, platform).changed).toHaveLength(1);
    }),
  );
});
