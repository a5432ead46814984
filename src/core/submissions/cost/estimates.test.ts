import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CostHistory, type PaidSize } from './estimates.ts';

const size = fc.integer({ min: 1, max: 2 ** 45 });
const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
const paid: fc.Arbitrary<PaidSize[]> = fc.array(fc.record({ size, cost: amount }), { minLength: 1, maxLength: 30 });

function historyOf(samples: readonly PaidSize[]) {
  const history = new CostHistory();
  for (const sample of samples) history.add(sample);
  return history;
}

const loadOf = (sizes: readonly number[]) => ({
  files: sizes.length,
  bytes: sizes.reduce((sum, bytes) => sum + BigInt(bytes), 0n),
});

describe('the estimated cost of files', () => {
  test('is exact for a base fee and a fee per byte once two sizes are known', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.uniqueArray(size, { minLength: 2, maxLength: 20 }),
        fc.array(size, { minLength: 1 }),
        (base, perByte, known, asked) => {
          const fee = (bytes: number): bigint => base + perByte * BigInt(bytes);
          const history = historyOf(known.map((bytes) => ({ size: bytes, cost: fee(bytes) })));
          expect(history.estimate(loadOf(asked))).toBe(asked.reduce((sum, bytes) => sum + fee(bytes), 0n));
        },
      ),
    );
  });

  test('is exact for files of the only known size', () => {
    fc.assert(
      fc.property(size, amount, fc.integer({ min: 1, max: 1000 }), (bytes, cost, files) => {
        const history = historyOf([{ size: bytes, cost }]);
        const load = { files, bytes: BigInt(bytes) * BigInt(files) };
        expect(history.estimate(load)).toBe(cost * BigInt(files));
      }),
    );
  });

  test('does not depend on the order of the history', () => {
    fc.assert(
      fc.property(paid, fc.array(size), (samples, asked) => {
        const load = loadOf(asked);
        expect(historyOf(samples.toReversed()).estimate(load)).toBe(historyOf(samples).estimate(load));
      }),
    );
  });

  test('is never negative, and never less for more bytes', () => {
    fc.assert(
      fc.property(paid, fc.array(size, { minLength: 1 }), size, (samples, asked, more) => {
        const history = historyOf(samples);
        const { files, bytes } = loadOf(asked);
        const smaller = history.estimate({ files, bytes }) ?? -1n;
        const larger = history.estimate({ files, bytes: bytes + BigInt(more) }) ?? -1n;
        expect(smaller).toBeGreaterThanOrEqual(0n);
        expect(larger).toBeGreaterThanOrEqual(smaller);
      }),
    );
  });

  test('is null without a history, and zero for no files', () => {
    expect(new CostHistory().estimate({ files: 1, bytes: 1n })).toBeNull();
    expect(historyOf([{ size: 5, cost: 7n }]).estimate({ files: 0, bytes: 0n })).toBe(0n);
  });
});
