import { DATA_AVAILABILITY_ADDRESS, type Dialect, JSON_TYPE } from './dialect.ts';
import type { Submission } from './ledger.ts';

// A deployment lists no more than this unless it is asked to.
const OWN_LIST_CAP = 1000;
const PLAIN_TEXT_STATUSES: ReadonlySet<number> = new Set([401, 413, 501]);

/**
 * As public deployments have been seen to drift from the contract: wrapped bodies, hashes without `0x`, addresses in
 * mixed case, sizes in words, more fields, balances as bare numbers, fields that are missing instead of null.
 */
export const deployedDialect: Dialect = {
  userFamilies: ['/user', '/v1/user'],
  requestFundsPaths: ['/users/request_funds'],
  tokenMapPaths: ['/token_map', '/v1/token_map'],
  readsByApiKey: true,
  expenditure: {
    order: 'by-id',
    limitUnlessAsked: OWN_LIST_CAP,
    open: '{"state":"SUCCESS","message":"Expenditures fetched","data":{"results":[',
    entry: (submission) => ({ ...registered(submission), ...placed(submission) }),
    close: ']}}',
  },
  submission: (submission) => ({
    submission: { ...registered(submission), ...notYetPlaced, ...placed(submission) },
    id: submission.id,
    state: submission.block === null ? 'Pending' : 'Finalized',
    error: null,
    data: placed(submission),
  }),
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
  error: (status, message) =>
    PLAIN_TEXT_STATUSES.has(status)
      ? { contentType: 'text/plain; charset=utf-8', body: message }
      : { contentType: JSON_TYPE, body: JSON.stringify({ state: 'ERROR', message }) },
};

const notYetPlaced = {
  extrinsic_index: null,
  fees: null,
  to_address: null,
  block_hash: null,
  data_hash: null,
  tx_hash: null,
  block_number: null,
  converted_fees: null,
};

function registered(submission: Submission): object {
  return {
    id: submission.id,
    user_id: submission.userId,
    app_id: submission.userId,
    token_details_id: submission.tokenDetailsId,
    payment_token: submission.tokenName,
    amount_data: sizeInWords(submission.size),
    created_at: new Date(submission.acceptedAt).toISOString().replace('Z', '000'),
    error: null,
  };
}

function placed({ block, fee, dataHash }: Submission): object {
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

/** 1024-based with two decimals: `512.00 B`, `2.31 KB`. */
function sizeInWords(bytes: number): string {
  let amount = bytes;
  let unit = 'B';
  for (const next of ['KB', 'MB', 'GB', 'TB']) {
    if (amount < 1024) break;
    amount /= 1024;
    unit = next;
  }
  return `${amount.toFixed(2)} ${unit}`;
}
