import type { IncomingHttpHeaders } from 'node:http';
import { hasOneMeaning } from '../../shared/json-text.ts';
import { meansNoId, readSubmissionId } from '../../shared/submissions/submission-id.ts';
import type { Answer } from './answer.ts';
import {
  isEmpty,
  isObject,
  type JsonObject,
  type JsonValue,
  plainName,
  readJson,
  scalarText,
  walk,
} from './lossless-json.ts';
import { hasErrorWords, statesProgress, statesSuccess } from './statements.ts';

/** What only something that was taken is given. `id`: what it is called by there; null where that cannot be read. */
export type AcceptanceSign = { readonly id: string | null };

/** What an answer that is no receipt says of an acceptance all the same, in its body or its headers. */
export function acceptanceIn({ body, headers }: Answer): AcceptanceSign | null {
  const inBody = acceptanceSign(body.toString('utf8'));
  return inBody !== null && inBody.id !== null ? inBody : (signInHeaders(headers) ?? inBody);
}

/**
 * Looks for what an answer that is no receipt may yet say of an acceptance: an id of a submission under any name and at
 * any place, a record, a success. Services and gateways have more shapes than anybody knows, so all of the answer is gone
 * through. The ids that ordinary errors have (of the request, a trace, a user) are none.
 */
export function acceptanceSign(text: string): AcceptanceSign | null {
  const body = text.trim();
  if (isUuid(body)) return signOf(readSubmissionId(body));
  const json = readJson(body);
  if (json === undefined) return signOf(idOfBrokenJson(body)) ?? signInWords(body);
  const sign = signInJson(json);
  if (sign !== null && sign.id !== null) return sign;
  // The parser takes the last of two members of a name.
  const other = hasOneMeaning(body, 'any') ? null : (signOf(idOfBrokenJson(body)) ?? signInWords(body));
  return other ?? sign;
}

/** In all of an answer that is no JSON, or is none any more. */
function signInWords(body: string): AcceptanceSign | null {
  const id = idInWords(body, 'whole');
  // Half an id is none that could be asked for.
  return id !== null && /^[{[]/.test(body) && body.endsWith(id) ? { id: null } : signOf(id);
}

const signOf = (id: string | null): AcceptanceSign | null => (id === null ? null : { id });

/** A value, and what stands around it. */
type Found = {
  readonly value: JsonValue;
  readonly name: string;
  /** Nothing but lists and wrappers is around it: a receipt or a record would stand here. */
  readonly inPlace: boolean;
  readonly error: boolean;
  readonly success: boolean;
};

/** No error has as many values. Looking at more would hold up everything else, and so they count as unread. */
const MOST_VALUES = 20_000;

/** The first id wins over signs without one. */
function signInJson(value: JsonValue): AcceptanceSign | null {
  let unread: AcceptanceSign | null = null;
  let values = 1;
  const counted = (found: Found): readonly Found[] => {
    const inner = within(found);
    values += inner.length;
    // One is enough to tell that there are too many.
    return values > MOST_VALUES ? inner.slice(0, 1) : inner;
  };
  for (const found of walk<Found>({ value, name: '', inPlace: true, error: false, success: false }, counted)) {
    if (values > MOST_VALUES) return { id: null };
    const sign = signAt(found);
    if (sign !== null && sign.id !== null) return sign;
    unread ??= sign;
  }
  return unread;
}

function within(found: Found): Found[] {
  const { value } = found;
  if (Array.isArray(value)) return value.map((entry: JsonValue) => ({ ...found, value: entry }));
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? readJson(value) : undefined;
    return inner === undefined ? [] : [{ ...found, value: inner }];
  }
  if (!isObject(value)) return [];
  const error = found.error || hasErrorWords(value);
  const success = found.success || statesSuccess(value);
  return Object.entries(value).map(([name, member]) => {
    const plain = plainName(name);
    return { value: member, name: plain, inPlace: found.inPlace && wrappers.test(plain), error, success };
  });
}

function signAt(found: Found): AcceptanceSign | null {
  const { value, name, inPlace, error } = found;
  if (isObject(value)) return signOfObject(value, found);
  const text = scalarText(value)?.trim() ?? '';
  if (text === '') return null;
  if (submissionIdNames.test(name)) return isGiven(text, !inPlace || error) ? { id: readSubmissionId(text) } : null;
  if (submissionNames.test(name) || (inPlace && name === ''))
    return isUuid(text) ? signOf(readSubmissionId(text)) : null;
  return typeof value === 'string' ? signOf(idInWords(value, 'in-json')) : null;
}

function signOfObject(json: JsonObject, { name, inPlace, error, success }: Found): AcceptanceSign | null {
  const ownId = scalarText(firstOf(json, ownIdNames))?.trim() ?? '';
  const given = signOf(readSubmissionId(ownId));
  const receipt = Object.entries(json).find(([member]) => submissionIdNames.test(plainName(member)));
  if (inPlace && receipt !== undefined) {
    const text = scalarText(receipt[1])?.trim() ?? '';
    if (isGiven(text, error || hasErrorWords(json))) return { id: readSubmissionId(text) };
  }
  const key = submissionNames.test(name) ? Object.keys(json).find(isUuid) : undefined;
  if (key !== undefined) return { id: key };
  if (given !== null) {
    if (submissionNames.test(name) || has(json, recordNames)) return given;
    const accepts = statesSuccess(json) || statesProgress(json) || success;
    const refuses = error || hasErrorWords(json);
    if (inPlace && (accepts || (!refuses && /\d/.test(ownId)))) return given;
  }
  if (has(json, blockNames) || (inPlace && name === '' && statesSuccess(json))) return { id: null };
  return null;
}

/** Beside an error, or elsewhere, words may stand there: that there is none, or what is wrong with a field of that name. */
function isGiven(text: string, mayBeWords: boolean): boolean {
  if (meansNoId(text) || (mayBeWords && !/\d/.test(text))) return false;
  return !/\s/.test(text) || readSubmissionId(text) === null;
}

const submissionIdNames =
  /(?:submission|submit|expenditure|receipt|record|upload|blob|job|task)s?(?:id|uuid|guid|no|nr|number|ref|reference)s?$/;
const submissionNames =
  /^(?:raw|data|new|last|your|the|existing)*(?:submission|expenditure|receipt)(?:data|record|info)?s?$/;
const wrappers =
  /^(?:data|results?|response|payload|body|value|output|content|items?|entry|entries|records?|attributes|.*(?:submission|expenditure|receipt)s?)$/;
const ownIdNames: ReadonlySet<string> = new Set(['id', 'uuid', 'guid']);
/** What a record has beside its id and no error has. */
const recordNames: ReadonlySet<string> = new Set([
  'tokendetailsid',
  'amountdata',
  'datahash',
  'toaddress',
  'paymenttoken',
]);
/** What is known once it is in a block. */
const blockNames: ReadonlySet<string> = new Set(['txhash', 'blockhash', 'extrinsicindex']);
/** The first member of one of these names. */
function firstOf(json: JsonObject, names: ReadonlySet<string>): JsonValue | undefined {
  return Object.entries(json).find(([name]) => names.has(plainName(name)))?.[1];
}

function has(json: JsonObject, names: ReadonlySet<string>): boolean {
  return Object.entries(json).some(([name, value]) => names.has(plainName(name)) && !isEmpty(value));
}

const idName = /^(?:x-)?(?:[a-z]+-)?(?:submission|expenditure|receipt)-?(?:id|uuid|guid|number|reference)$/;
const idParameter = /submission[\W_]*(?:id|uuid|guid|number|reference)?$/i;
const ofSubmissions = /^(?:submissions?|expenditures?|receipts?|get_submission_info|get_pre_image)$/i;
/** What a service or a gateway may point to that is not what was taken. */
const ofOthers =
  /^(?:errors?|incidents?|problems?|requests?|traces?|users?|accounts?|tenants?|sessions?|support|help)$/i;

function signInHeaders(headers: IncomingHttpHeaders): AcceptanceSign | null {
  for (const [name, value] of Object.entries(headers)) {
    const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
    const id = idName.test(name) ? readSubmissionId(text) : null;
    if (id !== null) return { id };
  }
  const locations = [headers.location, headers['content-location'], headers['operation-location']];
  for (const location of locations.flat()) {
    const sign = signInLocation(location);
    if (sign !== null) return sign;
  }
  return null;
}

/** Where what was taken would be found. */
function signInLocation(location: string | undefined): AcceptanceSign | null {
  const url = location === undefined ? null : URL.parse(location, 'http://service.invalid');
  if (url === null) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const [id = '', before = ''] = parts.toReversed();
  for (const [name, value] of url.searchParams) {
    const isNamed = idParameter.test(name) || (name === 'id' && ofSubmissions.test(id));
    const given = isNamed ? readSubmissionId(value) : null;
    if (given !== null) return { id: given };
  }
  // What is told of it may stand below it.
  const within = parts.find((part, at) => isUuid(part) && ofSubmissions.test(parts[at - 1] ?? ''));
  if (within !== undefined) return { id: readSubmissionId(within) };
  const isOne = isUuid(id) ? !ofOthers.test(before) : ofSubmissions.test(before) && /\d/.test(id);
  return isOne ? { id: readSubmissionId(id) } : null;
}

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])';
const wholeUuid = new RegExp(`^(?:${uuid})$`, 'i');

export const isUuid = (text: string): boolean => wholeUuid.test(text);

const named = new RegExp(
  `(?:submission|expenditure|receipt)[\\W_]{0,3}(?:id|uuid|guid|number|reference)\\W{1,12}(?:value\\W{1,3})?(${uuid})`,
  'i',
);
const shortAndNamed = /submission[\W_]?id\W{1,12}(?=[a-z-]{0,40}\d)([a-z0-9][\w-]{0,100})/i;
const submission = new RegExp(`(?:submission|expenditure|receipt)[^\\w,;]{1,6}(?:id[^\\w,;]{1,6})?(${uuid})`, 'i');
const accepted = new RegExp(
  `(?<!\\b(?:not|never|be|n['’]t)\\s)\\b(?:accepted|submitted|stored|queued)\\b(?:\\W{1,6}(?:as|with|under|id|submission)){0,4}\\W{1,12}(${uuid})`,
  'i',
);
const recordField = /["']?(?:token_?details_?id|amount_?data|extrinsic_?index|tx_?hash|block_?hash)["']?\s*[:=>]/i;
const ownId = new RegExp(`\\b(?:id|uuid)["']?\\s*[:=>]\\s*["']?(${uuid})`, 'i');

/** An id that words call a submission's. `whole`: the text is all of an answer that is no JSON, and may be a page or XML. */
function idInWords(text: string, kind: 'whole' | 'in-json'): string | null {
  for (const pattern of [named, shortAndNamed, submission, accepted]) {
    const [, id] = pattern.exec(text) ?? [];
    const read = readSubmissionId(id ?? '');
    if (read !== null) return read;
  }
  return kind === 'whole' && recordField.test(text) ? readSubmissionId(ownId.exec(text)?.[1] ?? '') : null;
}

const idMember = /"submission_?id"\s*:\s*(?:"([^"\\]{1,400})"|(\d{1,200})(?=\s*[,}]))/i;

/** From JSON that broke off, or names a member twice. */
function idOfBrokenJson(text: string): string | null {
  const [, words, digits] = idMember.exec(text) ?? [];
  return readSubmissionId(words ?? digits ?? '');
}
