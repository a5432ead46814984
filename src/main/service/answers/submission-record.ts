import { normaliseHex } from '../../../shared/hex.ts';
import type { RecordPhase, SubmissionRecord } from '../../../shared/records.ts';
import { parseServiceTime } from '../../../shared/time.ts';
import { untakenFields } from './envelope.ts';
import { isObject, type JsonObject, type JsonValue, scalarText, wholeNumberText } from './lossless-json.ts';

/**
 * One submission record: bare, as `{"submission": {…}}`, or with the service's state and error beside it. Null when no
 * identifier is in it. A known field that holds something unexpected is kept in `extra` like an unknown one.
 */
export function readSubmissionRecord(json: JsonValue): SubmissionRecord | null {
  if (!isObject(json)) return null;
  const inner = json.submission;
  if (isObject(inner)) {
    const { submission: _, ...beside } = json;
    return readFlat({ ...withoutNulls(beside), ...withoutNulls(inner) });
  }
  const data = json.data;
  if (json.id === undefined && isObject(data)) return readSubmissionRecord(data);
  return readFlat(json);
}

function readFlat(json: JsonObject): SubmissionRecord | null {
  const taken = new Set<string>();
  function take(name: string, read: (value: JsonValue) => string | null | undefined): string | null {
    const value = json[name];
    if (value === undefined || value === null || value === '') {
      taken.add(name);
      return null;
    }
    const text = read(value) ?? null;
    if (text !== null) taken.add(name);
    return text;
  }
  const hex = (value: JsonValue) => (typeof value === 'string' ? normaliseHex(value) : null);
  // Not every network's addresses are hex, and those that are not tell upper from lower case.
  const address = (value: JsonValue) => (typeof value === 'string' ? (normaliseHex(value) ?? value) : null);
  const time = (value: JsonValue) => (typeof value === 'string' ? parseServiceTime(value) : null);

  const id = take('id', scalarText) ?? take('submission_id', scalarText);
  if (id === null) return null;
  const error = take(
    'error',
    (value) => scalarText(value) ?? (typeof value === 'object' ? JSON.stringify(value) : null),
  );
  return {
    id,
    userId: take('user_id', scalarText),
    tokenDetailsId: take('token_details_id', (value) => wholeNumberText(value) ?? scalarText(value)),
    extrinsicIndex: take('extrinsic_index', wholeNumberText),
    amountData: take('amount_data', scalarText),
    fees: take('fees', scalarText),
    toAddress: take('to_address', address),
    blockHash: take('block_hash', hex),
    dataHash: take('data_hash', hex),
    txHash: take('tx_hash', hex),
    createdAt: take('created_at', time),
    phase: phaseOf(json, error),
    error,
    extra: untakenFields(json, taken),
  };
}

function phaseOf(json: JsonObject, error: string | null): RecordPhase {
  const state = typeof json.state === 'string' ? json.state.toLowerCase() : '';
  if (error !== null || state === 'error' || state === 'failed') return 'failed';
  const inBlock = typeof json.block_hash === 'string' && json.block_hash !== '';
  return inBlock || state === 'finalized' ? 'in-block' : 'pending';
}

/** What is null on one level may be filled on the other. */
function withoutNulls(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}
