import type { Answer } from './answer.ts';
import {
  isEmpty,
  isObject,
  type JsonObject,
  type JsonValue,
  plainName,
  readAs,
  scalarText,
  walk,
} from './lossless-json.ts';

/*
 * What an answer says of itself, by the words that services and gateways have for it: that it failed, that something was
 * taken, that it is on its way. All that decide about money or lists ask here, so that they know the same words.
 */

/** What gateways and services put around what they say. */
const wrappers = /^(?:data|results?|response|payload|body|(?:funds?)?(?:deposit|request)s?)$/;
/** What is nested deeper is taken for unread. */
const DEEPEST = 5;

const errorNames = /^(?:errors?|errormessages?|errorcode|fault|exception)$/;
const successNames = /^(?:success|successful|succeeded|accepted|registered|deposited|credited|ok)$/;
const stateNames = /^(?:state|status|result|outcome|code|type)$/;
const statusNames = /^(?:http)?(?:status|statuscode|code)$/;
/** Where an error is told of, whatever it is called. */
const complaintNames = /^(?:errors?|errormessage|message|msg|code|title|details?|reason|description|fault)$/;

/** Also longer ones that begin so: services write `failed_validation` and `ERROR: …`. */
const refusals =
  /^\W*(?:err|fail|reject|refus|den(?:y|ied)|declin|unauthori|forbidden|invalid|unsuccess|abort|cancel|exception|not(?![a-z]|[\W_]*(?:yet|final|confirmed|included|in.?block))|ko\b|nok\b)/i;
/** What stands in the place of an error where nothing failed: services write it in many ways. */
const noError =
  /^(?:none|null|nil|undefined|no|ok|false|success|0+|-|n\.?\/?a|no errors?|nothing|not applicable|\[\]|\{\})?\.?$/i;
const successes = /^(?:success|successful|succeeded|accepted|submitted|finali[sz]ed)$/i;
const onItsWay =
  /^(?:pending|queued|created|received|processing|registered|stored|scheduled|in.?progress|in.?block|ok)$/i;

/** A member's name without digits too: `error2` is one. */
export const wordOf = (name: string): string => plainName(name).replace(/\d/g, '');

/** The value itself, and all that is in nothing but lists and wrappers; null where that is nested too deep. */
export function inPlace(json: JsonValue): readonly JsonValue[] | null {
  const all: JsonValue[] = [];
  const whole = { value: json, depth: 0 };
  for (const { value, depth } of walk(whole, (one) =>
    wrapped(one.value).map((value) => ({ value, depth: one.depth + 1 })),
  )) {
    if (depth > DEEPEST) return null;
    all.push(value);
  }
  return all;
}

function wrapped(json: JsonValue): readonly JsonValue[] {
  if (Array.isArray(json)) return json;
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    wrappers.test(wordOf(name)) && typeof value === 'object' && value !== null ? [value] : [],
  );
}

/**
 * Whether an answer says of itself that it failed, whatever its status and in any of the shapes that services and their
 * gateways have for it: an error, no success, a state, or the number of another status.
 */
export function statesRefusal(json: JsonValue): boolean {
  const all = inPlace(json);
  return all === null || all.some((one) => isObject(one) && refuses(one));
}

/** Whether it says so by its own members, whatever those hold. */
export function refuses(json: JsonObject): boolean {
  return Object.entries(json).some(([name, value]) => {
    const word = wordOf(name);
    if (errorNames.test(word)) return !isNoError(value);
    const text = typeof value === 'boolean' ? String(value) : (scalarText(value)?.trim() ?? '');
    if (successNames.test(word)) return /^(?:false|no|0)$/i.test(text);
    return (stateNames.test(word) && refusals.test(text)) || (statusNames.test(word) && /^[45]\d\d$/.test(text));
  });
}

/** Whether what stands for an error says that there is none: also an object or a list of nothing but such words. */
export function isNoError(value: JsonValue, depth = 0): boolean {
  if (value === null || value === false) return true;
  const text = scalarText(value);
  if (text !== undefined) return noError.test(text.trim());
  if (value === true || depth > DEEPEST) return false;
  return Object.values(value).every((each) => isNoError(each, depth + 1));
}

/** Whether it refuses, or tells of what may be an error, and of no success. */
export function hasErrorWords(json: JsonObject): boolean {
  if (statesSuccess(json)) return false;
  return (
    refuses(json) ||
    Object.entries(json).some(([name, value]) => complaintNames.test(plainName(name)) && !isEmpty(value))
  );
}

export function statesSuccess(json: JsonObject): boolean {
  return json.success === true || json.accepted === true || stateWords(json).some((word) => successes.test(word));
}

export function statesProgress(json: JsonObject): boolean {
  return stateWords(json).some((word) => onItsWay.test(word));
}

const stateWords = ({ state, status, result }: JsonObject): string[] =>
  [state, status, result].flatMap((word) => (typeof word === 'string' ? [word.trim()] : []));

/** What the service says about an error in a known error body; null when the body is none. */
export function parseErrorBody(body: string): string | null {
  return readAs(body, statedError);
}

/** A success status over a body that says of itself that it failed, and is no record of what did. */
export function saysError(body: string): boolean {
  return readAs(body, (json) => (isObject(json) && !isObject(json.submission) && refuses(json) ? true : null)) ?? false;
}

/**
 * The service's own words about an error, in any of the known bodies: `{error}`, `{status: "error", message}`,
 * `{state: "ERROR", error | message}`. Null when the body is none of them: a gateway's `{"status": 404}` is no word on what
 * was asked.
 */
function statedError(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  const { error } = json;
  const words = typeof error === 'string' ? error : isObject(error) ? scalarText(error.message) : undefined;
  if (words !== undefined && words.trim() !== '') return words.trim();
  return statesError(json) ? (scalarText(json.message)?.trim() ?? '') : null;
}

function statesError({ state, status }: JsonObject): boolean {
  return [state, status].some((word) => typeof word === 'string' && /^(error|failed|failure)$/i.test(word));
}

/** What routers, gateways and services say in an error body when it is the address that they do not know. */
const aboutThePath =
  /^(404\W*)?(not found|method not allowed)\W*$|^cannot (get|post)\b|\b(route|path|endpoint|url|uri)\b/i;

/**
 * Whether an answer says that nothing is at this path, so that another form of it may be tried. A 404 or 405 in the
 * service's own error body is its word on what was asked (an unknown token, an unknown id), and asking again under
 * another path would be asking twice.
 */
export function saysNoSuchPath({ status, body, complete }: Answer): boolean {
  if (status !== 404 && status !== 405) return false;
  const text = body.toString('utf8');
  // What broke off, or was too long to be read, may have been such a body.
  if (!complete && isBeginningOfJson(text)) return false;
  const words = parseErrorBody(text);
  return words === null || aboutThePath.test(words);
}

/** Whether what came of a body may be the beginning of a JSON object or list, as errors, receipts and records are. */
export function isBeginningOfJson(text: string): boolean {
  return /^\s*([{[]|$)/.test(text);
}
