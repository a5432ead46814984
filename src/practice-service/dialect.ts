import type { Deposit, ListOrder, Submission } from './ledger.ts';
import type { Token } from './tokens.ts';

/** All in which deployments differ: where the doors are and how the answers look. What the service does is the same. */
export type Dialect = {
  /** Path prefixes of the bearer family. */
  readonly userFamilies: readonly string[];
  readonly requestFundsPaths: readonly string[];
  readonly tokenMapPaths: readonly string[];
  /** Whether records and bytes can be read with the API key alone, under `/v1`. */
  readonly readsByApiKey: boolean;
  readonly expenditure: ExpenditureList;
  readonly submission: (submission: Submission) => object;
  readonly tokens: (tokens: readonly Token[], userId: string) => object;
  readonly tokenMap: (tokens: readonly Token[]) => object;
  readonly deposit: (deposit: Deposit) => object;
  readonly error: (status: number, message: string) => ErrorBody;
};

/** A list is written piece by piece: `open`, entries with commas between, `close`. */
export type ExpenditureList = {
  readonly order: ListOrder;
  readonly limitUnlessAsked: number;
  readonly open: string;
  readonly entry: (submission: Submission) => object;
  readonly close: string;
};

export type ErrorBody = { readonly contentType: string; readonly body: string };

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Where the practice network's data submissions go; invented. */
export const DATA_AVAILABILITY_ADDRESS = '0xD4e5B6a7908172635445362718F0e1D2c3B4A596';
