import type { Separators } from '../../shared/amounts.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { mayCount } from '../../shared/bridge/deposits.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { aboutDeposit } from '../../shared/messages/questions/deposit-questions.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Consent } from '../consent.ts';
import type { CreditOrders } from './credit-orders.ts';
import type { Deposits, NewDeposit } from './deposits.ts';

/** The window cannot register a deposit without consent: the user approves each one. */
export function depositHandlers(
  accounts: Accounts,
  deposits: Deposits,
  orders: CreditOrders,
  consent: Consent,
  separators: () => Separators,
  locale: () => string,
): Handlers<'deposits'> {
  const questionAbout = (asked: NewDeposit): Question => {
    const { accountId, tokenAddress } = asked;
    const account = accounts.find(accountId) ?? { name: '', address: null };
    const earlier = deposits.list(accountId);
    const deposit = {
      ...asked,
      token: deposits.token(accountId, tokenAddress),
      balance: deposits.balance(accountId, tokenAddress),
    };
    const same = earlier.filter((other) => isSame(other, asked) && mayCount(other));
    const sameBefore = same.find(({ state }) => state.kind !== 'registered') ?? same[0];
    const before = sameBefore && {
      at: formatInstant(sameBefore.createdAt, locale(), undefined),
      isCertain: sameBefore.state.kind === 'registered',
    };
    return aboutDeposit(deposit, before ?? null, account, separators());
  };
  return {
    'deposits.list': () => success(deposits.list(accounts.activeId())),
    'deposits.register': async (asked): Promise<Result<null>> => {
      const address = accounts.find(asked.accountId)?.address ?? null;
      const refusal = { code: 'declined' } as const;
      const approved = await consent.ask(questionAbout(asked), refusal);
      if (!approved.ok) return approved;
      // The approval is for the address that the question named. A practice account may have got its first one since.
      const hasMoved = address !== null && accounts.find(asked.accountId)?.address !== address;
      return hasMoved ? failure({ code: 'changed-meanwhile' }) : deposits.register(asked);
    },
    'deposits.settle': ({ id, wasRegistered }) => deposits.settle(id, wasRegistered),
    'deposits.orders': () => success(orders.list(accounts.activeId())),
    'deposits.readOrders': () => orders.read(accounts.activeId()),
    'deposits.order': (asked) => orders.register(asked),
  };
}

function isSame(one: NewDeposit, other: NewDeposit): boolean {
  return one.tokenAddress === other.tokenAddress && one.amount === other.amount && one.chainId === other.chainId;
}
