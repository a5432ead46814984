import { formatUnits, largestAmount, parseUnits, readAnyAmount } from '../../shared/amounts.ts';
import { formatDecimal, formatTokens, separators } from './format.ts';

/** The token of an amount. `decimals` is null while unknown: only base units can be typed then. */
export type AmountUnit = { readonly name: string | null; readonly decimals: number | null };

/** The text of the field last typed in. The other field shows the same amount. */
export type AmountText = {
  readonly unit: 'whole' | 'base';
  readonly text: string;
  /** The meaning that the user chose, as plain decimal text; absent if they were not asked. */
  readonly meant?: string;
};

type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly value: bigint }
  /** `meant` lists the possible meanings as plain decimal text. */
  | { readonly kind: 'unclear'; readonly meant: readonly string[] }
  | { readonly kind: 'wrong'; readonly problem: string };

const tooMuch: AmountReading = { kind: 'wrong', problem: 'This is more than any token can hold.' };

/** Reads typed text as base units, lists the meanings of an ambiguous one, or explains the problem. */
export function readAmountText({ unit, text, meant }: AmountText, { decimals }: AmountUnit): AmountReading {
  const scale = unit === 'whole' ? decimals : 0;
  if (scale === null) return { kind: 'empty' };
  const said = meant === undefined ? null : parseUnits(meant, scale);
  const read = said === null ? readAnyAmount(text, scale, separators()) : ({ kind: 'amount', value: said } as const);
  if (read.kind === 'amount') return read.value > largestAmount ? tooMuch : read;
  if (read.kind === 'unclear') {
    const possible = read.meant.filter((value) => value <= largestAmount);
    if (possible.length === 0) return tooMuch;
    return { kind: 'unclear', meant: possible.map((value) => formatUnits(value, scale)) };
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

/** The question about an amount that is ambiguous or does not follow the user's own number format. */
export function meantQuestion(meant: readonly string[]): string {
  return `Did you mean ${meant.map(formatDecimal).join(' or ')}?`;
}

export function withMeaning({ unit }: AmountText, meant: string): AmountText {
  return { unit, text: formatDecimal(meant), meant };
}

/** A known amount in base units, as the initial text of the field. */
export function knownAmount(baseUnits: string, { decimals }: AmountUnit): AmountText {
  if (decimals === null) return { unit: 'base', text: formatDecimal(baseUnits), meant: baseUnits };
  return withMeaning({ unit: 'whole', text: '' }, formatUnits(BigInt(baseUnits), decimals));
}

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
  return `This token allows at most ${decimals} ${decimals === 1 ? 'digit' : 'digits'} after the decimal ${separators().decimal === ',' ? 'comma' : 'point'}.`;
}
