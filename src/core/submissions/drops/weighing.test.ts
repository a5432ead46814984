import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeManifest } from '../../manifest/index.ts';
import { entryBytes, manifestLoad } from '../content/manifest-size.ts';
import { noLoad, sumOfLoads } from '../journal/load.ts';
import { alone, together } from './weighing.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 2_000 })), {
  minLength: 1,
  maxLength: 60,
});
const partSizes = fc.constantFrom(1_024, 65_536, 1_048_576);
const bytesOf = (all: readonly number[]): number => all.reduce((total, size) => total + size, 0);
const folderOf = (all: readonly number[]) => ({
  bytes: bytesOf(all),
  entryBytes: all.reduce((bytes, _, at) => bytes + entryBytes('file', `folder ${at}/“file”.txt`), 0),
});

test('each submission counts at least the billed minimum and its own bytes', () => {
  fc.assert(
    fc.property(sizes, partSizes, (all, partSize) => {
      const separate = sumOfLoads(all.map((size) => alone('a', size, partSize)));
      for (const load of [together(folderOf(all), partSize), separate]) {
        expect(load.billed).toBeGreaterThanOrEqual(Math.max(bytesOf(all), load.submissions * 1_024));
      }
      const small = all.map((size) => size % 1_024);
      const some = small.filter((size) => size > 0).length;
      expect(sumOfLoads(small.map((size) => alone('a', size, partSize)))).toMatchObject({
        submissions: some,
        billed: some * 1_024,
      });
    }),
  );
});

test('200 small files are 200 submissions, or one and a manifest', () => {
  const notes = Array.from({ length: 200 }, () => 300);
  expect(together(folderOf(notes), 1_048_576).submissions).toBe(2);
  expect(sumOfLoads(notes.map((size) => alone('a', size, 1_048_576)))).toMatchObject({
    submissions: 200,
    billed: 204_800,
  });
});

test('an empty file is not submitted', () => {
  expect(alone('a', 0, 1_024)).toEqual(noLoad);
});

test('a manifest is never longer than estimated', () => {
  const hash = `0x${'a'.repeat(64)}`;
  const digests = { sha256: hash, blake2b256: hash };
  fc.assert(
    fc.property(sizes, fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (all, empty) => {
      const size = bytesOf(all);
      const parts = Array.from({ length: Math.ceil(size / 65_536) }, (_, at) => ({
        offset: at * 65_536,
        size: Math.min(65_536, size - at * 65_536),
        ...digests,
        submissionId: '8c1f09d2-7b3e-4c5a-9f00-1d2e3f405162',
      }));
      const written = writeManifest({
        kind: 'folder',
        name: 'Photos',
        size,
        sha256: null,
        blake2b256: null,
        parts,
        files: all.map((bytes, at) => ({
          path: `folder ${at}/“file”.txt`,
          offset: at,
          size: bytes,
          ...digests,
          modified: null,
        })),
        folders: empty,
        encryption: null,
      });
      const entries = folderOf(all).entryBytes + empty.reduce((bytes, path) => bytes + entryBytes('folder', path), 0);
      expect(written.length).toBeLessThanOrEqual(manifestLoad(parts.length, entries, 1_000_000_000).bytes);
    }),
  );
});
