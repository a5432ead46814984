import { expect, test } from 'vitest';
import { separatorsOf } from '../../shared/amounts.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { BalancesOfDeposit, Deposit, DepositState } from '../../shared/bridge/deposits.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { success } from '../../shared/failures/failure.ts';
import { Consent } from '../consent.ts';
import { DepositApproval } from './deposit-approval.ts';

type Decision = CallInputs['deposits.decide']['decision'];

const tokenAddress = `0x${'ab'.repeat(20)}`;
const at = '2026-03-01T10:00:00Z';
const reason = { code: 'deposit-interrupted' } as const;
const unknown: DepositState = { kind: 'unknown', since: at, reason };
const registered: DepositState = { kind: 'registered', at, answer: '' };
const before = { balance: '100', at };
const same: BalancesOfDeposit = { before, now: before, trouble: null };

const kept = (state: DepositState, change: Partial<Deposit> = {}): Deposit => ({
  id: 1,
  accountId: 'one',
  tokenAddress,
  token: { name: 'ETH', decimals: 1 },
  amount: '15',
  chainId: '1',
  createdAt: at,
  state,
  attempts: [],
  balanceBefore: null,
  ...change,
});
const draft = (draftId: string, change: Partial<Deposit> = {}) => {
  const { accountId, amount, chainId } = { ...kept(registered), ...change };
  return { draftId, accountId, tokenAddress, amount, chainId };
};

const account: Account = {
  id: 'one',
  kind: 'service',
  name: 'Work',
  colour: 'teal',
  address: 'https://service.example/one',
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  requestFundsPath: null,
  tokenMapPath: null,
  nodeAddress: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};

function asked(
  deposits: readonly Deposit[],
  answer = false,
  balances: BalancesOfDeposit = same,
  answered: () => Promise<unknown> = async () => null,
) {
  const questions: Question[] = [];
  const sent: string[] = [];
  /** Where the account is, and where it is by the time a question is answered. */
  const place = { address: account.address, movesTo: account.address };
  const approval = new DepositApproval({
    consent: new Consent(async (question) => {
      questions.push(question);
      place.address = place.movesTo;
      return answer;
    }),
    accounts: { list: () => [account, { ...account, id: 'two' }], find: () => ({ ...account, ...place }) },
    deposits: {
      list: (id) => deposits.filter(({ accountId }) => accountId === id),
      token: () => ({ name: 'ETH', decimals: 1 }),
      balance: () => 100n,
      balancesOf: async () => success(balances),
      register: async () => {
        sent.push('a');
        await answered();
        return success(kept(registered));
      },
      decide: async (id) => {
        sent.push(`${id}`);
        return success(null);
      },
    },
    separators: () => separatorsOf('en'),
    locale: () => 'en',
  });
  const register = (change: Partial<Deposit> = {}) => approval.register(draft('a', change));
  const decide = (id: number, decision: Decision) => approval.decide({ id, decision });
  return { approval, questions, sent, register, decide, place };
}

test('registering an uncertain deposit again is asked about, with all that makes it', async () => {
  const { decide, questions } = asked([kept(unknown)]);
  expect(await decide(1, 'register-again')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    {
      subject: `1.5 ETH\nBalance 10 ETH now → 11.5 ETH after\nMade on Ethereum (chain 1)\nTo https://service.example/one\nAccount “Work”`,
      details: `15 base units\nToken ${tokenAddress}`,
    },
  ]);
});

const late: BalancesOfDeposit = { before, now: null, trouble: { code: 'balance-too-slow' } };

test.each([
  ['read', same, 'was 10 ETH before this deposit, on ', 'and is 10 ETH now. Confirm only if it rose by the 1.5 ETH of'],
  [
    'not read',
    late,
    'cannot be read right now.',
    'takes too long to answer. It was 10 ETH before this deposit. Confirm',
  ],
  ['new', { ...same, before: null }, 'is 10 ETH now. It is unknown what it was', 'if the service’s operator says so.'],
] as const)('a lost deposit is confirmed beside the balances, here %s', async (_what, balances, start, end) => {
  const { decide, questions } = asked([kept(unknown)], false, balances);
  expect(await decide(1, 'went-through')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    {
      title: 'Did it really go through?',
      text: expect.stringContaining(start),
      subject: expect.stringContaining('1.5 ETH\nMade on'),
      details: expect.stringContaining('15 base units'),
      tone: 'warning',
    },
  ]);
  expect(questions[0]?.text).toContain(end);
});

test('a refused deposit is tried again only after a question that shows the balances', async () => {
  const attempt = { number: 1, startedAt: at, endedAt: at, outcome: 'refused', reason } as const;
  const refused = kept({ kind: 'refused', at, reason }, { attempts: [attempt] });
  const { decide, questions, sent } = asked([refused]);
  expect(await decide(1, 'try-again')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    { title: 'Register it again?', text: expect.stringContaining('was 10 ETH before') },
  ]);
  expect(sent).toEqual([]);
});

test('what cannot count twice is not asked about', async () => {
  const { decide, questions } = asked([kept(unknown), kept({ kind: 'not-sent', at, reason }, { id: 2, amount: '16' })]);
  for (const decided of [
    { id: 2, decision: 'went-through' },
    { id: 99, decision: 'went-through' },
    { id: 2, decision: 'try-again' },
    { id: 2, decision: 'register-again' },
    { id: 99, decision: 'register-again' },
  ] as const) {
    expect(await decide(decided.id, decided.decision)).toMatchObject({ ok: true });
  }
  expect(questions).toEqual([]);
});

test.each([
  ['try-again', { kind: 'refused', at, reason }],
  ['try-again', { kind: 'not-sent', at, reason }],
] as const)(
  'a person’s %s of a deposit is asked about once the same one was registered anew',
  async (decision, state) => {
    const { decide, questions } = asked([kept(state), kept(registered, { id: 2 })]);
    expect(await decide(1, decision)).toMatchObject({ error: { code: 'declined' } });
    expect(questions).toMatchObject([{ title: 'Register the same deposit again?' }]);
  },
);

test('two refused ones of the same deposit are not tried again at once, nor beside a draft of it', async () => {
  const refused: DepositState = { kind: 'refused', at, reason };
  const { decide, sent, register } = asked([kept(refused), kept(refused, { id: 2 })], true);
  const both = await Promise.all([decide(1, 'try-again'), decide(2, 'try-again')]);
  expect(both).toMatchObject([{ ok: true }, { error: { code: 'deposit-being-registered' } }]);
  const beside = await Promise.all([register(), decide(1, 'try-again')]);
  expect(beside).toMatchObject([{ ok: true }, { error: { code: 'deposit-being-registered' } }]);
  expect(sent).toEqual(['1', 'a']);
});

test('what a person stopped is tried again only with a yes', async () => {
  const stopped: DepositState = { kind: 'not-sent', at, reason: { code: 'cancelled' } };
  const { decide, questions, sent } = asked([
    kept(stopped),
    kept({ kind: 'not-sent', at, reason }, { id: 2, amount: '9' }),
  ]);
  expect(await decide(1, 'try-again')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Register this deposit?' }]);
  expect(await decide(2, 'try-again')).toMatchObject({ ok: true });
  expect(sent).toEqual(['2']);
});

test('a deposit that is being registered is stopped without a question, also beside the same one', async () => {
  const { decide, sent, questions, register } = asked(
    [kept(registered), kept({ kind: 'registering', since: at }, { id: 2 })],
    true,
  );
  const [, stopped] = await Promise.all([register(), decide(2, 'stop')]);
  expect(stopped).toMatchObject({ ok: true });
  expect(sent).toEqual(['2', 'a']);
  expect(questions).toHaveLength(1);
});

test('a decision that cannot be taken in a deposit’s state is asked about in vain by nobody', async () => {
  const { decide, questions } = asked([kept(registered), kept(registered, { id: 2 })], true);
  for (const decision of ['try-again', 'register-again', 'went-through'] as const) await decide(1, decision);
  expect(questions).toEqual([]);
});

test.each([
  ['registered', registered],
  ['uncertain', unknown],
  ['being registered', { kind: 'registering', since: at }],
] as const)('the same deposit as one that is %s is registered only with a yes', async (_what, state) => {
  const { questions, sent, register } = asked([kept(state)]);
  expect(await register()).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('with a yes it is registered once more', async () => {
  const { sent, register } = asked([kept(registered)], true);
  expect(await register()).toMatchObject({ ok: true });
  expect(sent).toEqual(['a']);
});

test('a first deposit is registered only with a yes to its amount, token, chain and account', async () => {
  const { questions, sent, register } = asked([]);
  expect(await register()).toMatchObject({ error: { code: 'declined' } });
  expect(sent).toEqual([]);
  expect(questions).toMatchObject([
    {
      title: 'Register this deposit?',
      text: expect.stringContaining('This is your first deposit of this token here. This can’t be undone here'),
      subject: `1.5 ETH\nBalance 10 ETH now → 11.5 ETH after\nMade on Ethereum (chain 1)\nTo https://service.example/one\nAccount “Work”`,
      details: `15 base units\nToken ${tokenAddress}`,
      tone: 'plain',
    },
  ]);
});

test('a size unlike all of the account’s own deposits before is warned of in the question', async () => {
  const { questions, register } = asked([kept(registered), kept(registered, { id: 2, accountId: 'two', amount: '1' })]);
  for (const amount of ['150', '1']) await register({ amount });
  expect(questions.map(({ tone }) => tone)).toEqual(['warning', 'warning']);
  expect(questions.map(({ text }) => /\(the .* was (.*?)\)/.exec(text)?.[1])).toEqual(['1.5 ETH', '1.5 ETH']);
});

test('another amount, chain or account is another deposit, and what the service refused counts for none', async () => {
  const kinds = [kept(registered), kept({ kind: 'refused', at, reason }, { chainId: '10' })];
  const { questions, register } = asked(kinds, true);
  for (const change of [{ amount: '16' }, { chainId: '8453' }, { accountId: 'two' }, { chainId: '10' }]) {
    expect(await register(change)).toMatchObject({ ok: true });
  }
  expect(questions.map(({ title }) => title)).toEqual(Array.from({ length: 4 }, () => 'Register this deposit?'));
});

test('while a deposit is only beginning, the same in another draft is refused', async () => {
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const { approval, questions } = asked([], true, same, () => {
    begun.resolve();
    return answer.promise;
  });
  const first = approval.register(draft('a'));
  await begun.promise;
  expect(await approval.register(draft('b'))).toMatchObject({ error: { code: 'deposit-being-registered' } });
  answer.resolve();
  expect(await first).toMatchObject({ ok: true });
  expect(questions).toHaveLength(1);
});

test('a yes is for the service that was named: an account that moves while it is asked about registers nothing', async () => {
  const { questions, sent, register, decide, place } = asked([kept(unknown, { chainId: '10' })], true);
  for (const call of [() => register(), () => decide(1, 'register-again'), () => decide(1, 'went-through')]) {
    place.address = account.address;
    place.movesTo = 'https://elsewhere.example';
    expect(await call()).toMatchObject({ ok: false, error: { code: 'changed-meanwhile' } });
  }
  expect(questions).toHaveLength(3);
  expect(sent).toEqual([]);
});

test('a practice account whose service comes up while it is asked about has not moved', async () => {
  const { sent, register, place } = asked([], true);
  place.address = null;
  expect(await register()).toMatchObject({ ok: true });
  expect(sent).toEqual(['a']);
});

test('the same draft asked for twice waits for the one answer, and a no holds both', async () => {
  const { questions, sent, register } = asked([]);
  const answers = await Promise.all([register(), register()]);
  expect(answers).toMatchObject([{ error: { code: 'declined' } }, { error: { code: 'declined' } }]);
  expect(questions).toHaveLength(1);
  expect(sent).toEqual([]);
});
