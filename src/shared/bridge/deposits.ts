import { z } from 'zod';
import { largestAmount } from '../amounts.ts';
import type { Failure } from '../failures/failure.ts';
import { call, event, uniqueListOf } from './call.ts';
import type { SavedFile } from './receipts.ts';

/**
 * How far the registration of a deposit has come. Only `registered` is certain to count, only `refused` and `not-sent`
 * are certain not to. Instants are UTC.
 */
export type DepositState =
  | { readonly kind: 'registering'; readonly since: string }
  /** `answer`: the service's own words; null if the user confirmed it. */
  | { readonly kind: 'registered'; readonly at: string; readonly answer: string | null }
  | { readonly kind: 'refused'; readonly at: string; readonly reason: Failure }
  | { readonly kind: 'not-sent'; readonly at: string; readonly reason: Failure }
  /** It went out and no readable answer came. Never sent again by itself. */
  | { readonly kind: 'unknown'; readonly since: string; readonly reason: Failure };

/** True if only the user says that it was registered. */
export function isConfirmedByPerson(state: DepositState): boolean {
  return state.kind === 'registered' && state.answer === null;
}

export type DepositStateKind = DepositState['kind'];

/** One try at registering, as the journal has it. */
export type DepositAttempt = {
  readonly number: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: 'under-way' | 'registered' | 'refused' | 'not-sent' | 'unknown' | 'interrupted';
  readonly reason: Failure | null;
};

/** A balance and when it was read. Whole base units as decimal text. */
export type BalanceReading = { readonly balance: string; readonly at: string };

/** A token's balance before a deposit, and now. `now` is null if it cannot be read: `trouble` says why. */
export type BalancesOfDeposit = {
  readonly before: BalanceReading | null;
  readonly now: BalanceReading | null;
  readonly trouble: Failure | null;
};

/** The receipt of one deposit. Amounts are whole base units as decimal text of up to 78 digits. */
export type Deposit = {
  readonly id: number;
  readonly accountId: string;
  /** As it was given, lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly token: { readonly name: string | null; readonly decimals: number | null };
  readonly amount: string;
  readonly chainId: string;
  readonly createdAt: string;
  readonly state: DepositState;
  readonly attempts: readonly DepositAttempt[];
  /** The token's balance before its first attempt; null if it could not be read. */
  readonly balanceBefore: BalanceReading | null;
};

/** What a person may do about a deposit that is not certain or did not happen. */
export type DepositDecision = 'try-again' | 'went-through' | 'register-again' | 'stop';

/** Which of these make sense in a state. `try-again` is offered only where the service cannot have the deposit. */
export const decisionsIn: { readonly [Kind in DepositStateKind]: readonly DepositDecision[] } = {
  registering: ['stop'],
  registered: [],
  refused: ['try-again'],
  'not-sent': ['try-again'],
  unknown: ['went-through', 'register-again'],
};

const id = z.number().int().positive();

export const depositCalls = {
  /** The deposits of the active account, newest first. */
  'deposits.list': call({}).answering<readonly Deposit[]>(),
  /** Those of the active account with these ids, as a page. */
  'deposits.pdf': call({ ids: uniqueListOf(id, 10_000) })
    .atMost(1)
    .answering<SavedFile>(),
  /**
   * Writes a deposit down and begins to register it; how that ends comes as `deposits.changed`. A `draftId` counts once:
   * asked again with the same, main answers with the deposit that it has already.
   */
  'deposits.register': call({
    draftId: z.uuid(),
    accountId: z.string().min(1).max(64),
    tokenAddress: z.string().regex(/^0x[0-9a-f]{40}$/),
    /** Whole base units. */
    amount: z
      .string()
      // Aborts: what is no number must not reach `BigInt`, which throws.
      .regex(/^[1-9]\d{0,77}$/, { abort: true })
      .refine((text) => BigInt(text) <= largestAmount),
    chainId: z.string().regex(/^(0|[1-9]\d{0,19})$/),
  }).answering<Deposit>(),
  /** A person's word. `register-again` and `try-again` send the deposit once more. */
  'deposits.decide': call({
    id,
    decision: z.enum(['try-again', 'went-through', 'register-again', 'stop']),
  }),
} as const;

export const depositEvents = { 'deposits.changed': event<{ readonly accountId: string }>() } as const;
