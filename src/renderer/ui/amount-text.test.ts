import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AmountText,
  type AmountUnit,
  amountFields,
  knownAmount,
  meantQuestion,
  readAmountText,
  withMeaning,
} from './amount-text.ts';

const ether = { name: 'ethereum', decimals: 18 };

/** As somebody types it who is asked whether they meant `value`, and says yes. */
function answered(typed: AmountText, unit: AmountUnit, value: bigint): ReturnType<typeof readAmountText> {
  const reading = readAmountText(typed, unit);
  if (reading.kind !== 'unclear') return reading;
  const answers = reading.meant.map((meant) => readAmountText(withMeaning(typed, meant), unit));
  return answers.find((answer) => answer.kind === 'amount' && answer.value === value) ?? reading;
}

test('what is typed in one field is shown in the other, and typed there means the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      const unit = { name: 'token', decimals };
      const { whole } = amountFields({ unit: 'base', text: value.toString() }, unit);
      expect(answered({ unit: 'whole', text: whole }, unit, value)).toEqual({ kind: 'amount', value });
      const { base } = amountFields({ unit: 'whole', text: whole, meant: whole.replaceAll(',', '') }, unit);
      expect(answered({ unit: 'base', text: base }, unit, value)).toEqual({ kind: 'amount', value });
    }),
  );
});

test('what can be read in two ways is a question, and its answer holds until something else is typed', () => {
  const typed = { unit: 'whole', text: '1.500' } as const;
  expect(readAmountText(typed, ether)).toEqual({ kind: 'unclear', meant: ['1.5', '1500'] });
  expect(meantQuestion(['1.5', '1500'])).toBe('Did you mean 1.5 or 1,500?');
  const answer = withMeaning(typed, '1500');
  expect(answer.text).toBe('1,500');
  expect(readAmountText(answer, ether)).toEqual({ kind: 'amount', value: 1500n * 10n ** 18n });
  expect(readAmountText({ unit: 'whole', text: answer.text }, ether).kind).toBe('unclear');
});

test('an amount that is known already is shown without a question', () => {
  const known = knownAmount((1500n * 10n ** 18n).toString(), ether);
  expect([known.text, readAmountText(known, ether).kind]).toEqual(['1,500', 'amount']);
  const bare = knownAmount('1500', { name: null, decimals: null });
  expect(readAmountText(bare, { name: null, decimals: null })).toEqual({ kind: 'amount', value: 1500n });
});

test('an answer says the number, whatever the decimals of the token turn out to be', () => {
  const answer = withMeaning({ unit: 'whole', text: '1.500' }, '1500');
  expect(readAmountText(answer, { name: 'usd-coin', decimals: 6 })).toEqual({ kind: 'amount', value: 1_500_000_000n });
});

test('the field that is typed in keeps what was typed, right or wrong', () => {
  expect(amountFields({ unit: 'whole', text: '1.50' }, ether)).toEqual({
    whole: '1.50',
    base: '1,500,000,000,000,000,000',
  });
  expect(amountFields({ unit: 'whole', text: '1.5.' }, ether)).toEqual({ whole: '1.5.', base: '' });
});

test.each([
  [{ unit: 'whole', text: '1.2345678' }, 6, 'This token allows at most 6 digits after the decimal point.'],
  [{ unit: 'whole', text: '1.5' }, 0, 'This token is not divisible: type a whole number.'],
  [{ unit: 'base', text: '1.5' }, 6, 'Base units are whole: type a number without a fraction.'],
  [{ unit: 'base', text: 'lots' }, 6, 'Type a number, like 1500.'],
  [{ unit: 'whole', text: '1..5' }, 6, 'Type a number, like 1.5.'],
  [{ unit: 'base', text: (2n ** 256n).toString() }, 6, 'This is more than any token can hold.'],
] as const)('%j with %i decimals is refused in words', (typed, decimals, problem) => {
  expect(readAmountText(typed, { name: null, decimals })).toEqual({ kind: 'wrong', problem });
});

test('without decimals whole tokens cannot be typed', () => {
  expect(readAmountText({ unit: 'whole', text: '1' }, { name: null, decimals: null })).toEqual({ kind: 'empty' });
});
