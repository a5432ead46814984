import { expect, test } from 'vitest';
import type { Deposit, DepositState } from '../../../shared/bridge/deposits.ts';
import { balanceBeforeWords, depositSection, depositSheet } from './deposit-words.ts';

const at = '2020-05-03T10:00:00Z';
const reason = { code: 'deposit-interrupted' } as const;
const deposit = (state: DepositState, balanceBefore: Deposit['balanceBefore']): Deposit => ({
  id: 1,
  accountId: 'one',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  token: { name: 'USDC', decimals: 2 },
  amount: '500',
  chainId: '1',
  createdAt: at,
  state,
  balanceBefore,
});

test('an uncertain deposit shows the balance before it, and no other deposit does', () => {
  const before = { balance: '1000', at };
  const unknown: DepositState = { kind: 'unknown', since: at, reason };
  const now = Date.parse('2021-01-01T00:00:00Z');
  expect(balanceBeforeWords(deposit(unknown, before), now)).toMatch(
    /^Before this deposit the balance was 10 USDC \(read on .*2020.*\)\.$/,
  );
  expect(balanceBeforeWords(deposit(unknown, null), now)).toBeNull();
  expect(balanceBeforeWords(deposit({ kind: 'refused', at, reason }, before), now)).toBeNull();
});

test('the details have the amount in base units and the answer of the service', () => {
  const { fields } = depositSection(
    deposit({ kind: 'registered', at, answer: '{"ok":true}' }, { balance: '1000', at }),
  );
  const text = fields.map(({ label, copy }) => `${label} ${copy}`).join('\n');
  expect(text).toContain('Amount in base units 500\n');
  expect(text).toContain('Balance before, in base units 1000\n');
  expect(text).toContain('Answer {"ok":true}');
});

test('deposits are exported with their exact amounts, one row each', () => {
  const one = deposit({ kind: 'registered', at, answer: 'ok' }, null);
  const [head, row, end] = depositSheet([one], 'UTC', { separator: ',' }).split('\r\n');
  expect(head).toBe('\ufeffTime (UTC),State,Amount,Token,Amount in base units,Chain id,Token address');
  expect(row).toBe(`2020-05-03 10:00:00,Registered,5,USDC,"\t500",1,0x${'ab'.repeat(20)}`);
  expect(end).toBe('');
});
