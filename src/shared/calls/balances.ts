import { z } from 'zod';
import type { Balances } from '../balances.ts';

const tokenAddress = z.string().min(1).max(200);
const key = z.string().min(1).max(600);

/** All of them speak of the active account. */
export const balanceCallInputs = {
  'balances.view': z.strictObject({}),
  /** Asks the service now. `onlyAfterMs`: not when it was asked within so many milliseconds. */
  'balances.refresh': z.strictObject({ onlyAfterMs: z.number().int().min(0).max(86_400_000) }),
  'balances.cancelRefresh': z.strictObject({}),
  'balances.setDecimals': z.strictObject({ tokenAddress, decimals: z.number().int().min(0).max(36).nullable() }),
  /** `below`: whole base units; null for no line. */
  'balances.setWarning': z.strictObject({
    tokenAddress,
    below: z
      .string()
      .regex(/^\d{1,78}$/)
      .nullable(),
  }),
  /** The person has seen that a token disappeared, or that something is missing. */
  'balances.dismiss': z.strictObject({ key }),
} as const;

export type BalanceCallAnswers = {
  'balances.view': Balances;
  'balances.refresh': null;
  'balances.cancelRefresh': null;
  'balances.setDecimals': null;
  'balances.setWarning': null;
  'balances.dismiss': null;
};
