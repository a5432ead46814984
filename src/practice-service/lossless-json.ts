type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

// TypeScript's own libraries do not know JSON source access yet (ECMAScript "JSON.parse source text access").
declare global {
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
  }
}
const parseWithSource: (text: string, reviver: SourceReviver) => unknown = JSON.parse;

const plainInteger = /^-?\d+$/;

/** Reads JSON; every integer becomes a `bigint`, exactly as it was written. Throws `SyntaxError`. */
export function parseLossless(text: string): unknown {
  return parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && plainInteger.test(source) ? BigInt(source) : value,
  );
}

/** Writes JSON; a `bigint` becomes a bare number with all of its digits. */
export function stringifyLossless(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  );
}
