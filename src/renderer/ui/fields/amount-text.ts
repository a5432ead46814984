import { largestAmount, parseTypedAmount } from '../../../shared/amounts.ts';
import { formatDecimal, formatTokens, separators } from '../format.ts';

/** What an amount is of. `decimals` is null while nobody has said them: then base units alone can be typed. */
export type AmountUnit = { readonly name: string | null; readonly decimals: number | null };

/** What stands in the field that was typed in last; the other field shows the same amount. */
export type AmountText = { readonly unit: 'whole' | 'base'; readonly text: string };

type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'wrong'; readonly problem: string };

/** What was typed, in base units, or what is wrong with it in words. */
export function readAmountText({ unit, text }: AmountText, { decimals }: AmountUnit): AmountReading {
  const scale = unit === 'whole' ? decimals : 0;
  if (scale === null) return { kind: 'empty' };
  const read = parseTypedAmount(text, scale, separators);
  if (read.ok) {
    return read.value > largestAmount
      ? { kind: 'wrong', problem: 'This is more than any token can hold.' }
      : { kind: 'amount', value: read.value };
  }
  switch (read.problem) {
    case 'empty':
      return { kind: 'empty' };
    case 'not-a-number':
      return { kind: 'wrong', problem: `Type a number, like ${scale === 0 ? '1500' : formatDecimal('1.5')}.` };
    case 'too-long':
      return { kind: 'wrong', problem: 'This number is too long.' };
    case 'too-many-decimals':
      return { kind: 'wrong', problem: tooFine(unit, scale) };
  }
}

/** What stands in each of the two fields. */
export function amountFields(typed: AmountText, unit: AmountUnit): { readonly whole: string; readonly base: string } {
  const reading = readAmountText(typed, unit);
  const value = reading.kind === 'amount' ? reading.value.toString() : null;
  const whole = value === null || unit.decimals === null ? '' : formatTokens(value, unit.decimals);
  const base = value === null ? '' : formatDecimal(value);
  return typed.unit === 'whole' ? { whole: typed.text, base } : { whole, base: typed.text };
}

function tooFine(unit: AmountText['unit'], decimals: number): string {
  if (unit === 'base') return 'Base units are whole: type a number without a fraction.';
  if (decimals === 0) return 'This token is not divisible: type a whole number.';
  return `This token has ${decimals} ${decimals === 1 ? 'digit' : 'digits'} after the ${separators.decimal === ',' ? 'comma' : 'point'}, not more.`;
}
