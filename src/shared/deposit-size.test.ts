import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deposit } from './bridge/deposits.ts';
import { depositSize } from './deposit-size.ts';

const tokenAddress = `0x${'ab'.repeat(20)}`;
const at = '2026-03-01T10:00:00Z';
const registered: Deposit['state'] = { kind: 'registered', at, answer: '' };
const earlier = (amount: bigint | number, state: Deposit['state'] = registered, address = tokenAddress) => ({
  tokenAddress: address,
  amount: String(amount),
  state,
});
const size = (amount: bigint | number, before: readonly ReturnType<typeof earlier>[]) =>
  depositSize({ tokenAddress, amount: BigInt(amount) }, before);

test('ten times the largest deposit before is far larger', () => {
  const before = [earlier(20), earlier(100), earlier(50)];
  expect(size(1_000, before)).toEqual({ kind: 'far-larger', than: 100n });
  expect(size(999, before)).toEqual({ kind: 'usual' });
  expect(size(1, before)).toEqual({ kind: 'usual' });
});

test('what the service did not take, and what is of another token, says nothing of what is usual', () => {
  const reason = { code: 'cancelled' } as const;
  const others = [
    earlier(100, { kind: 'refused', at, reason }),
    earlier(100, { kind: 'not-sent', at, reason }),
    earlier(100, registered, `0x${'cd'.repeat(20)}`),
  ];
  expect(size(1, others)).toEqual({ kind: 'first' });
  expect(size(1, [earlier(100, { kind: 'unknown', since: at, reason })])).toEqual({ kind: 'usual' });
});

test('a deposit as large as one before is never unusual, whatever the order and the size', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.nat(), (before, at) => {
      const again = before[at % before.length] ?? 0n;
      const all = before.map((each) => earlier(each));
      expect(size(again, all)).toEqual({ kind: 'usual' });
    }),
  );
});
