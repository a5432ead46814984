import { longestSum } from './amounts.ts';

const KEPT_DIGITS = 3;

/** An estimate has no more digits than it can know, and never promises too little. The same on every screen. */
export function roundedUp(amount: string): string {
  if (!/^\d+$/.test(amount)) return amount;
  const value = BigInt(amount);
  const step = 10n ** BigInt(Math.max(value.toString().length - KEPT_DIGITS, 0));
  return String(((value + step - 1n) / step) * step);
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
