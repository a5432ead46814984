/** An amount from a field that the contract does not name, given as JSON text (`"12"` or `12`); null when it is none. */
export function extraAmount(extra: Readonly<Record<string, string>>, field: string): string | null {
  const text = extra[field];
  const digits = text === undefined ? undefined : /^"?(\d{1,200})"?$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits).toString();
}
