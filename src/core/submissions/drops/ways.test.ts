import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeManifest } from '../../manifest/index.ts';
import { cutsAtFiles, plainCuts } from '../content/content-source.ts';
import { entryBytes, manifestLoad } from '../content/manifest-size.ts';
import { alone, nothing, shared, sum, together } from './ways.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 2_000 })), {
  minLength: 1,
  maxLength: 60,
});
const partSizes = fc.constantFrom(1_024, 65_536, 1_048_576);
const folderOf = (all: readonly number[]) => ({
  sizes: all,
  entryBytes: all.reduce((bytes, _, at) => bytes + entryBytes('file', `folder ${at}/“file”.txt`), 0),
});

test('sharing submissions never takes more of them than one for each file', () => {
  fc.assert(
    fc.property(sizes, partSizes, (all, partSize) => {
      const folder = folderOf(all);
      expect(shared(folder, partSize).submissions).toBeLessThanOrEqual(together(folder, partSize).submissions);
    }),
  );
});

test('each submission counts with the least that is billed, and all with no less than their bytes', () => {
  fc.assert(
    fc.property(sizes, partSizes, (all, partSize) => {
      const bytes = all.reduce((total, size) => total + size, 0);
      for (const load of [
        together(folderOf(all), partSize),
        shared(folderOf(all), partSize),
        sum(all.map((size) => alone('a', size, partSize))),
      ]) {
        expect(load.bytes).toBeGreaterThanOrEqual(bytes);
      }
      const small = all.map((size) => size % 1_024);
      const some = small.filter((size) => size > 0).length;
      expect(sum(small.map((size) => alone('a', size, partSize)))).toEqual({ submissions: some, bytes: some * 1_024 });
    }),
  );
});

test('two hundred notes are two hundred submissions and a manifest, or share one', () => {
  const folder = folderOf(Array.from({ length: 200 }, () => 300));
  expect(together(folder, 1_048_576).submissions).toBe(201);
  expect(shared(folder, 1_048_576).submissions).toBe(2);
  expect(sum(folder.sizes.map((size) => alone('a', size, 1_048_576)))).toEqual({ submissions: 200, bytes: 204_800 });
});

test('of nothing nothing goes', () => {
  expect(alone('a', 0, 1_024)).toEqual(nothing);
});

test('a manifest is never longer than was counted on', () => {
  const hash = `0x${'a'.repeat(64)}`;
  fc.assert(
    fc.property(
      sizes,
      fc.boolean(),
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
      (all, isShared, empty) => {
        const cuts = isShared ? plainCuts(all.reduce((sum, size) => sum + size, 0)) : cutsAtFiles(all);
        const parts: { offset: number; size: number }[] = [];
        for (let at = 0; at < cuts.size; ) {
          const end = cuts.endFrom(at, 65_536);
          parts.push({ offset: at, size: end - at });
          at = end;
        }
        const digests = { sha256: hash, blake2b256: hash };
        const written = writeManifest({
          kind: 'folder',
          name: 'Photos',
          size: cuts.size,
          sha256: null,
          blake2b256: null,
          parts: parts.map((part) => ({ ...part, ...digests, submissionId: '8c1f09d2-7b3e-4c5a-9f00-1d2e3f405162' })),
          files: all.map((size, at) => ({
            path: `folder ${at}/“file”.txt`,
            offset: at,
            size,
            ...digests,
            modified: null,
          })),
          folders: empty,
          encryption: null,
        });
        const entries = folderOf(all).entryBytes + empty.reduce((bytes, path) => bytes + entryBytes('folder', path), 0);
        expect(written.length).toBeLessThanOrEqual(manifestLoad(parts.length, entries, 1_000_000_000).bytes);
      },
    ),
  );
});
