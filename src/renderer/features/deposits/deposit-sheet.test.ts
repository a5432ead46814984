import { expect, test } from 'vitest';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { depositSheet } from './deposit-words.ts';

const deposit: Deposit = {
  id: 1,
  accountId: 'a',
  tokenAddress: '0xabc',
  token: { name: 'ethereum', decimals: 18 },
  amount: '1500000000000000001',
  chainId: '1',
  createdAt: '2026-05-03T14:05:00.000Z',
  state: { kind: 'registered', at: '2026-05-03T14:05:01.000Z', answer: 'ok' },
  balanceBefore: null,
};

test('deposits are exported with their exact amounts, one row each', () => {
  const [head, row, end] = depositSheet([deposit], 'UTC', { separator: ',' }).split('\r\n');
  expect(head).toBe('\ufeffTime (UTC),State,Amount,Token,Amount in base units,Chain id,Token address');
  expect(row).toBe('2026-05-03 14:05:00,Registered,1500000000000000001E-18,ethereum,"\t1500000000000000001",1,0xabc');
  expect(end).toBe('');
});
