import { LONGEST_TOKEN_NAME } from '../../shared/bridge/accounts.ts';
import { hasOneMeaning } from '../../shared/json-text.ts';
import type { RecordPhase, SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import { readRecordId, readSubmissionId } from '../../shared/submissions/submission-id.ts';
import { normaliseHex } from '../../shared/text.ts';
import { parseServiceTime } from '../../shared/time.ts';
import { ListInParts, type ListReader, listEntries } from './list-reader.ts';
import {
  identifierText,
  isObject,
  type JsonObject,
  type JsonValue,
  LONGEST_IDENTIFIER,
  readAs,
  scalarText,
  wholeNumberText,
} from './lossless-json.ts';
import { isNoError, statesRefusal } from './statements.ts';

/**
 * The one parser of everything that a service answers. It takes the text of a body, never throws, accepts every shape
 * that the contract and known deployments use, and says `null` to the rest.
 */

/** One submission record (bare or wrapped). */
export function parseSubmission(body: string): SubmissionRecord | null {
  return readAs(body, readSubmissionRecord);
}

/** A list of submission records. One that cannot be read makes the whole list unreadable: none may go missing. */
export function parseSubmissions(body: string): SubmissionRecord[] | null {
  return readAs(body, (json) => readList(json, readSubmissionRecord));
}

export type SubmissionListReader = ListReader<SubmissionRecord>;

/** Reads a list of submission records, under the same rule, while its bytes arrive, in parts of some `atOnce` bytes. */
export function submissionsReader(atOnce?: number): SubmissionListReader {
  return new ListInParts(readSubmissionRecord, atOnce);
}

/** A list of token records, under the same rule. */
export function parseTokens(body: string): TokenRecord[] | null {
  return readAs(body, (json) => readList(json, readTokenRecord));
}

/** The token names that the service knows. */
export function parseTokenMap(body: string): TokenName[] | null {
  return readAs(body, readTokenMap);
}

/**
 * The submission id of a receipt (`{"submission_id"}`, also inside `data`). An answer that says of itself that it failed, or
 * names one member twice, is none.
 */
export function parseReceipt(body: string): string | null {
  const id = readAs(body, (json) => (statesRefusal(json) ? null : receiptId(json)));
  return id !== null && hasOneMeaning(body, 'any') ? id : null;
}

/** The health answer's own words: `{"status": "OK", "message"}`. */
export function parseHealth(body: string): { readonly status: string; readonly message: string | null } | null {
  return readAs(body, (json) => {
    if (!isObject(json) || typeof json.status !== 'string') return null;
    return { status: json.status, message: scalarText(json.message) ?? null };
  });
}

function receiptId(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  return ownId(json) ?? (isObject(json.data) ? receiptId(json.data) : null);
}

function ownId({ submission_id }: JsonObject): string | null {
  return readSubmissionId(scalarText(submission_id) ?? '');
}

function readList<Entry>(json: JsonValue, readEntry: (entry: JsonValue) => Entry | null): Entry[] | null {
  const entries: Entry[] = [];
  for (const entry of listEntries(json) ?? [null]) {
    const value = readEntry(entry);
    if (value === null) return null;
    entries.push(value);
  }
  return entries;
}

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
  const idName = isMissing(json.id) ? 'submission_id' : 'id';
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
    if (field !== undefined && (record[field] !== null || isMissing(json[name]))) continue;
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
const isMissing = (value: Value): boolean => value === undefined || value === null || value === '';
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

/** One token of the account, or null when its address, identifier or balance cannot be read exactly. */
function readTokenRecord(json: JsonValue): TokenRecord | null {
  if (!isObject(json)) return null;
  const tokenDetailsId = wholeNumberText(json.token_details_id) ?? identifierText(json.token_details_id);
  const address = identifierText(json.token_address);
  const tokenBalance = wholeNumberText(json.token_balance);
  if (tokenDetailsId === undefined || address === undefined || tokenBalance === undefined) return null;
  const userId = scalarText(json.user_id);
  const taken = new Set(['token_details_id', 'token_address', 'token_balance']);
  if (userId !== undefined || json.user_id === null) taken.add('user_id');
  return {
    tokenDetailsId,
    userId: userId ?? null,
    tokenAddress: normaliseHex(address) ?? address,
    tokenBalance,
    extra: untakenFields(json, taken),
  };
}

/** The token names: `{name: "0x…"}`, or `{name: {token_address, token_decimals}}` bare, in `token_map` or in `data`. */
function readTokenMap(json: JsonValue): TokenName[] | null {
  if (!isObject(json)) return null;
  let map = json;
  for (let inner: JsonObject | null = json; inner !== null; inner = wrappedMap(map.token_map) ?? wrappedMap(map.data))
    map = inner;
  const entries = Object.entries(map);
  const names = entries.flatMap(([name, value]) => readTokenName(name, value) ?? []);
  return names.length === 0 && entries.length > 0 ? null : names;
}

/** A token may itself be called `data`: an entry has an address, a wrapper has none. */
function wrappedMap(value: JsonValue | undefined): JsonObject | null {
  return isObject(value) && value.token_address === undefined ? value : null;
}

function readTokenName(name: string, value: JsonValue): TokenName | null {
  const address = isObject(value) ? value.token_address : value;
  const tokenAddress = typeof address === 'string' ? normaliseHex(address) : null;
  if (tokenAddress === null || tokenAddress.length > LONGEST_IDENTIFIER || name.length > LONGEST_TOKEN_NAME)
    return null;
  const decimals = isObject(value)
    ? Number(wholeNumberText(value.token_decimals ?? value.decimals) ?? Number.NaN)
    : Number.NaN;
  return { name, tokenAddress, decimals: decimals >= 0 && decimals <= 36 ? decimals : null };
}

/** The fields of a record that nobody took, as compact JSON text by name. */
function untakenFields(json: JsonObject, taken: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !taken.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );
}
