import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { call, event } from './call.ts';

/** One token of the account, with everything that a card of it says. Amounts are whole base units as decimal text. */
export type TokenBalance = {
  /** The id and the address. */
  readonly key: string;
  readonly tokenDetailsId: string;
  readonly userId: string | null;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  /** Null for a token that the service's token_map does not name. */
  readonly name: string | null;
  /** Null while neither the service nor the person has said them: never guessed. */
  readonly decimals: number | null;
  readonly decimalsFrom: 'service' | 'person' | null;
  readonly balance: string;
  /** Where the service says so; else null. */
  readonly used: string | null;
  readonly locked: string | null;
  /** Fields that the contract does not name, as compact JSON text. */
  readonly extra: Readonly<Record<string, string>>;
  readonly warnBelow: string | null;
  readonly isLow: boolean;
  readonly spending: RecentSpending;
};

/** The spending of the last 30 days, from this account's own records. */
export type RecentSpending = {
  readonly submissions: number;
  /** Exact sum as the records have it: decimal text of any scale. */
  readonly fees: string;
  /** Whole days that the balance lasts at this pace, as decimal text; null where it cannot be told. */
  readonly lastsDays: string | null;
};

/** The balances screen of one account, as last read. */
export type BalanceList = {
  readonly accountId: string;
  readonly tokens: readonly TokenBalance[];
  /** When the service was last asked with success (UTC); null while it never was. */
  readonly asOf: string | null;
  /** All submissions of the last 30 days, whatever token paid for them. */
  readonly submissions: number;
  /** The days over which the pace is measured: since the first submission of the last 30 days. */
  readonly paceDays: number;
  /** Why the last read failed; null when it did not. */
  readonly trouble: Failure | null;
  /** Why token names are missing or old; null when they are not. */
  readonly namesTrouble: Failure | null;
};

/** A token as this app knows it: from `get_all_tokens` joined with `token_map` by address, and from the person. */
export type KnownToken = {
  readonly tokenDetailsId: string;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly name: string | null;
  /** Null while neither the service nor the person has said them: amounts are then shown in base units. */
  readonly decimals: number | null;
};

/** The pace is measured over so many days at most. */
export const PACE_DAYS = 30;
const DAY_MS = 86_400_000;

/** The days over which the pace is measured. `oldest`: the time of the first submission in that time (UTC); null for none. */
export function paceDays(oldest: string | null, now: number): number {
  const age = oldest === null ? Number.NaN : now - Date.parse(oldest);
  return Number.isNaN(age) ? PACE_DAYS : Math.min(PACE_DAYS, Math.max(1, Math.ceil(age / DAY_MS)));
}

const tokenAddress = z.string().min(1).max(200);

/** All of them speak of the active account. */
export const balanceCalls = {
  'balances.view': call({}).answering<BalanceList>(),
  'balances.toLookAt': call({}).answering<number>(),
  /** Asks the service now. `onlyAfterMs`: not when it was asked within so many milliseconds. */
  'balances.refresh': call({ onlyAfterMs: z.number().int().min(0).max(86_400_000) }),
  'balances.cancelRefresh': call({}),
  'balances.setDecimals': call({ tokenAddress, decimals: z.number().int().min(0).max(36).nullable() }),
  /** `below`: whole base units; null for no line. */
  'balances.setWarning': call({
    tokenAddress,
    below: z
      .string()
      .regex(/^\d{1,78}$/)
      .nullable(),
  }),
} as const;

export const balanceEvents = {
  /** Balances, or what the person said of tokens. Whoever shows them asks again. */
  'balances.changed': event<{ readonly accountId: string }>(),
} as const;
