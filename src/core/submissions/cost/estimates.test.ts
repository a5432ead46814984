import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadOf, noLoad, sumOfLoads } from '../journal/load.ts';
import { submission } from '../journal/submission.fixture.ts';
import { CostHistory, Estimates, loadToCome, type PaidSize } from './estimates.ts';

/** A thousand of these are a safe integer. */
const size = fc.integer({ min: 1, max: 2 ** 43 });
const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
const paid: fc.Arbitrary<PaidSize[]> = fc.array(fc.record({ size, cost: amount }), { minLength: 1, maxLength: 30 });

function historyOf(samples: readonly PaidSize[]) {
  const history = new CostHistory();
  for (const sample of samples) history.add(sample);
  return history;
}

const loadsOf = (sizes: readonly number[]) => sumOfLoads(sizes.map(loadOf));

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
          expect(history.estimate(loadsOf(asked))).toBe(asked.reduce((sum, bytes) => sum + fee(bytes), 0n));
        },
      ),
    );
  });

  test('is exact for files of the only known size', () => {
    fc.assert(
      fc.property(size, amount, fc.integer({ min: 1, max: 1000 }), (bytes, cost, files) => {
        const history = historyOf([{ size: bytes, cost }]);
        const load = loadsOf(Array.from({ length: files }, () => bytes));
        expect(history.estimate(load)).toBe(cost * BigInt(files));
      }),
    );
  });

  test('does not depend on the order of the history', () => {
    fc.assert(
      fc.property(paid, fc.array(size), (samples, asked) => {
        const load = loadsOf(asked);
        expect(historyOf(samples.toReversed()).estimate(load)).toBe(historyOf(samples).estimate(load));
      }),
    );
  });

  test('is never negative, and never less for more bytes', () => {
    fc.assert(
      fc.property(paid, fc.array(size, { minLength: 1 }), size, (samples, asked, more) => {
        const history = historyOf(samples);
        const load = loadsOf(asked);
        const smaller = history.estimate(load) ?? -1n;
        const larger = history.estimate({ ...load, bytes: load.bytes + more }) ?? -1n;
        expect(smaller).toBeGreaterThanOrEqual(0n);
        expect(larger).toBeGreaterThanOrEqual(smaller);
      }),
    );
  });

  test('is null without a history, and zero for no files', () => {
    expect(new CostHistory().estimate(loadOf(1))).toBeNull();
    expect(historyOf([{ size: 5, cost: 7n }]).estimate(noLoad)).toBe(0n);
  });
});

describe('the cost in credits', () => {
  const payer = { accountId: 'a', token: null };
  const withBalance = (balance: bigint | null) =>
    new Estimates(
      [],
      () => balance,
      () => true,
    );

  test('is known without a history: a credit for each byte, and at least 1,024 for each file', () => {
    expect(withBalance(null).of(payer, loadsOf([1, 1_024, 5_000]))).toEqual({
      cost: { amount: '7048', token: 'credits', decimals: 0 },
      accuracy: 'exact',
      balance: null,
      covered: null,
    });
  });

  test('is an upper bound while the size of a manifest is one', () => {
    expect(withBalance(null).of(payer, { ...loadOf(5_000), bounds: 1 })?.accuracy).toBe('at-most');
  });

  test('is an upper bound for a private file without its copy', () => {
    const encryption = { readers: { kind: 'passphrase' as const }, copy: null };
    const load = loadToCome([{ ...submission(1, 2_000, { kind: 'waiting' }), encryption }]);
    expect(withBalance(null).of(payer, load)?.accuracy).toBe('at-most');
    expect(load.billed).toBeGreaterThan(2_200);
  });

  test('must be less than the balance', () => {
    expect(withBalance(1_024n).of(payer, loadOf(1))?.covered).toBe(false);
    expect(withBalance(1_025n).of(payer, loadOf(1))?.covered).toBe(true);
  });

  test('does not depend on what was paid with tokens before', () => {
    const estimates = withBalance(null);
    estimates.add(payer, 100, { amount: '7', token: 'avail', decimals: 18 });
    expect(estimates.chargeOf(payer, loadOf(100))).toEqual({ amount: 1_024n, token: 'credits' });
  });
});
