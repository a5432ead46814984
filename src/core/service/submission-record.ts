import type { RecordPhase, SubmissionRecord } from '../../shared/records.ts';
import { readRecordId } from '../../shared/submissions/submission-id.ts';
import { normaliseHex } from '../../shared/text.ts';
import { parseServiceTime } from '../../shared/time.ts';
import {
  identifierText,
  isObject,
  type JsonObject,
  type JsonValue,
  scalarText,
  wholeNumberText,
} from './lossless-json.ts';
import { isNoError } from './statements.ts';

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
  const idName = isEmpty(json.id) ? 'submission_id' : 'id';
  const id = readRecordId(scalarText(json[idName]) ?? '');
  if (id === null) return null;
  const error = hasNoError(json.error) ? null : errorText(json.error);
  const block = hex(json.block_hash, blockHash);
  const record = {
    id,
    userId: scalar(json.user_id),
    tokenDetailsId: wholeNumber(json.token_details_id) ?? identifier(json.token_details_id),
    extrinsicIndex: wholeNumber(json.extrinsic_index),
    amountData: scalar(json.amount_data),
    fees: scalar(json.fees),
    toAddress: address(json.to_address),
    blockHash: block,
    dataHash: hex(json.data_hash),
    txHash: hex(json.tx_hash),
    createdAt: time(json.created_at),
    phase: phaseOf(json, block, error),
    error,
    extra: noFields,
  };
  const untaken: [string, string][] = [];
  for (const name in json) {
    const field = fieldNames.get(name) ?? (name === idName ? 'id' : undefined);
    // What is empty, or stands in its field, is taken.
    if (field !== undefined && (record[field] !== null || isEmpty(json[name]))) continue;
    untaken.push([name, JSON.stringify(json[name])]);
  }
  return untaken.length === 0 ? record : { ...record, extra: Object.fromEntries(untaken) };
}

const noFields: Readonly<Record<string, string>> = Object.freeze({});

const fieldNames: ReadonlyMap<string, Exclude<keyof SubmissionRecord, 'phase' | 'extra'>> = new Map([
  ['id', 'id'],
  ['user_id', 'userId'],
  ['token_details_id', 'tokenDetailsId'],
  ['extrinsic_index', 'extrinsicIndex'],
  ['amount_data', 'amountData'],
  ['fees', 'fees'],
  ['to_address', 'toAddress'],
  ['block_hash', 'blockHash'],
  ['data_hash', 'dataHash'],
  ['tx_hash', 'txHash'],
  ['created_at', 'createdAt'],
  ['error', 'error'],
] as const);

type Value = JsonValue | undefined;

/** Of a mere yes nobody knows what it is about. */
const hasNoError = (value: Value): boolean => value === undefined || typeof value === 'boolean' || isNoError(value);
const isEmpty = (value: Value): boolean => value === undefined || value === null || value === '';
const scalar = (value: Value): string | null => (value === '' ? null : (scalarText(value) ?? null));
const identifier = (value: Value): string | null => (value === '' ? null : (identifierText(value) ?? null));
const wholeNumber = (value: Value): string | null => wholeNumberText(value) ?? null;
// Records of one block stand together, and nearly all of an account's have the same address.
const [blockHash, addressHex] = [sameAgain(normaliseHash), sameAgain(normaliseHex)];
const hex = (value: Value, normalise = normaliseHash): string | null =>
  typeof value === 'string' ? normalise(value) : null;
const time = (value: Value): string | null => (typeof value === 'string' ? parseServiceTime(value) : null);
// Not every network's addresses are hex, and those that are not tell upper from lower case.
const address = (value: Value): string | null =>
  typeof value === 'string' && value !== '' ? (addressHex(value) ?? value) : null;
const errorText = (value: Value): string | null =>
  scalarText(value) ?? (typeof value === 'object' ? JSON.stringify(value) : null);

/** A function that knows its last answer. */
function sameAgain(answer: (text: string) => string | null): (text: string) => string | null {
  let [last, known] = ['', answer('')];
  return (text) => {
    if (text !== last) [last, known] = [text, answer(text)];
    return known;
  };
}

/** Nothing has a hash of zeros only: it stands where there is none yet. */
function normaliseHash(text: string): string | null {
  const normal = normaliseHex(text);
  return normal === null || /^0x0+$/.test(normal) ? null : normal;
}

function phaseOf(json: JsonObject, block: string | null, error: string | null): RecordPhase {
  const state = typeof json.state === 'string' ? json.state.toLowerCase() : '';
  if (error !== null || state === 'error' || state === 'failed') return 'failed';
  // No word, here or in the place of the block's hash, can be checked by anybody.
  return block === null ? 'pending' : 'in-block';
}

/** What is null on one level may be filled on the other. */
function withoutNulls(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}
