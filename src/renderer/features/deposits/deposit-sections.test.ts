import { expect, test } from 'vitest';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { depositSections, technicalSections } from './deposit-sections.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'rejected', values: { why: 'refused', said: 'No such token' }, detail: 'HTTP 404' } as const;
const refused: Deposit = {
  id: 1,
  accountId: 'one',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  token: { name: 'USDC', decimals: 2 },
  amount: '500',
  chainId: '1',
  createdAt: at,
  state: { kind: 'refused', at, reason },
  balanceBefore: null,
};

test('amounts are read in whole tokens, and base units stand apart under the technical details', () => {
  const balanceBefore = { balance: '1000', at };
  const deposit: Deposit = { ...refused, state: { kind: 'registered', at, answer: '{}' }, balanceBefore };
  const values = (sections: ReturnType<typeof depositSections>): string =>
    sections.flatMap(({ fields }) => fields.map(({ label, value }) => `${label} ${value}`)).join('\n');
  expect(values(depositSections(deposit))).toMatch(/Amount 5 USDC[\s\S]*Before 10 USDC/);
  expect(values(depositSections(deposit))).not.toMatch(/\b(500|1,000|1,500)\b|0xab/);
  expect(values(technicalSections(deposit))).toMatch(/Amount 500\n[\s\S]*Balance before 1,000[\s\S]*0xab/);
});

test('an amount of a token whose decimals nobody knows is copied as digits', () => {
  const [section] = depositSections({ ...refused, token: { name: null, decimals: null } });
  expect(section?.fields.find(({ label }) => label === 'Amount')).toMatchObject({
    value: '500 base units',
    copy: '500',
  });
});
