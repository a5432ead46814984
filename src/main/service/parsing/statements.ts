import { isEmpty, isObject, type JsonObject, type JsonValue, plainName, scalarText } from './lossless-json.ts';

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
  let found: readonly JsonValue[] = [];
  let level: readonly JsonValue[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return null;
    found = found.concat(level);
    level = level.flatMap(within);
  }
  return found;
}

function within(json: JsonValue): readonly JsonValue[] {
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
