import { hasOneMeaning } from '../../shared/json-text.ts';
import type { RecordPhase, SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import { CREDITS } from '../../shared/submissions/cost.ts';
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
 * Parses all answers of a service. Each parser takes the text of a body, accepts every shape that the contract and
 * known deployments use, and returns null for the rest. None throws.
 */

export function parseSubmission(body: string): SubmissionRecord | null {
  return readAs(body, readSubmissionRecord);
}

/** Reads a list of submission records. One unreadable record makes the whole list unreadable, so that none is missed. */
export function parseSubmissions(body: string): SubmissionRecord[] | null {
  return readAs(body, (json) => readList(json, readSubmissionRecord));
}

/** A balance of credits: that of the account, or that of one of its apps. */
export type CreditPurse = {
  /** The app's id; null for the account's own balance. */
  readonly appId: string | null;
  readonly userId: string | null;
  /** Whole credits as decimal text. A fraction of a credit cannot be spent; `extra` has the service's text. */
  readonly balance: string;
  /** All fields, as compact JSON text. */
  readonly extra: Readonly<Record<string, string>>;
};

/** Reads `{data: {id, credit_balance, …}}`: the account's own balance. */
export function parseUser(body: string): CreditPurse | null {
  return readAs(body, (json) => {
    const user = isObject(json) && isObject(json.data) ? json.data : json;
    return isObject(user) ? readPurse(user, null) : null;
  });
}

/** Reads a list of apps under the same rule as records. */
export function parseApps(body: string): CreditPurse[] | null {
  return readAs(body, (json) =>
    readList(json, (app) => {
      const id = isObject(app) ? identifierText(app.id) : undefined;
      return isObject(app) && id !== undefined ? readPurse(app, id) : null;
    }),
  );
}

function readPurse(json: JsonObject, appId: string | null): CreditPurse | null {
  const balance = /^-?\d{1,80}(?=\.\d*$|$)/.exec(scalarText(json.credit_balance) ?? '')?.[0];
  if (balance === undefined) return null;
  const userId = identifierText(appId === null ? json.id : json.user_id) ?? null;
  return { appId, userId, balance: BigInt(balance).toString(), extra: untakenFields(json, new Set()) };
}

export type SubmissionListReader = ListReader<SubmissionRecord>;

/** Reads a list of submission records under the same rule while its bytes arrive, about `atOnce` bytes at a time. */
export function submissionsReader(atOnce?: number): SubmissionListReader {
  return new ListInParts(readSubmissionRecord, atOnce);
}

/** Reads a list of token records under the same rule. */
export function parseTokens(body: string): TokenRecord[] | null {
  return readAs(body, (json) => readList(json, readTokenRecord));
}

export function parseTokenMap(body: string): TokenName[] | null {
  return readAs(body, readTokenMap);
}

/**
 * Reads the submission id of a receipt (`{"submission_id"}`, also inside `data`). Returns null if the answer reports a
 * failure or contains a member name twice.
 */
export function parseReceipt(body: string): string | null {
  const id = readAs(body, (json) => (statesRefusal(json) ? null : receiptId(json)));
  return id !== null && hasOneMeaning(body, 'any') ? id : null;
}

/** An order of credits, as the service lists it. */
export type CreditOrderRecord = {
  /** A whole number. */
  readonly orderId: string;
  readonly chainId: string | null;
  /** `unclear`: a word that is not known, or none. */
  readonly status: 'pending' | 'included' | 'completed' | 'failed' | 'unclear';
  readonly txHash: string | null;
  /** The credits that it added, as decimal text; null until it is completed. */
  readonly credits: string | null;
  readonly createdAt: string | null;
};

/** Reads a list of orders of credits. One unreadable order makes the whole list unreadable. */
export function parseCreditOrders(body: string): CreditOrderRecord[] | null {
  return readAs(body, (json) => readList(json, readCreditOrder));
}

/** Reads the order in the answer to its registration. */
export function parseCreditOrder(body: string): CreditOrderRecord | null {
  return readAs(body, (json) =>
    isObject(json) && !statesRefusal(json) ? readCreditOrder(json.id === undefined ? (json.data ?? null) : json) : null,
  );
}

/** Reads a health answer: `{"status": "OK", "message"}`. */
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
 * Reads a submission record: bare, as `{"submission": {…}}`, or with the service's state and error beside it and more
 * fields in `data`. Null if it contains no identifier. A known field with an unexpected value is kept in `extra` like an
 * unknown one.
 */
export function readSubmissionRecord(json: JsonValue): SubmissionRecord | null {
  if (!isObject(json)) return null;
  const inner = json.submission;
  if (isObject(inner)) {
    const { submission: _, data, ...beside } = json;
    const more = isObject(data) ? withoutNulls(data) : {};
    return readFlat({ ...more, ...withoutNulls(beside), ...withoutNulls(inner) });
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
  const hasCreditFields =
    !isMissing(json.app_id) || json.converted_fees !== undefined || json.data_billed !== undefined;
  const inCredits = isMissing(json.token_details_id) && hasCreditFields;
  const billed = isMissing(json.converted_fees) ? json.data_billed : json.converted_fees;
  const record = {
    id,
    userId: scalar(json.user_id),
    tokenDetailsId: inCredits ? CREDITS : (wholeNumber(json.token_details_id) ?? identifier(json.token_details_id)),
    extrinsicIndex: wholeNumber(isMissing(json.extrinsic_index) ? json.tx_index : json.extrinsic_index),
    amountData: scalar(json.amount_data),
    fees: inCredits ? (wholeNumber(billed) ?? scalar(billed)) : scalar(json.fees),
    toAddress: address(json.to_address),
    blockHash: block,
    dataHash: hex(json.data_hash),
    txHash: hex(json.tx_hash),
    createdAt: time(json.created_at),
    phase: phaseOf(json, block, error),
    error,
    extra: noFields,
  };
  const taken = inCredits ? creditFieldNames : fieldNames;
  const untaken: [string, string][] = [];
  for (const name in json) {
    const field = taken.get(name) ?? (name === idName ? 'id' : undefined);
    // Empty values and values already in the record need not be kept.
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

/** In a record of a service with credits, `fees` is not what the user pays. */
const creditFieldNames: typeof fieldNames = new Map([
  ...[...fieldNames].filter(([name]) => name !== 'fees'),
  ['converted_fees', 'fees'],
  ['data_billed', 'fees'],
  ['tx_index', 'extrinsicIndex'],
]);

type Value = JsonValue | undefined;

/** A boolean does not say what failed, so it is ignored. */
const hasNoError = (value: Value): boolean => value === undefined || typeof value === 'boolean' || isNoError(value);
const isMissing = (value: Value): boolean => value === undefined || value === null || value === '';
const scalar = (value: Value): string | null => (value === '' ? null : (scalarText(value) ?? null));
const identifier = (value: Value): string | null => (value === '' ? null : (identifierText(value) ?? null));
const wholeNumber = (value: Value): string | null => wholeNumberText(value) ?? null;
// Records of one block are adjacent, and nearly all records of an account have the same address.
const [blockHash, addressHex] = [sameAgain(normaliseHash), sameAgain(normaliseHex)];
const hex = (value: Value, normalise = normaliseHash): string | null =>
  typeof value === 'string' ? normalise(value) : null;
const time = (value: Value): string | null => (typeof value === 'string' ? parseServiceTime(value) : null);
// Some networks' addresses are not hex, and those are case-sensitive.
const address = (value: Value): string | null =>
  typeof value === 'string' && value !== '' ? (addressHex(value) ?? value) : null;
const errorText = (value: Value): string | null =>
  scalarText(value) ?? (typeof value === 'object' ? JSON.stringify(value) : null);

/** Returns a function that caches its last result. */
function sameAgain(answer: (text: string) => string | null): (text: string) => string | null {
  let [last, known] = ['', answer('')];
  return (text) => {
    if (text !== last) [last, known] = [text, answer(text)];
    return known;
  };
}

/** A hash of zeros means that there is none yet. */
function normaliseHash(text: string): string | null {
  const normal = normaliseHex(text);
  return normal === null || /^0x0+$/.test(normal) ? null : normal;
}

function phaseOf(json: JsonObject, block: string | null, error: string | null): RecordPhase {
  const state = typeof json.state === 'string' ? json.state.toLowerCase() : '';
  if (error !== null || state === 'error' || state === 'failed') return 'failed';
  // Only a block hash can be verified. A state such as "finalized" without one counts as pending.
  return block === null ? 'pending' : 'in-block';
}

/** Removes null members, because the other level may contain their values. */
function withoutNulls(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

/** Reads a token of the account; null if its address, identifier or balance cannot be read exactly. */
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

const orderStatuses: ReadonlyMap<string, CreditOrderRecord['status']> = new Map([
  ['pending', 'pending'],
  ['included', 'included'],
  ['completed', 'completed'],
  ['processed', 'completed'],
  ['failed', 'failed'],
]);

function readCreditOrder(json: JsonValue): CreditOrderRecord | null {
  if (!isObject(json)) return null;
  const orderId = wholeNumberText(json.id);
  if (orderId === undefined || !/^\d{1,20}$/.test(orderId)) return null;
  const chainId = wholeNumber(json.chain_id);
  return {
    orderId,
    chainId: chainId !== null && /^\d{1,20}$/.test(chainId) ? chainId : null,
    status: orderStatuses.get((scalarText(json.request_status) ?? '').trim().toLowerCase()) ?? 'unclear',
    txHash: hex(json.tx_hash),
    credits: wholeNumber(json.amount_credit) ?? scalar(json.amount_credit),
    createdAt: time(json.created_at),
  };
}

/**
 * Reads token names: `{name: "0x…"}` or `{name: {token_address, token_decimals}}`, bare, in `token_map` or in `data`. They
 * may be nested by chain id: `{"11155111": {name: …}}`.
 */
function readTokenMap(json: JsonValue): TokenName[] | null {
  if (!isObject(json)) return null;
  let map = json;
  for (let inner: JsonObject | null = json; inner !== null; inner = wrappedMap(map.token_map) ?? wrappedMap(map.data))
    map = inner;
  const entries = Object.entries(map);
  const names = entries.flatMap(([name, value]) => {
    if (!/^\d{1,20}$/.test(name) || wrappedMap(value) === null) return readTokenName(name, value) ?? [];
    const ofChain = Object.entries(wrappedMap(value) ?? {});
    return ofChain.flatMap(([ownName, token]) => {
      const read = readTokenName(ownName, token);
      return read === null ? [] : { ...read, chainId: name };
    });
  });
  return names.length === 0 && entries.length > 0 ? null : names;
}

/** A token may be called `data`. An entry has an address, a wrapper does not. */
function wrappedMap(value: JsonValue | undefined): JsonObject | null {
  return isObject(value) && value.token_address === undefined ? value : null;
}

function readTokenName(name: string, value: JsonValue): TokenName | null {
  const address = isObject(value) ? value.token_address : value;
  const tokenAddress = typeof address === 'string' ? normaliseHex(address) : null;
  if (tokenAddress === null || [tokenAddress, name].some((text) => text.length > LONGEST_IDENTIFIER)) return null;
  const decimals = isObject(value)
    ? Number(wholeNumberText(value.token_decimals ?? value.decimals) ?? Number.NaN)
    : Number.NaN;
  return { name, tokenAddress, decimals: decimals >= 0 && decimals <= 36 ? decimals : null };
}

/** Returns the fields that were not read, as compact JSON text by name. */
function untakenFields(json: JsonObject, taken: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !taken.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );
}
