import type { Answer } from './answer.ts';
import { isEmpty, isObject, type JsonObject, type JsonValue, readAs, scalarText } from './lossless-json.ts';

/** True if an answer states a failure, for any status. */
export function statesRefusal(json: JsonValue): boolean {
  return isObject(json) && (refuses(json) || (isObject(json.data) && refuses(json.data)));
}

/** True if an object's own members state a failure: an error, no success, or a failed state. */
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

/** True if a body states a failure in spite of a success status, and is not the record of a failed submission. */
export function saysError(body: string): boolean {
  return readAs(body, (json) => (isObject(json) && !isObject(json.submission) && refuses(json) ? true : null)) ?? false;
}

/**
 * Known error bodies are `{error}`, `{status: "error", message}` and `{state: "ERROR", error | message}`. A gateway's
 * `{"status": 404}` is not one: it says nothing about the requested item.
 */
function statedError(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  const { error, state, status } = json;
  const words = typeof error === 'string' ? error : isObject(error) ? scalarText(error.message) : undefined;
  if (words !== undefined && words.trim() !== '') return words.trim();
  const isStated = [state, status].some((word) => typeof word === 'string' && /^(error|failed|failure)$/i.test(word));
  return isStated ? (scalarText(json.message)?.trim() ?? '') : null;
}

/** Texts of routers, gateways and services about an unknown path. */
const aboutThePath =
  /^(404\W*)?(not found|method not allowed)\W*$|^cannot (get|post)\b|\b(route|path|endpoint|url|uri)\b/i;

/**
 * True if an answer says that the path does not exist, so that another form of it may be tried. A 404 or 405 in the
 * service's own error body is about the request (an unknown token or id), and another path would only repeat it.
 */
export function saysNoSuchPath({ status, body, complete }: Answer): boolean {
  if (status !== 404 && status !== 405) return false;
  const text = body.toString('utf8');
  // The missing rest may be such an error body.
  if (!complete && /^\s*([{[]|$)/.test(text)) return false;
  const words = parseErrorBody(text);
  return words === null || aboutThePath.test(words);
}
