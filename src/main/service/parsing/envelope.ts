import { isEmpty, isObject, type JsonObject, type JsonValue, scalarText } from './lossless-json.ts';
import { refuses } from './refusal.ts';

/**
 * The entries of a list, which comes bare, as `{results}`, as `{data: {results}}` or as `{data: […]}`. What stands in an
 * answer that says of itself that it failed is none: it may be what there was until then.
 */
export function listEntries(json: JsonValue): readonly JsonValue[] | null {
  if (Array.isArray(json)) return json;
  if (!isObject(json) || refuses(json)) return null;
  if (Array.isArray(json.results)) return json.results;
  return json.data === undefined ? null : listEntries(json.data);
}

const nextNames =
  /^next(?:page|link|url|href|cursor|token|pagetoken|key|marker)?$|^continuation(?:token)?$|^lastevaluatedkey$/;
const moreNames = /^(?:has|is)?(?:more|moreresults|next|nextpage|truncated|partial|incomplete)$/;
const totalNames = /^(?:total|full|overall)(?:count|results|items|records|entries|elements|rows|size)?$|^count$/;
const stateNames = /^(?:state|status)$/;

/** Objects around a list are not nested any deeper. */
const DEEPEST = 5;

/**
 * Whether what stands around a list of so many entries says that there are more. The contract knows no pages, but a
 * gateway or a later version of a service may make some.
 */
export function statesMore(json: JsonValue, entries: number, depth = 0): boolean {
  if (!isObject(json) || depth > DEEPEST) return false;
  return Object.entries(json).some(([name, value]) => {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '');
    if (nextNames.test(plain) && value !== true) return !isEmpty(value);
    const text = value === true ? 'true' : (scalarText(value) ?? '');
    if (moreNames.test(plain) && /^(?:true|yes|1)$/i.test(text)) return true;
    if (stateNames.test(plain) && /^(?:pending|processing|partial|incomplete|in.?progress|running)/i.test(text))
      return true;
    if (totalNames.test(plain) && /^\d+$/.test(text)) return Number(text) > entries;
    return statesMore(value, entries, depth + 1);
  });
}

/** `{"state": "ERROR", …}` or `{"status": "error", …}`: the service says in a body that it failed. */
export function statesError(json: JsonObject): boolean {
  return [json.state, json.status].some((word) => typeof word === 'string' && /^(error|failed|failure)$/i.test(word));
}

/**
 * The service's own words about an error, in any of the known bodies: `{error}`, `{status: "error", message}`,
 * `{state: "ERROR", error | message}`. Null when the body is none of them.
 */
export function statedError(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  const { error } = json;
  const words = typeof error === 'string' ? error : isObject(error) ? scalarText(error.message) : undefined;
  if (words !== undefined && words.trim() !== '') return words.trim();
  return statesError(json) ? (scalarText(json.message)?.trim() ?? '') : null;
}

/** The fields of a record that nobody took, as compact JSON text by name. */
export function untakenFields(json: JsonObject, taken: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !taken.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );
}
