import { formatUnits, longestSum, maxDecimals, parseUnits } from './amounts.ts';

const KEPT_DIGITS = 3;

/** An estimate pretends to no more digits than it has, and never promises too little. The same wherever it is said. */
export function roundedUp(amount: string): string {
  if (!/^\d+$/.test(amount)) return amount;
  return String(upTo(BigInt(amount), lastKept(BigInt(amount))));
}

/**
 * What an exact amount and estimates come to that are shown rounded: of them as they are shown, so that whoever adds them up
 * finds the same. The exact one may have more digits than an estimate should pretend to.
 */
export function roundedSum(exact: string, shown: readonly string[]): string {
  const known = parseUnits(exact, maxDecimals) ?? 0n;
  const parts = shown.map((amount) => parseUnits(amount, maxDecimals) ?? 0n).filter((part) => part > 0n);
  const sum = parts.reduce((all, part) => all + part, known);
  const step = parts.map(lastDigit).reduce((finest, digit) => (digit < finest ? digit : finest), lastKept(known));
  return formatUnits(upTo(sum, known === 0n ? 1n : step), maxDecimals);
}

/** The worth of the last digit that is kept. */
function lastKept(value: bigint): bigint {
  return 10n ** BigInt(Math.max(value.toString().length - KEPT_DIGITS, 0));
}

/** The worth of the last digit that is not zero. */
function lastDigit(value: bigint): bigint {
  return 10n ** BigInt(/0*$/.exec(value.toString())?.[0].length ?? 0);
}

function upTo(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}

/**
 * How many whole days a balance lasts when `fees` were paid in the last `days`. Null when nothing was paid, and when
 * fees are not whole base units, so that they cannot be held against the balance.
 */
export function lastsDays(balance: bigint, fees: string, days: number): bigint | null {
  const paid = wholeUnits(fees);
  return paid === null || paid <= 0n ? null : (balance * BigInt(days)) / paid;
}

/** `12` and `12.000` as 12; null for what is no whole number of base units, nor a sum of such. */
export function wholeUnits(text: string): bigint | null {
  if (text.length > longestSum) return null;
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1];
  return whole === undefined ? null : BigInt(whole);
}
