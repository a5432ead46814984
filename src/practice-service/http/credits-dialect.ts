import { type App, type CreditAccount, creditsFor, type Order, type Wallet } from '../credits.ts';
import type { Submission } from '../ledger.ts';
import { type CreditDialect, DATA_AVAILABILITY_ADDRESS, JSON_TYPE, sizeText, timeText } from './dialects.ts';

const DEFAULT_LIST_LIMIT = 100;
const PLAIN_TEXT_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 413, 501]);

/** The chains that an order can be paid on: test networks. Each has all tokens. */
const CHAIN_IDS = ['11155111', '84532'] as const;

const openList = '{"state":"SUCCESS","message":"Expenditure retrieved successfully","data":';

/** The newer deployments: credits instead of tokens, one credit for one byte. */
export const creditsDialect: CreditDialect = {
  kind: 'credits',
  userFamilies: ['/v1/user'],
  tokenMapPaths: ['/v1/token_map'],
  readsByApiKey: true,
  expenditure: {
    order: 'by-id',
    defaultLimit: DEFAULT_LIST_LIMIT,
    open: `${openList}{"results":[`,
    entry: recordForm,
    close: ']}}',
    page: { open: `${openList}[`, close: (total) => `],"total":${total}}` },
  },
  submission: (submission) => ({
    submission: recordForm(submission),
    id: submission.id,
    state: submission.error !== null ? 'Error' : submission.block === null ? 'Pending' : 'Finalized',
    error: submission.error,
    data: submission.error === null ? summary(submission) : null,
  }),
  unknownSubmission: () => ({ status: 500, message: 'Record not found' }),
  tokenMap: (tokens) => {
    const chain = Object.fromEntries(
      tokens.map(({ name, address, decimals }) => [name, { token_address: address, token_decimals: decimals }]),
    );
    return success('Token map retrieved successfully', Object.fromEntries(CHAIN_IDS.map((id) => [id, chain])));
  },
  error: (status, message) =>
    PLAIN_TEXT_STATUSES.has(status)
      ? { contentType: 'text/plain; charset=utf-8', body: message }
      : { contentType: JSON_TYPE, body: JSON.stringify({ error: message }) },
};

export function success(message: string, data: unknown): object {
  return { state: 'SUCCESS', message, data };
}

export function accountForm({ userId, credits, used, allocated }: CreditAccount): object {
  return {
    id: userId,
    name: 'practice',
    credit_balance: credits.toString(),
    credit_used: used.toString(),
    allocated_credit_balance: allocated.toString(),
  };
}

export function appForm(app: App, userId: string, encryption: boolean): object {
  return {
    id: app.id,
    created_at: timeText(app.createdAt),
    user_id: userId,
    app_id: app.networkAppId,
    credit_balance: app.credits.toString(),
    credit_used: app.used.toString(),
    app_name: app.name,
    app_description: null,
    app_logo: null,
    credit_selection: app.selection,
    fallback_credit_used: app.accountUsed.toString(),
    encryption,
  };
}

export function orderForm(order: Order): object {
  return {
    id: order.id,
    user_id: order.userId,
    chain_id: order.chainId,
    amount_credit: order.credits,
    request_status: order.status,
    created_at: timeText(order.createdAt),
    request_type: 'DEPOSIT',
    tx_hash: order.txHash,
    token_address: order.tokenAddress,
    amount_paid: order.amountPaid,
  };
}

export function recordForm(submission: Submission): object {
  const { block, wallet } = submission;
  return {
    id: submission.id,
    user_id: submission.userId,
    extrinsic_index: block?.extrinsicIndex ?? null,
    amount_data: sizeText(submission.size),
    fees: block === null ? null : submission.fee.toString(),
    to_address: block === null ? null : DATA_AVAILABILITY_ADDRESS,
    block_number: block?.number ?? null,
    block_hash: block?.hash ?? null,
    data_hash: block === null ? null : submission.dataHash,
    tx_hash: block?.txHash ?? null,
    created_at: timeText(submission.acceptedAt),
    error: submission.error,
    converted_fees: block === null ? null : creditsFor(submission.size).toString(),
    updated_at: timeText(submission.updatedAt),
    app_id: submission.appId,
    wallet: block === null || wallet === null ? null : walletBytes(wallet),
    retry_count: submission.retryCount,
    source: 'API',
  };
}

function summary(submission: Submission): object {
  const { block } = submission;
  return {
    user_id: submission.userId,
    amount_data: sizeText(submission.size),
    fees: block === null ? null : submission.fee.toString(),
    block_number: block?.number ?? null,
    block_hash: block === null ? null : `0x${block.hash}`,
    tx_hash: block === null ? null : `0x${block.txHash}`,
    data_hash: block === null ? null : `0x${submission.dataHash}`,
    tx_index: block?.extrinsicIndex ?? null,
    data_billed: block === null ? null : creditsFor(submission.size).toString(),
    created_at: timeText(submission.acceptedAt),
  };
}

/** Two integers of 128 bits, big-endian: paid by the account, paid by the app. */
function walletBytes({ account, app }: Wallet): number[] {
  const bytes = Buffer.alloc(32);
  bytes.writeBigUInt64BE(account, 8);
  bytes.writeBigUInt64BE(app, 24);
  return [...bytes];
}
