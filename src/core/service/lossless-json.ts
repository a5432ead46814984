declare global {
  // Part of the language (source text access for JSON), not yet of TypeScript's own declarations.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

/**
 * A number exactly as the service wrote it, in plain decimal text: `1e20` becomes `100000000000000000000`. What would have
 * more than 80 digits stays as it was written.
 */
export class ExactNumber {
  readonly text: string;

  constructor(source: string) {
    this.text = plainDecimal(source);
  }

  toJSON(): object {
    return JSON.rawJSON(this.text);
  }
}

export type JsonObject = { readonly [name: string]: JsonValue };
/** A plain `number` stands only for a whole number of at most 15 digits: those are exact. */
export type JsonValue = null | boolean | string | number | ExactNumber | readonly JsonValue[] | JsonObject;

/**
 * A number with a fraction, an exponent or more than 15 digits; also some texts that only look like it. What goes before
 * it is looked at last: in a list of a hundred thousand records there are millions of quotes, and few such numbers.
 */
const delicateNumber = /^\s*-?(?:\d{16}|\d+[.eE])|[:[,]\s*-?(?=\d{16}|\d+[.eE])(?<=(?:"\s*:|[[,])\s*-?)/;

/**
 * Finds all of those and more, many times as fast: most lists hold nothing that even looks like one. A number alone has a
 * pattern of its own, for one that may start in two ways is sought three times as long.
 */
const numberAlone = /^\s*-?\d/;
const perhapsDelicate = /[:[,]\s*-?(?:\d{16}|\d+[.eE])/;

/** Reads JSON without any digit being lost. Undefined when the text is no JSON (or absurdly deep). */
export function readJson(text: string): JsonValue | undefined {
  try {
    // Looking at every value's source takes ten times as long, which a list of thousands is worth sparing.
    if (!(numberAlone.test(text) || perhapsDelicate.test(text)) || !delicateNumber.test(text)) {
      return JSON.parse(text) as JsonValue;
    }
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' ? new ExactNumber(source ?? String(value)) : value,
    ) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Compact JSON text, numbers as they came. */
export function writeJson(value: JsonValue | { readonly [name: string]: JsonValue | object }): string {
  return JSON.stringify(value);
}

/** A whole number of any size as a bare JSON number, for a body that is written with `writeJson`. */
export function bareInteger(value: bigint): object {
  return JSON.rawJSON(value.toString());
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Text or number as text; undefined for everything else. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}

/** What stands where there is nothing: null, false, and what has no sign or member. */
export const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0);

/** `"42"`, `42` and `4.2e1` as `42`; undefined when it is no whole number. */
export function wholeNumberText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const text = scalarText(value)?.trim();
  if (text === undefined || text.length > longestNumber) return undefined;
  const whole = /^([+-]?\d+)(?:\.0*)?$/.exec(numberPattern.test(text) ? plainDecimal(text) : text)?.[1];
  return whole === undefined ? undefined : BigInt(whole.replace('+', '')).toString();
}

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Digits. The largest amount there is (2^256 - 1) has 78; what is longer is kept as it was written, and is no amount. */
const longestNumber = 80;

function plainDecimal(source: string): string {
  const match = numberPattern.exec(source);
  if (match === null) return source;
  const [, sign = '', whole = '', fraction = '', exponentText] = match;
  if (exponentText === undefined) return source === '-0' ? '0' : source;
  const exponent = Number(exponentText);
  const digits = whole + fraction;
  if (Math.abs(exponent) > longestNumber || digits.length > longestNumber) return source;
  const point = whole.length + exponent;
  if (Math.max(point, 1) + Math.max(digits.length - point, 0) > longestNumber) return source;
  const before =
    point <= 0
      ? '0'
      : digits
          .slice(0, point)
          .padEnd(point, '0')
          .replace(/^0+(?=\d)/, '');
  const after = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/0+$/, '');
  const plain = after === '' ? before : `${before}.${after}`;
  return sign === '' || plain === '0' ? plain : `${sign}${plain}`;
}

/** Characters. A UUID has 36, an address in hex 42; what is far longer a window would lay out for seconds. */
export const LONGEST_IDENTIFIER = 200;

/** A number or text that names a user, a token or an address; undefined for what is longer than any such name. */
export function identifierText(value: JsonValue | undefined): string | undefined {
  const text = scalarText(value);
  return text !== undefined && text.length <= LONGEST_IDENTIFIER ? text : undefined;
}

/** What `take` makes of a body; null where it is no JSON. */
export function readAs<Value>(body: string, take: (json: JsonValue) => Value | null): Value | null {
  const json = readJson(body);
  if (json === undefined) return null;
  try {
    return take(json);
  } catch {
    // Only nesting deep enough to exhaust the stack gets here.
    return null;
  }
}
