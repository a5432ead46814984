import type { Answer } from './answer.ts';
import { isEmpty, isObject, type JsonObject, type JsonValue, readAs, scalarText } from './lossless-json.ts';

/** True if an answer says of itself that it failed, whatever its status. */
export function statesRefusal(json: JsonValue): boolean {
  return isObject(json) && (refuses(json) || (isObject(json.data) && refuses(json.data)));
}

/** True if an object's own members say so: an error, no success, or the state of a failure. */
export function refuses({ error = null, errors = null, success, state, status }: JsonObject): boolean {
  if (!isNoError(error) || !isNoError(errors) || success === false) return true;
  return [state, status].some((word) => typeof word === 'string' && /^(?:err|fail|reject|refus|denied)/i.test(word));
}

/** Services write the absence of an error in many ways. */
const noError =
  /^(?:none|null|nil|undefined|no|ok|false|success|0+|-|n\.?\/?a|no errors?|nothing|not applicable|\[\]|\{\})?\.?$/i;

/** True if a member named `error` says that there is none. */
export function isNoError(value: JsonValue): boolean {
  return isEmpty(value) || noError.test(scalarText(value)?.trim() ?? 'error');
}

/** The service's words about an error in a known error body; null if the body is none. */
export function parseErrorBody(body: string): string | null {
  return readAs(body, statedError);
}

/** A success status over a body that says of itself that it failed, and is no record of a failed submission. */
export function saysError(body: string): boolean {
  return readAs(body, (json) => (isObject(json) && !isObject(json.submission) && refuses(json) ? true : null)) ?? false;
}

/**
 * Known error bodies are `{error}`, `{status: "error", message}` and `{state: "ERROR", error | message}`. A gateway's
 * `{"status": 404}` is none: it says nothing about what was asked.
 */
function statedError(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  const { error, state, status } = json;
  const words = typeof error === 'string' ? error : isObject(error) ? scalarText(error.message) : undefined;
  if (words !== undefined && words.trim() !== '') return words.trim();
  const isStated = [state, status].some((word) => typeof word === 'string' && /^(error|failed|failure)$/i.test(word));
  return isStated ? (scalarText(json.message)?.trim() ?? '') : null;
}

/** Words of routers, gateways and services for an address that they do not know. */
const aboutThePath =
  /^(404\W*)?(not found|method not allowed)\W*$|^cannot (get|post)\b|\b(route|path|endpoint|url|uri)\b/i;

/**
 * True if an answer says that nothing is at this path, so that another form of it may be tried. A 404 or 405 in the
 * service's own error body is about what was asked (an unknown token, an unknown id): asking under another path would be
 * asking twice.
 */
export function saysNoSuchPath({ status, body, complete }: Answer): boolean {
  if (status !== 404 && status !== 405) return false;
  const text = body.toString('utf8');
  // The missing rest may have been such a body.
  if (!complete && /^\s*([{[]|$)/.test(text)) return false;
  const words = parseErrorBody(text);
  return words === null || aboutThePath.test(words);
}
