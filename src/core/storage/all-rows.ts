import type { StatementSync } from 'node:sqlite';

/** Reads all rows. Node throws for integers outside JavaScript's safe range; here they stay bigints. */
export function allRows(
  select: StatementSync,
  ...values: readonly (number | string | null)[]
): Record<string, unknown>[] {
  try {
    return select.all(...values);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')) throw error;
  }
  select.setReadBigInts(true);
  try {
    return select
      .all(...values)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, exact(value)])));
  } finally {
    select.setReadBigInts(false);
  }
}

function exact(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** The value of a column with JSON; undefined if it is not valid JSON. */
export function jsonIn(column: unknown): unknown {
  try {
    return JSON.parse(String(column));
  } catch {
    return undefined;
  }
}
