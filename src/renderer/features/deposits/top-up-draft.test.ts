import { expect, test } from 'vitest';
import type { CreditOrder, OrderPayment } from '../../../shared/bridge/deposits.ts';
import { draftFor, emptyTopUp, readTopUp, type TopUpDraft, withChain, withPaidToken } from './top-up-draft.ts';

const [one, other] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`];
const contract = `0x${'11'.repeat(20)}`;
const alpha = { name: 'alpha', tokenAddress: one, decimals: 6, chainId: '1' };
const beta = { name: 'beta', tokenAddress: one, decimals: 2, chainId: '424242' };
const tokens = [alpha, beta, { ...alpha, name: 'gamma', tokenAddress: other, decimals: null }];

const orderOn = (chainId: string, change: Partial<OrderPayment> = {}): CreditOrder => ({
  orderId: '1',
  chainId,
  createdAt: null,
  state: { kind: 'failed', at: '' },
  payment: { tokenAddress: one, token: alpha, amount: '1', contract, ...change },
});
const filled: TopUpDraft = {
  chainId: '1',
  tokenAddress: one,
  amount: { unit: 'whole', text: '1.5' },
  contract,
};
const read = (change: Partial<TopUpDraft>, orders: readonly CreditOrder[] = []) =>
  readTopUp({ ...filled, ...change }, tokens, orders);

test('a draft is for one account at one address', () => {
  const kept = { accountId: 'work', address: 'https://service.example', draft: filled };
  expect(draftFor('work', 'https://service.example', kept)).toBe(filled);
  expect(draftFor('home', 'https://service.example', kept)).toBe(emptyTopUp);
  expect(draftFor('work', 'https://other.example', kept)).toBe(emptyTopUp);
});

test('an amount is in the units of the token on its chain', () => {
  expect(read({}).ready).toEqual({ chainId: '1', tokenAddress: one, amount: '1500000', contract });
  expect(read({ chainId: '424242' }).ready).toMatchObject({ chainId: '424242', amount: '150' });
});

test.each<[string, Partial<TopUpDraft>]>([
  ['no chain', { chainId: '' }],
  ['no token', { tokenAddress: '' }],
  ['a token of another chain', { chainId: '424242', tokenAddress: other }],
  ['no amount', { amount: { unit: 'whole', text: '' } }],
  ['an amount of zero', { amount: { unit: 'whole', text: '0' } }],
  ['no contract', { contract: null }],
  ['half a contract', { contract: contract.slice(0, 20) }],
])('an order with %s is not ready', (_what, change) => {
  expect(read(change).ready).toBeNull();
});

test('the payment contract of the last order on the chain is filled in, until the user changes it', () => {
  const orders = [orderOn('424242', { contract: other }), orderOn('1', { contract: null }), orderOn('1')];
  expect(read({ contract: null }, orders)).toMatchObject({ contract, ready: { contract } });
  expect(read({ contract: null }, orders.slice(0, 2)).contract).toBe('');
  expect(read({ contract: '' }, orders)).toMatchObject({ contract: '', ready: null });
});

test('another chain clears the token and the contract, another token clears the amount', () => {
  expect(withChain('424242')).toEqual({ ...emptyTopUp, chainId: '424242' });
  expect(withPaidToken(filled, tokens[2])).toEqual({
    ...filled,
    tokenAddress: other,
    amount: { unit: 'base', text: '' },
  });
});
