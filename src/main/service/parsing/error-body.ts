import type { Answer } from '../http/answer.ts';
import { isObject, type JsonObject, type JsonValue, readAs, scalarText } from './lossless-json.ts';
import { refuses } from './statements.ts';

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
