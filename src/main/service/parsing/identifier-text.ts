import { type JsonValue, scalarText } from './lossless-json.ts';

/** Characters. A UUID has 36, an address in hex 42; what is far longer a window would lay out for seconds. */
export const LONGEST_IDENTIFIER = 200;

/** A number or text that names a user, a token or an address; undefined for what is longer than any such name. */
export function identifierText(value: JsonValue | undefined): string | undefined {
  const text = scalarText(value);
  return text !== undefined && text.length <= LONGEST_IDENTIFIER ? text : undefined;
}
