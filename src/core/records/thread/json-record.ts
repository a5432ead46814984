import type { IndexedRecord } from '../query/indexed-record.ts';
import type { TokenNames } from '../query/tokens.ts';

/**
 * A record as JSON under the service's own names, with every digit: what the contract does not name stands there as it
 * came, and what this app knows besides stands under `dropslip`.
 */
export function jsonRecord({ record, file, bytes, bytesExact }: IndexedRecord, tokens: TokenNames): string {
  const named = {
    id: record.id,
    user_id: record.userId,
    token_details_id: record.tokenDetailsId,
    extrinsic_index: record.extrinsicIndex,
    amount_data: record.amountData,
    fees: record.fees,
    to_address: record.toAddress,
    block_hash: record.blockHash,
    data_hash: record.dataHash,
    tx_hash: record.txHash,
    created_at: record.createdAt,
    error: record.error,
  };
  const dropslip = {
    state: record.phase === 'failed' ? 'delayed' : record.phase,
    token: tokens.nameOf(record.tokenDetailsId),
    decimals: tokens.decimalsOf(record.tokenDetailsId),
    bytes,
    bytes_exact: bytes === null ? null : bytesExact,
    file: file?.name ?? null,
    folder: file?.folder ?? null,
  };
  // Put together as text: what came as JSON may be of any kind, and a known field that could not be read is there too.
  const members = new Map([
    ...Object.entries(named).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...Object.entries(record.extra),
    ['dropslip', JSON.stringify(dropslip)] as const,
  ]);
  return `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
