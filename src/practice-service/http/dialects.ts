import type { Deposit, ListOrder, Submission } from '../ledger.ts';
import type { Token } from '../options.ts';

type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

// TypeScript's libraries lack JSON source access (ECMAScript "JSON.parse source text access").
declare global {
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
  }
}
const parseWithSource: (text: string, reviver: SourceReviver) => unknown = JSON.parse;

const plainInteger = /^-?\d+$/;

/** Parses JSON. Every integer becomes an exact `bigint`. Throws `SyntaxError`. */
export function parseLossless(text: string): unknown {
  return parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && plainInteger.test(source) ? BigInt(source) : value,
  );
}

/** Writes JSON. A `bigint` becomes a bare number with all digits. */
export function stringifyLossless(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  );
}

/** The differences between deployments: their paths and the form of their answers. The behaviour is the same. */
export type Dialect = TokenDialect | CreditDialect;

/** Tokens pay. Access tokens can submit and read single submissions. */
export type TokenDialect = SharedForms & {
  readonly kind: 'tokens';
  readonly requestFundsPaths: readonly string[];
  readonly tokens: (tokens: readonly Token[], userId: string) => object;
  readonly deposit: (deposit: Deposit) => object;
};

/** Credits pay. Only API keys can submit and read single submissions. */
export type CreditDialect = SharedForms & { readonly kind: 'credits' };

type SharedForms = {
  /** Path prefixes of the endpoints with an access token. */
  readonly userFamilies: readonly string[];
  readonly tokenMapPaths: readonly string[];
  /** True if the API key alone can read records and bytes, under `/v1`. */
  readonly readsByApiKey: boolean;
  readonly expenditure: ExpenditureList;
  readonly submission: (submission: Submission) => object;
  readonly unknownSubmission: (id: string) => { readonly status: number; readonly message: string };
  readonly tokenMap: (tokens: readonly Token[]) => object;
  readonly error: (status: number, message: string) => ErrorBody;
};

/** The form of the list of submissions. It is written in pieces: `open`, entries separated by commas, `close`. */
export type ExpenditureList = {
  readonly order: ListOrder;
  readonly defaultLimit: number;
  readonly open: string;
  readonly entry: (submission: Submission) => object;
  readonly close: string;
  /** The form of a list with an offset. Null: the request's offset is ignored. */
  readonly page: { readonly open: string; readonly close: (total: number) => string } | null;
};

type ErrorBody = { readonly contentType: string; readonly body: string };

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The invented receiver of the practice network's data submissions. */
export const DATA_AVAILABILITY_ADDRESS = '0xD4e5B6a7908172635445362718F0e1D2c3B4A596';

/**
 * The documented contract: bare arrays, bare records, `{"error": …}`. Where the contract leaves something open, this
 * dialect makes the simplest choice.
 */
export const documentedDialect: TokenDialect = {
  kind: 'tokens',
  userFamilies: ['/user'],
  requestFundsPaths: ['/user/request_funds', '/users/request_funds'],
  tokenMapPaths: ['/token_map'],
  readsByApiKey: false,
  expenditure: {
    order: 'newest-first',
    defaultLimit: Number.POSITIVE_INFINITY,
    open: '[',
    entry: record,
    close: ']',
    page: null,
  },
  submission: record,
  unknownSubmission,
  tokens: (tokens, userId) =>
    tokens.map((token) => ({
      token_details_id: token.tokenDetailsId,
      user_id: userId,
      token_address: token.address.toLowerCase(),
      token_balance: token.balance.toString(),
    })),
  tokenMap: (tokens) => ({
    token_map: Object.fromEntries(
      tokens.map(({ name, address, decimals }) => [
        name,
        { token_address: address.toLowerCase(), token_decimals: decimals },
      ]),
    ),
  }),
  deposit: ({ id, token, amount, chainId }) => ({
    deposit_id: id,
    token_details_id: token.tokenDetailsId,
    token_address: token.address.toLowerCase(),
    amount_deposited: amount.toString(),
    chain_id: chainId,
    token_balance: token.balance.toString(),
  }),
  error: (_status, message) => ({ contentType: JSON_TYPE, body: JSON.stringify({ error: message }) }),
};

function unknownSubmission(id: string): { readonly status: number; readonly message: string } {
  return { status: 404, message: `No submission has the id ${id}` };
}

function record(submission: Submission): object {
  const { block } = submission;
  return {
    id: submission.id,
    user_id: submission.userId,
    token_details_id: submission.tokenDetailsId,
    extrinsic_index: block?.extrinsicIndex ?? null,
    amount_data: String(submission.size),
    fees: block === null ? null : submission.fee.toString(),
    to_address: block === null ? null : DATA_AVAILABILITY_ADDRESS.toLowerCase(),
    block_hash: block === null ? null : `0x${block.hash}`,
    data_hash: block === null ? null : `0x${submission.dataHash}`,
    tx_hash: block === null ? null : `0x${block.txHash}`,
    created_at: new Date(submission.acceptedAt).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
    ...(submission.error === null ? {} : { error: submission.error }),
  };
}

/** The most entries of a list if the request has no limit. */
const DEFAULT_LIST_LIMIT = 1000;
const PLAIN_TEXT_STATUSES: ReadonlySet<number> = new Set([401, 413, 501]);

/**
 * Differences seen in public deployments: wrapped bodies, hashes without `0x`, mixed-case addresses, sizes as text,
 * extra fields, balances as bare numbers, missing fields instead of null.
 */
export const deployedDialect: TokenDialect = {
  kind: 'tokens',
  userFamilies: ['/user', '/v1/user'],
  requestFundsPaths: ['/users/request_funds'],
  tokenMapPaths: ['/token_map', '/v1/token_map'],
  readsByApiKey: true,
  expenditure: {
    order: 'by-id',
    defaultLimit: DEFAULT_LIST_LIMIT,
    open: '{"state":"SUCCESS","message":"Expenditures fetched","data":{"results":[',
    entry: (submission) => ({ ...acceptedFields(submission), ...blockFields(submission) }),
    close: ']}}',
    page: null,
  },
  submission: (submission) => ({
    submission: { ...acceptedFields(submission), ...emptyBlockFields, ...blockFields(submission) },
    id: submission.id,
    state: submission.error !== null ? 'Error' : submission.block === null ? 'Pending' : 'Finalized',
    error: submission.error,
    data: blockFields(submission),
  }),
  unknownSubmission,
  tokens: (tokens, userId) => ({
    results: tokens.map((token) => ({
      token_details_id: token.tokenDetailsId,
      user_id: userId,
      token_address: token.address,
      token_balance: token.balance,
      token_used: token.used.toString(),
      token_amount_locked: '0',
      chain_id: token.chainId,
    })),
  }),
  tokenMap: (tokens) => ({
    state: 'SUCCESS',
    message: 'Token map fetched',
    data: Object.fromEntries(
      tokens.map(({ name, address, decimals }) => [name, { token_address: address, token_decimals: decimals }]),
    ),
  }),
  deposit: ({ id, token, amount, chainId }) => ({
    state: 'SUCCESS',
    message: 'Deposit registered',
    data: {
      request_id: id,
      token_details_id: token.tokenDetailsId,
      token_address: token.address,
      amount_deposited: amount,
      chain_id: chainId,
      token_balance: token.balance,
    },
  }),
  error: (status, message) => {
    if (PLAIN_TEXT_STATUSES.has(status)) return { contentType: 'text/plain; charset=utf-8', body: message };
    if (status === 429) return { contentType: JSON_TYPE, body: '' };
    return { contentType: JSON_TYPE, body: JSON.stringify(deployedError(status, message)) };
  },
};

/** Deployments have several forms of an error. */
function deployedError(status: number, message: string): object {
  if (status === 400) return { status: 'error', message };
  return status === 404 ? { state: 'ERROR', error: message } : { state: 'ERROR', message };
}

const emptyBlockFields = {
  extrinsic_index: null,
  fees: null,
  to_address: null,
  block_hash: null,
  data_hash: null,
  tx_hash: null,
  block_number: null,
  converted_fees: null,
};

/** The fields that a submission has once it is accepted. */
function acceptedFields(submission: Submission): object {
  return {
    id: submission.id,
    user_id: submission.userId,
    app_id: submission.userId,
    token_details_id: submission.tokenDetailsId,
    payment_token: submission.tokenName,
    amount_data: sizeText(submission.size),
    created_at: timeText(submission.acceptedAt),
    error: submission.error,
  };
}

/** The fields that a submission has once it is in a block. */
function blockFields({ block, fee, dataHash }: Submission): object {
  if (block === null) return {};
  return {
    extrinsic_index: block.extrinsicIndex,
    fees: fee.toString(),
    to_address: DATA_AVAILABILITY_ADDRESS,
    block_hash: block.hash,
    data_hash: dataHash,
    tx_hash: block.txHash,
    block_number: block.number,
    converted_fees: fee.toString(),
  };
}

/** UTC with microseconds and without a zone. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000');
}

/** 1024-based with two decimals: `512.00 B`, `2.31 KB`. */
export function sizeText(bytes: number): string {
  let amount = bytes;
  let unit = 'B';
  for (const next of ['KB', 'MB', 'GB', 'TB']) {
    if (amount < 1024) break;
    amount /= 1024;
    unit = next;
  }
  return `${amount.toFixed(2)} ${unit}`;
}
