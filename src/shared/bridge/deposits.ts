import { z } from 'zod';
import { largestAmount } from '../amounts.ts';
import type { Failure } from '../failures/failure.ts';
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

export const depositCalls = {
  /** The deposits of the active account, newest first. */
  'deposits.list': call({}).answering<readonly Deposit[]>(),
  /** Asks the user, journals the deposit and starts to register it. The result comes as `deposits.changed`. */
  'deposits.register': call({
    accountId: z.string().min(1).max(64),
    tokenAddress: z.string().regex(/^0x[0-9a-f]{40}$/),
    /** Whole base units. */
    amount: z
      .string()
      // Aborts, because `BigInt` throws on a text that is not a number.
      .regex(/^[1-9]\d{0,77}$/, { abort: true })
      .refine((text) => BigInt(text) <= largestAmount),
    chainId: z.string().regex(/^(0|[1-9]\d{0,19})$/),
  }),
  /** The user confirms that the service registered an unknown deposit, or that it did not. */
  'deposits.settle': call({ id: z.number().int().positive(), wasRegistered: z.boolean() }),
} as const;

export const depositEvents = { 'deposits.changed': event<{ readonly accountId: string }>() } as const;
