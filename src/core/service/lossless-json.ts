declare global {
  // Part of JavaScript (source text access for JSON), but missing in TypeScript's declarations.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

/**
 * A number exactly as the service wrote it, in plain decimal text: `1e20` becomes `100000000000000000000`. A number
 * that needs more than 80 digits keeps its original text.
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
/** A plain `number` is always a whole number of at most 15 digits, which is exact. */
export type JsonValue = null | boolean | string | number | ExactNumber | readonly JsonValue[] | JsonObject;

/**
 * Matches a number with a fraction, an exponent or more than 15 digits, and some texts that look like one. The text
 * before it is checked last: a list of a hundred thousand records contains millions of quotes and few such numbers.
 */
const delicateNumber = /^\s*-?(?:\d{16}|\d+[.eE])|[:[,]\s*-?(?=\d{16}|\d+[.eE])(?<=(?:"\s*:|[[,])\s*-?)/;

/**
 * These match all of those and more, and are many times as fast: most lists contain nothing that looks like such a
 * number. A single number has its own pattern, because a pattern with two alternatives takes three times as long.
 */
const numberAlone = /^\s*-?\d/;
const perhapsDelicate = /[:[,]\s*-?(?:\d{16}|\d+[.eE])/;

/** Parses JSON without losing a digit. Undefined if the text is no JSON or is nested too deep. */
export function readJson(text: string): JsonValue | undefined {
  try {
    // Reading every value's source takes ten times as long, so most texts use the fast parser.
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

/** Writes compact JSON with unchanged numbers. */
export function writeJson(value: JsonValue | { readonly [name: string]: JsonValue | object }): string {
  return JSON.stringify(value);
}

/** A whole number of any size as a bare JSON number, for `writeJson`. */
export function bareInteger(value: bigint): object {
  return JSON.rawJSON(value.toString());
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Returns a text or number as text; undefined for everything else. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : undefined;
}

/** True for values that mean "nothing": null, false, '', and an empty array or object. */
export const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns `"42"`, `42` and `4.2e1` as `42`; undefined if the value is no whole number. */
export function wholeNumberText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const text = scalarText(value)?.trim();
  if (text === undefined || text.length > longestNumber) return undefined;
  const whole = /^([+-]?\d+)(?:\.0*)?$/.exec(numberPattern.test(text) ? plainDecimal(text) : text)?.[1];
  return whole === undefined ? undefined : BigInt(whole.replace('+', '')).toString();
}

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** In digits. The largest possible amount (2^256 - 1) has 78. A longer number keeps its original text and is no amount. */
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

/** In characters. A UUID has 36, a hex address 42. A window would need seconds to lay out a much longer text. */
export const LONGEST_IDENTIFIER = 200;

/** Returns a value that names a user, a token or an address; undefined if it is longer than any such name. */
export function identifierText(value: JsonValue | undefined): string | undefined {
  const text = scalarText(value);
  return text !== undefined && text.length <= LONGEST_IDENTIFIER ? text : undefined;
}

/** Applies `take` to the parsed body; null if it is no JSON. */
export function readAs<Value>(body: string, take: (json: JsonValue) => Value | null): Value | null {
  const json = readJson(body);
  if (json === undefined) return null;
  try {
    return take(json);
  } catch {
    // Only very deep nesting, which exhausts the stack, throws here.
    return null;
  }
}
