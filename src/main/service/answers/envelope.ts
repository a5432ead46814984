import { isObject, type JsonObject, type JsonValue, scalarText } from './lossless-json.ts';

/** The entries of a list, which comes bare, as `{results}`, as `{data: {results}}` or as `{data: […]}`. */
export function listEntries(json: JsonValue): readonly JsonValue[] | null {
  if (Array.isArray(json)) return json;
  if (!isObject(json)) return null;
  if (Array.isArray(json.results)) return json.results;
  return json.data === undefined ? null : listEntries(json.data);
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
