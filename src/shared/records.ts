import { z } from 'zod';

/**
 * What the service keeps of one submission (service-interface.md, section 2.1).
 * Every field that the service fills in only once the submission is in a block may be null before that.
 * No field is a JavaScript number: integers of any size stay decimal text.
 */
export type SubmissionRecord = {
  readonly id: string;
  readonly userId: string | null;
  readonly tokenDetailsId: string | null;
  readonly extrinsicIndex: string | null;
  /** A plain decimal, or a size in words such as `2.31 KB`. */
  readonly amountData: string | null;
  /** Decimal text, any scale. */
  readonly fees: string | null;
  readonly toAddress: string | null;
  /** Lower-case hex with `0x`. */
  readonly blockHash: string | null;
  readonly dataHash: string | null;
  readonly txHash: string | null;
  /** UTC instant, `YYYY-MM-DDTHH:MM:SS[.fff]Z`. */
  readonly createdAt: string | null;
  readonly phase: RecordPhase;
  /** The service's own words, where its last try failed. */
  readonly error: string | null;
  /** Fields that the contract does not name, as compact JSON text by field name: shown under "Details", never dropped. */
  readonly extra: Readonly<Record<string, string>>;
};

/** `failed`: the service's last try. That is not the end: it tries again automatically. */
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
};

/**
 * Texts by name, kept as they are in the value that is read: a copy would lose a field that a service calls `__proto__`.
 * For values out of `JSON.parse`.
 */
export const textsByName = z.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string'),
);
