import { hasOneMeaning } from '../../../shared/one-meaning.ts';
import { meansNoId, readSubmissionId } from '../../../shared/submission-id.ts';
import { idInWords, idOfBrokenJson, isUuid } from './id-in-words.ts';
import { isEmpty, isObject, type JsonObject, type JsonValue, readJson, scalarText } from './lossless-json.ts';
import { refuses } from './refusal.ts';

/** What only something that was taken is given. `id`: what it is called by there; null where that cannot be read. */
export type AcceptanceSign = { readonly id: string | null };

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

/** Without recursion, however deep it is. The first id wins over signs without one. */
function signInJson(whole: JsonValue): AcceptanceSign | null {
  const open: Found[] = [{ value: whole, name: '', inPlace: true, error: false, success: false }];
  let unread: AcceptanceSign | null = null;
  let values = 1;
  for (let found = open.pop(); found !== undefined; found = open.pop()) {
    const sign = signAt(found);
    if (sign !== null && sign.id !== null) return sign;
    unread ??= sign;
    const inner = within(found);
    values += inner.length;
    if (values > MOST_VALUES) return { id: null };
    open.push(...inner);
  }
  return unread;
}

/** In the order in which they are taken from the end. */
function within(found: Found): Found[] {
  const { value } = found;
  if (Array.isArray(value)) return value.map((entry: JsonValue) => ({ ...found, value: entry })).reverse();
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? readJson(value) : undefined;
    return inner === undefined ? [] : [{ ...found, value: inner }];
  }
  if (!isObject(value)) return [];
  const error = found.error || hasErrorWords(value);
  const success = found.success || statesSuccess(value);
  return Object.entries(value)
    .map(([name, member]) => {
      const plain = plainName(name);
      return { value: member, name: plain, inPlace: found.inPlace && wrappers.test(plain), error, success };
    })
    .reverse();
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

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

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
const errorNames: ReadonlySet<string> = new Set([
  'error',
  'errors',
  'errormessage',
  'message',
  'msg',
  'code',
  'title',
  'detail',
  'details',
  'reason',
  'description',
  'fault',
]);

function firstOf(json: JsonObject, names: ReadonlySet<string>): JsonValue | undefined {
  return Object.entries(json).find(([name]) => names.has(plainName(name)))?.[1];
}

function has(json: JsonObject, names: ReadonlySet<string>): boolean {
  return Object.entries(json).some(([name, value]) => names.has(plainName(name)) && !isEmpty(value));
}

export function hasErrorWords(json: JsonObject): boolean {
  return !statesSuccess(json) && (has(json, errorNames) || refuses(json));
}

const stateWords = ({ state, status, result }: JsonObject): string[] =>
  [state, status, result].flatMap((word) => (typeof word === 'string' ? [word.trim()] : []));

export function statesSuccess(json: JsonObject): boolean {
  const taken = /^(?:success|successful|succeeded|accepted|submitted|finali[sz]ed)$/i;
  return json.success === true || json.accepted === true || stateWords(json).some((word) => taken.test(word));
}

export function statesProgress(json: JsonObject): boolean {
  const onItsWay =
    /^(?:pending|queued|created|received|processing|registered|stored|scheduled|in.?progress|in.?block|ok)$/i;
  return stateWords(json).some((word) => onItsWay.test(word));
}
