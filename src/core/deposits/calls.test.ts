import { expect, test } from 'vitest';
import { separatorsOf } from '../../shared/amounts.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { Deposit, DepositState } from '../../shared/bridge/deposits.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import { Consent } from '../consent.ts';
import { depositHandlers } from './calls.ts';
import type { CreditOrders } from './credit-orders.ts';
import type { Deposits, NewDeposit } from './deposits.ts';

const tokenAddress = `0x${'ab'.repeat(20)}`;
const at = '2026-03-01T10:00:00Z';
const reason = { code: 'deposit-interrupted' } as const;
const registered: DepositState = { kind: 'registered', at, answer: '' };
const asked: NewDeposit = { accountId: 'one', tokenAddress, amount: '15', chainId: '1' };

const kept = (state: DepositState, change: Partial<Deposit> = {}): Deposit => ({
  id: 1,
  ...asked,
  token: { name: 'ETH', decimals: 1 },
  createdAt: at,
  state,
  balanceBefore: null,
  ...change,
});

const account: Account = {
  id: 'one',
  kind: 'service',
  name: 'Work',
  colour: 'teal',
  address: 'https://service.example/one',
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  nodeAddress: null,
  appId: null,
  serviceKind: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};

/** `movesTo`: the account's address by the time that the question is answered. */
function opened(deposits: readonly Deposit[], answer: boolean, address = account.address, movesTo = address) {
  const questions: Question[] = [];
  const sent: string[] = [];
  let current = address;
  const accounts = { activeId: () => 'one', find: () => ({ ...account, address: current }) };
  const kept = {
    list: (id: string) => deposits.filter(({ accountId }) => accountId === id),
    token: () => ({ name: 'ETH', decimals: 1 }),
    balance: () => 100n,
    register: async ({ amount }: NewDeposit) => {
      sent.push(amount);
      return success(null);
    },
    settle: async () => success(null),
  };
  const handlers = depositHandlers(
    accounts as unknown as Accounts,
    kept as unknown as Deposits,
    null as unknown as CreditOrders,
    new Consent(async (question) => {
      questions.push(question);
      current = movesTo;
      return answer;
    }),
    () => separatorsOf('en'),
    () => 'en',
  );
  const register = async (change: Partial<NewDeposit> = {}) => handlers['deposits.register']({ ...asked, ...change });
  return { questions, sent, register };
}

test('a deposit is registered only if the user approves its amount, token, chain and account', async () => {
  const { questions, sent, register } = opened([], false);
  expect(await register()).toMatchObject({ error: { code: 'declined' } });
  expect(sent).toEqual([]);
  expect(questions).toMatchObject([
    {
      title: 'Register this deposit?',
      text: expect.stringContaining('This can’t be undone here'),
      subject: `1.5 ETH\nBalance 10 ETH now → 11.5 ETH after\nMade on Ethereum (chain 1)\nTo https://service.example/one\nAccount “Work”`,
      details: `15 base units\nToken ${tokenAddress}`,
      tone: 'plain',
    },
  ]);
});

test.each([
  ['registered', registered, 'is registered. Confirm only if you made another one'],
  ['unknown', { kind: 'unknown', since: at, reason }, 'may have been registered'],
  ['being registered', { kind: 'registering', since: at }, 'may have been registered'],
] as const)('the question names the same deposit if it is %s already', async (_what, state, words) => {
  const { questions, sent, register } = opened([kept(state)], true);
  expect(await register()).toMatchObject({ ok: true });
  expect(questions).toMatchObject([
    { title: 'Register the same deposit again?', text: expect.stringContaining(words), tone: 'warning' },
  ]);
  expect(sent).toEqual(['15']);
});

test('another amount, chain or account is another deposit, and one that does not count is none', async () => {
  const { questions, register } = opened(
    [
      kept(registered),
      kept({ kind: 'refused', at, reason }, { chainId: '10' }),
      kept({ kind: 'not-registered', at }, { chainId: '11' }),
    ],
    true,
  );
  const changes = [{ amount: '16' }, { chainId: '8453' }, { accountId: 'two' }, { chainId: '10' }, { chainId: '11' }];
  for (const change of changes) await register(change);
  expect(questions.map(({ title }) => title)).toEqual(changes.map(() => 'Register this deposit?'));
});

test('an account that moves while the user is asked registers nothing', async () => {
  const { sent, register } = opened([], true, account.address, 'https://elsewhere.example');
  expect(await register()).toMatchObject({ error: { code: 'changed-meanwhile' } });
  expect(sent).toEqual([]);
});

test('a practice account whose service starts while the user is asked has not moved', async () => {
  const { sent, register } = opened([], true, null, 'http://127.0.0.1:1');
  expect(await register()).toMatchObject({ ok: true });
  expect(sent).toEqual(['15']);
});
