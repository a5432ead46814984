import { z } from 'zod';

/**
 * The service's record of one submission (service-interface.md, section 2.1). Fields that the service sets only once
 * the submission is in a block may be null before. No field is a JavaScript number: integers of any size stay decimal
 * text.
 */
export type SubmissionRecord = {
  readonly id: string;
  readonly userId: string | null;
  readonly tokenDetailsId: string | null;
  readonly extrinsicIndex: string | null;
  /** A plain decimal, or a size as text such as `2.31 KB`. */
  readonly amountData: string | null;
  /** The amount that the user pays: decimal text, any scale. In credits (`converted_fees`) if the service has credits. */
  readonly fees: string | null;
  readonly toAddress: string | null;
  /** Lower-case hex with `0x`. */
  readonly blockHash: string | null;
  readonly dataHash: string | null;
  readonly txHash: string | null;
  /** UTC instant, `YYYY-MM-DDTHH:MM:SS[.fff]Z`. */
  readonly createdAt: string | null;
  readonly phase: RecordPhase;
  /** The service's error text of its last try. */
  readonly error: string | null;
  /** Fields outside the contract, as compact JSON text by field name. They are shown under "Details". */
  readonly extra: Readonly<Record<string, string>>;
};

/** `failed`: the service's last try failed, but it tries again automatically. */
export type RecordPhase = 'pending' | 'in-block' | 'failed';

/** One token of the account (service-interface.md, section 2.2). */
export type TokenRecord = {
  readonly tokenDetailsId: string;
  readonly userId: string | null;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  /** Whole base units, decimal text of any length. */
  readonly tokenBalance: string;
  readonly extra: Readonly<Record<string, string>>;
};

export type TokenName = {
  readonly name: string;
  /** Lower-case hex with `0x`. */
  readonly tokenAddress: string;
  readonly decimals: number | null;
  /** The chain that the token is on (EIP-155), if the service says so. */
  readonly chainId?: string;
};

/** Texts by name. The value is not copied: a copy would lose a field called `__proto__`. For values from `JSON.parse`. */
export const textsByName = z.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string'),
);
