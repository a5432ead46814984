import { z } from 'zod';
import type { Failure } from '../failures/failure.ts';
import { CREDITS } from '../submissions/cost.ts';
import { accountIdInput } from './accounts.ts';
import { call, event } from './call.ts';

/** The balances that pay for an app's submissions, in this order. */
export type PaysFrom = 'app' | 'main' | 'app-then-main';

/** More about a balance of credits. Whole credits as decimal text; null if the service does not say. */
export type CreditFacts =
  /** The account's own balance. `allocated`: given to apps. */
  | { readonly kind: 'main'; readonly allocated: string | null }
  /** An app of the account, which has its own API keys. `usedOfMain`: paid from the account's own balance. */
  | {
      readonly kind: 'app';
      readonly name: string | null;
      readonly paysFrom: PaysFrom | null;
      readonly usedOfMain: string | null;
      /** True if the service encrypts what this app submits. */
      readonly encrypts: boolean;
    };

/** One token of the account. Amounts are whole base units as decimal text. */
export type TokenBalance = {
  /** Token id and address. */
  readonly key: string;
  readonly tokenDetailsId: string;
  readonly userId: string | null;
  /** Lower-case hex with `0x`; for credits `credits`, or `credits/` and an app's id. */
  readonly tokenAddress: string;
  /** Null if the service's token_map does not name the token. */
  readonly name: string | null;
  /** Null until the service or the user states them. Dropslip never guesses them. */
  readonly decimals: number | null;
  readonly decimalsFrom: 'service' | 'user' | null;
  readonly balance: string;
  /** Null if the service does not report it. */
  readonly used: string | null;
  readonly locked: string | null;
  /** Fields outside the contract, as compact JSON text. */
  readonly extra: Readonly<Record<string, string>>;
  readonly warnBelow: string | null;
  readonly isLow: boolean;
  /** Null for a token. */
  readonly credits: CreditFacts | null;
};

/** The balances of one account, as last read. */
export type BalanceList = {
  readonly accountId: string;
  readonly tokens: readonly TokenBalance[];
  /** Time of the last successful request (UTC); null before the first. */
  readonly asOf: string | null;
  /** Why the last read failed; null if it succeeded. */
  readonly trouble: Failure | null;
  /** Why token names are missing or old; null if they are current. */
  readonly namesTrouble: Failure | null;
};

/** A token from `get_all_tokens`, joined with `token_map` by address and with the user's decimals. */
export type KnownToken = {
  readonly tokenDetailsId: string;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly name: string | null;
  /** Null until the service or the user states them. Amounts are then shown in base units. */
  readonly decimals: number | null;
};

/** Credits, on every service that has them. */
export const creditsToken: KnownToken = { tokenDetailsId: CREDITS, tokenAddress: CREDITS, name: CREDITS, decimals: 0 };

/** Returns the token that a record was paid with; undefined if it is not known. */
export function tokenWithId(tokens: readonly KnownToken[], tokenDetailsId: string | null): KnownToken | undefined {
  if (tokenDetailsId === CREDITS) return creditsToken;
  return tokens.find((token) => token.tokenDetailsId === tokenDetailsId);
}

const tokenAddress = z.string().min(1).max(200);

/** All of these concern the active account, unless they name another one. */
export const balanceCalls = {
  'balances.view': call({ accountId: accountIdInput.exactOptional() }).answering<BalanceList>(),
  /** The number of tokens whose balance is below the user's limit. */
  'balances.lowCount': call({}).answering<number>(),
  /** Asks the service now, unless it was asked in the last `onlyAfterMs` milliseconds. */
  'balances.refresh': call({
    accountId: accountIdInput.exactOptional(),
    onlyAfterMs: z.number().int().min(0).max(86_400_000),
  }),
  'balances.setDecimals': call({ tokenAddress, decimals: z.number().int().min(0).max(36).nullable() }),
  /** `below`: whole base units; null for no warning. */
  'balances.setWarning': call({
    tokenAddress,
    below: z
      .string()
      .regex(/^\d{1,78}$/)
      .nullable(),
  }),
} as const;

export const balanceEvents = {
  /** Balances or the user's token settings changed. Query them again. */
  'balances.changed': event<{ readonly accountId: string }>(),
} as const;
