import { DATA_AVAILABILITY_ADDRESS, type Dialect, JSON_TYPE } from './dialect.ts';
import type { Submission } from './ledger.ts';

/** The contract to the letter: bare arrays, bare records, `{"error": …}`. Where it is silent, the plainest choice. */
export const documentedDialect: Dialect = {
  userFamilies: ['/user'],
  requestFundsPaths: ['/user/request_funds', '/users/request_funds'],
  tokenMapPaths: ['/token_map'],
  readsByApiKey: false,
  expenditure: {
    order: 'newest-first',
    limitUnlessAsked: Number.POSITIVE_INFINITY,
    open: '[',
    entry: record,
    close: ']',
  },
  submission: record,
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
  };
}
