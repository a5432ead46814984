import { z } from 'zod';
import { largestAmount } from '../amounts.ts';
import type { Failure } from '../failures/failure.ts';
import type { TokenName } from '../records.ts';
import { call, event } from './call.ts';

/**
 * The state of the only attempt to register a deposit. Only `registered` certainly counts. Only `refused`, `not-sent`
 * and `not-registered` certainly do not. Instants are UTC.
 */
export type DepositState =
  | { readonly kind: 'registering'; readonly since: string }
  /** `answer`: the service's text; null if the user confirmed it. */
  | { readonly kind: 'registered'; readonly at: string; readonly answer: string | null }
  | { readonly kind: 'refused'; readonly at: string; readonly reason: Failure }
  | { readonly kind: 'not-sent'; readonly at: string; readonly reason: Failure }
  /** It was sent, and no readable answer came. Only the user settles it. */
  | { readonly kind: 'unknown'; readonly since: string; readonly reason: Failure }
  /** It was unknown, and the user confirmed that the service did not register it. */
  | { readonly kind: 'not-registered'; readonly at: string };

export type DepositStateKind = DepositState['kind'];

/** True if the user confirmed it, rather than the service. */
export function isConfirmedByUser(state: DepositState): boolean {
  return state.kind === 'registered' && state.answer === null;
}

/** True if the deposit counts, or may count. */
export function mayCount({ state }: Pick<Deposit, 'state'>): boolean {
  return state.kind === 'registered' || state.kind === 'registering' || state.kind === 'unknown';
}

/** A balance and when it was read. Whole base units as decimal text. */
export type BalanceReading = { readonly balance: string; readonly at: string };

/** The receipt of one deposit. Amounts are whole base units as decimal text of up to 78 digits. */
export type Deposit = {
  readonly id: number;
  readonly accountId: string;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly token: { readonly name: string | null; readonly decimals: number | null };
  readonly amount: string;
  readonly chainId: string;
  readonly createdAt: string;
  readonly state: DepositState;
  /** The last balance of the token before the deposit was sent; null if it was never read. */
  readonly balanceBefore: BalanceReading | null;
};

/**
 * The state of an order of credits, as the service last reported it. `at`: when Dropslip first saw it (UTC);
 * null for an order that was registered elsewhere.
 */
export type CreditOrderState =
  /** `unclear`: Dropslip does not know the service's word for it. */
  | { readonly kind: 'pending' | 'unclear' }
  | { readonly kind: 'included'; readonly txHash: string | null }
  /** `credits`: as decimal text; null if the service does not say. */
  | {
      readonly kind: 'completed';
      readonly credits: string | null;
      readonly txHash: string | null;
      readonly at: string | null;
    }
  | { readonly kind: 'failed'; readonly at: string | null }
  /** The service listed it once and does not any more, or the account has another address now. */
  | { readonly kind: 'not-listed' };

/** The payment for an order. The service does not know it before it is made. */
export type OrderPayment = {
  /** Lower-case hex with `0x`, as the contract. */
  readonly tokenAddress: string;
  readonly token: Deposit['token'];
  /** Whole base units. */
  readonly amount: string;
  /** The operator's payment contract, as the user entered it; null if it was of the account's old address. */
  readonly contract: string | null;
};

/** An order of credits. */
export type CreditOrder = {
  /** The service's id: a whole number as decimal text. */
  readonly orderId: string;
  readonly chainId: string | null;
  readonly createdAt: string | null;
  readonly state: CreditOrderState;
  /** Null if it was registered elsewhere. */
  readonly payment: OrderPayment | null;
};

export type CreditOrderList = {
  /** Newest first. */
  readonly orders: readonly CreditOrder[];
  /** The tokens that the service accepts, each on a chain. */
  readonly tokens: readonly TokenName[];
  /** Why the last reading failed; null if it succeeded or there was none. */
  readonly trouble: Failure | null;
};

const WEEK_MS = 7 * 86_400_000;

/** True if the user still waits for the end of the order. */
export function isOpenOrder({ kind }: CreditOrderState): boolean {
  return kind === 'pending' || kind === 'included' || kind === 'unclear';
}

/** True for an open order that is so old that only its operator can say why. `now` is in epoch milliseconds. */
export function isStuck(order: CreditOrder, now: number): boolean {
  return isOpenOrder(order.state) && isOld(order, now);
}

export function isOld({ createdAt }: CreditOrder, now: number): boolean {
  return createdAt !== null && now - Date.parse(createdAt) > WEEK_MS;
}

const address = z.string().regex(/^0x[0-9a-f]{40}$/);
/** Whole base units. */
const amount = z
  .string()
  // Aborts, because `BigInt` throws on a text that is not a number.
  .regex(/^[1-9]\d{0,77}$/, { abort: true })
  .refine((text) => BigInt(text) <= largestAmount);
const chainId = z.string().regex(/^(0|[1-9]\d{0,19})$/);
const accountId = z.string().min(1).max(64);

export const depositCalls = {
  /** The deposits of the active account, newest first. */
  'deposits.list': call({}).answering<readonly Deposit[]>(),
  /** Asks the user, journals the deposit and starts to register it. The result comes as `deposits.changed`. */
  'deposits.register': call({ accountId, tokenAddress: address, amount, chainId }),
  /** The user confirms that the service registered an unknown deposit, or that it did not. */
  'deposits.settle': call({ id: z.number().int().positive(), wasRegistered: z.boolean() }),
  /** The orders of credits of the active account. */
  'deposits.orders': call({}).answering<CreditOrderList>(),
  /** Asks the service for the orders now. */
  'deposits.readOrders': call({}),
  /** Registers an order of credits, which costs nothing. The user pays it with their own wallet. */
  'deposits.order': call({ accountId, tokenAddress: address, amount, chainId, contract: address }),
} as const;

export const depositEvents = {
  /** Also for orders of credits. */
  'deposits.changed': event<{ readonly accountId: string }>(),
} as const;
