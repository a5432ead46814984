import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_LEVELS, writeManifest } from '../../manifest/index.ts';
import { fileEntryBytes, loadInParts, manifestLoad } from '../content/manifest-size.ts';
import {
  afterRefused,
  afterTaken,
  largestWhole,
  nothingKnown,
  partSizeFor,
  SMALLEST_PART,
} from '../sending/payload-limits.ts';
import { Coverage } from './division.ts';

type Part = { readonly offset: number; size: number; hasReceipt: boolean };

/** Events that change the ranges of a file. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), most: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('receipt' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('refused' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

describe('after any sequence of refusals, known limits, receipts and restarts', () => {
  const anySize = fc.integer({ min: SMALLEST_PART + 1, max: 64 * 1024 * 1024 });

  test('parts cover the stream exactly once, and parts with a receipt do not change', () => {
    fc.assert(
      fc.property(anySize, fc.array(step, { maxLength: 60 }), (streamSize, steps) => {
        let limit = afterRefused(nothingKnown, streamSize, null);
        let coverage = new Coverage();
        const parts: Part[] = [];
        const make = (most: number): void => {
          for (const slice of coverage.nextSlices(streamSize, partSizeFor(limit), most)) {
            coverage.add(slice);
            parts.push({ ...slice, hasReceipt: false });
          }
        };
        for (const one of steps) {
          const open = parts.filter(({ hasReceipt }) => !hasReceipt);
          const part = 'at' in one ? open[one.at % Math.max(1, open.length)] : undefined;
          if (one.kind === 'make') make(one.most);
          if (one.kind === 'restart') coverage = new Coverage(parts);
          if (part === undefined) continue;
          if (one.kind === 'receipt' && part.size <= partSizeFor(limit)) {
            part.hasReceipt = true;
            limit = afterTaken(limit, part.size);
          }
          if (one.kind === 'refused' && part.size > SMALLEST_PART) {
            const sent = parts.filter(({ hasReceipt }) => hasReceipt).map((each) => ({ ...each }));
            limit = afterRefused(limit, part.size, null);
            for (const each of parts.filter(({ hasReceipt, size }) => !hasReceipt && size > partSizeFor(limit))) {
              const size = partSizeFor(limit);
              coverage.remove({ offset: each.offset + size, size: each.size - size });
              each.size = size;
            }
            expect(parts.filter(({ hasReceipt }) => hasReceipt)).toEqual(sent);
          }
        }
        make(Number.POSITIVE_INFINITY);
        let end = 0;
        for (const { offset, size } of parts.toSorted((a, b) => a.offset - b.offset)) {
          expect(offset).toBe(end);
          expect(size).toBeGreaterThan(0);
          end += size;
        }
        expect(end).toBe(streamSize);
        expect(coverage.isWhole(streamSize)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('parts are below the refused size and the network’s limit, and at least 1 KiB', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 2 ** 40 }))), (answers) => {
        const limit = answers.reduce(
          (known, [isTaken, size]) => (isTaken ? afterTaken(known, size) : afterRefused(known, size, null)),
          nothingKnown,
        );
        const size = partSizeFor(limit);
        expect(size).toBeGreaterThanOrEqual(SMALLEST_PART);
        expect(size).toBeLessThanOrEqual(1024 * 1024);
        if (limit.smallestRefused !== null && size > SMALLEST_PART) expect(size).toBeLessThan(limit.smallestRefused);
        if (limit.smallestRefused === null) expect(largestWhole(limit)).toBe(Number.POSITIVE_INFINITY);
        else if (limit.smallestRefused > SMALLEST_PART) expect(largestWhole(limit)).toBeLessThan(limit.smallestRefused);
      }),
    );
  });
});

test('a file within the stated limit is sent whole, and parts are not larger than it', () => {
  const small = afterRefused(nothingKnown, 10_000, 900_000);
  expect(small.stated).toBeNull();
  const stated = afterRefused(nothingKnown, 10_000_000, 5_000_000);
  expect([largestWhole(stated), partSizeFor(stated)]).toEqual([5_000_000, 1024 * 1024]);
  const wrong = afterRefused(stated, 5_000_000, null);
  expect([largestWhole(wrong), partSizeFor(wrong)]).toEqual([1024 * 1024, 1024 * 1024]);
  expect(largestWhole({ ...nothingKnown, byHand: 2_000, largestTaken: 9_000 })).toBe(2_000);
});

test.each([
  [1024 * 1024, 1024 * 1024],
  [900_000, 786_432],
  [300_000, 262_144],
  [102_400, 102_400],
  [65_536, 65_536],
  [50_000, 32_768],
])('with an unstated limit of %i bytes, parts have %i bytes', (most, size) => {
  let limit = afterRefused(nothingKnown, 20_000_000, null);
  while (partSizeFor(limit) > most) limit = afterRefused(limit, partSizeFor(limit), null);
  expect(partSizeFor(limit)).toBe(size);
});

test('a manifest is planned with its maximum size', () => {
  const digests = { sha256: `0x${'f'.repeat(64)}`, blake2b256: `0x${'f'.repeat(64)}` };
  const parts = Array.from({ length: 300 }, (_, at) => ({
    offset: at * 1_000_000,
    size: 1_000_000,
    ...digests,
    submissionId: '8c1f09d2-7b3e-4c5a-9f00-000000000006',
  }));
  const name = 'photo “größer”.jpg';
  const size = 300_000_000;
  const files = [{ path: name, offset: 0, size, ...digests, modified: '2026-05-03T12:00:00.000Z' }];
  const written = writeManifest({ kind: 'file', name, size, ...digests, parts, files, folders: [], encryption: null });
  const planned = manifestLoad(300, fileEntryBytes(name), 1_000_000);
  expect(planned.submissions).toBe(1);
  expect(planned.bytes).toBeGreaterThanOrEqual(written.length);
  expect(planned.bytes).toBeLessThan(written.length * 1.05);
});

test('a file of 1 TiB is planned at once, and too many levels of manifests are found', () => {
  const begun = performance.now();
  const tib = 1024 ** 4;
  const inParts = (partSize: number) => loadInParts(tib, fileEntryBytes('disk.img'), partSize);
  expect(inParts(1024 ** 2).submissions).toBeGreaterThan(1024 ** 2);
  expect([...new Coverage().gaps(tib)]).toEqual([{ offset: 0, size: tib }]);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(inParts(1024).levels).toBeGreaterThan(MOST_LEVELS);
});
