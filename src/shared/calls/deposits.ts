import { z } from 'zod';
import { largestAmount } from '../amounts.ts';
import type { Deposit, DepositList } from '../deposits.ts';

const id = z.number().int().positive();

export const depositCallInputs = {
  /** The deposits of the active account, newest first. */
  'deposits.list': z.strictObject({}),
  /**
   * Writes a deposit down and begins to register it; how that ends comes as `deposits-changed`. A `draftId` counts once:
   * asked again with the same, main answers with the deposit that it has already.
   */
  'deposits.register': z.strictObject({
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
  }),
  /** A person's word. `register-again` and `try-again` send the deposit once more. */
  'deposits.decide': z.strictObject({
    id,
    decision: z.enum(['try-again', 'went-through', 'register-again', 'stop']),
  }),
} as const;

export type DepositCallAnswers = {
  'deposits.list': DepositList;
  'deposits.register': Deposit;
  'deposits.decide': null;
};
