import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cuts, cutsAtFiles, plainCuts } from './content-source.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0, 1, 1_024, 1_025)), {
  maxLength: 40,
});
const partSizes = fc.integer({ min: 1, max: 2_048 });

function partsOf(cuts: Cuts, partSize: number, from = 0): { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (let at = from; at < cuts.size; ) {
    const to = cuts.endFrom(at, partSize);
    parts.push({ from: at, to });
    at = to;
  }
  return parts;
}

function filesOf(all: readonly number[]): { readonly from: number; readonly to: number }[] {
  let from = 0;
  return all.map((size) => {
    const file = { from, to: from + size };
    from += size;
    return file;
  });
}

const inFull = (all: readonly number[]): Cuts => plainCuts(all.reduce((sum, size) => sum + size, 0));

test.each([
  ['in full', inFull],
  ['at each file', cutsAtFiles],
])(
  '%s: the parts are the stream from its beginning to its end, none too long, and as many as were counted',
  (_, of) => {
    fc.assert(
      fc.property(sizes, partSizes, (all, partSize) => {
        const cuts = of(all);
        const parts = partsOf(cuts, partSize);
        expect(cuts.size).toBe(all.reduce((sum, size) => sum + size, 0));
        expect(parts).toHaveLength(cuts.count(partSize));
        for (const { from, to } of parts) {
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(partSize);
        }
      }),
    );
  },
);

test('where each file begins a part of its own, no part has bytes of two', () => {
  fc.assert(
    fc.property(sizes, partSizes, (all, partSize) => {
      const files = filesOf(all);
      for (const part of partsOf(cutsAtFiles(all), partSize)) {
        expect(files.filter(({ from, to }) => from < part.to && to > part.from)).toHaveLength(1);
      }
    }),
  );
});

test('with smaller parts it goes on from any place where another cut ended', () => {
  fc.assert(
    fc.property(sizes, partSizes, partSizes, (all, first, then) => {
      for (const cut of [cutsAtFiles, inFull]) {
        const cuts = cut(all);
        const [, second] = partsOf(cuts, first);
        if (second === undefined) continue;
        expect(partsOf(cuts, then, second.from).at(-1)?.to).toBe(cuts.size);
      }
    }),
  );
});
