import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmountUnit, withMeaning } from '../../ui/amount-text.ts';
import {
  amountUnit,
  draftOf,
  noLimitYetWords,
  otherTokenWords,
  type SettingsDraft,
  typedSettings,
} from './settings-draft.ts';

const ether = { name: 'ETH', decimals: 18 };
const unknown = { name: null, decimals: null };
const standard = { atOnce: 'automatic', askBeyondFiles: 100, spendingLimit: null } as const;

/** The draft with a limit in whole tokens, or in base units if nothing else is known. */
type Typed = Partial<Omit<SettingsDraft, 'spendingLimit'>> & { readonly spendingLimit?: string };
const limitOf = (text: string, unit: AmountUnit) => ({ ...draftOf(standard, unit).spendingLimit, text });

/** What would be saved, or the sentences by field. */
function read({ spendingLimit = '', ...draft }: Typed, unit: AmountUnit) {
  const { data, error } = typedSettings(unit).safeParse({
    ...draftOf(standard, unit),
    ...draft,
    spendingLimit: limitOf(spendingLimit, unit),
  });
  return {
    settings: data,
    problems: error && Object.fromEntries(error.issues.map((one) => [one.path[0], one.message])),
  };
}

test('an empty limit is no limit', () => {
  expect(read({}, ether).settings).toEqual({ atOnce: 'automatic', askBeyondFiles: 100, spendingLimit: null });
});

test('a limit typed in whole tokens is kept in base units', () => {
  expect(read({ spendingLimit: '0.25' }, ether).settings?.spendingLimit).toEqual({
    amount: '250000000000000000',
    token: 'ETH',
  });
});

test('without known decimals a limit is typed in base units', () => {
  expect(read({ spendingLimit: '1,000' }, unknown).settings?.spendingLimit).toEqual({ amount: '1000', token: null });
  expect(read({ spendingLimit: '0.5' }, unknown).problems).toEqual({
    spendingLimit: 'Base units are whole: type a number without a fraction.',
  });
});

test('a limit that people write in different ways is asked about, and saved as the person says', () => {
  const { settings, problems } = read({ spendingLimit: '1.500' }, ether);
  expect(settings).toBeUndefined();
  expect(problems).toEqual({ spendingLimit: 'Did you mean 1.5 or 1,500?' });
  const answered = { ...draftOf({ atOnce: 4, askBeyondFiles: 1, spendingLimit: null }, ether) };
  const spendingLimit = withMeaning(limitOf('1.500', ether), '1500');
  expect(typedSettings(ether).parse({ ...answered, spendingLimit }).spendingLimit).toEqual({
    amount: `1500${'0'.repeat(18)}`,
    token: 'ETH',
  });
});

test('what is no amount is said in place, and nothing is saved', () => {
  for (const spendingLimit of ['-1', 'much', '1.5.2', '0.0000000000000000001', '9'.repeat(80)]) {
    const { settings, problems } = read({ spendingLimit }, ether);
    expect(settings).toBeUndefined();
    expect(problems).toEqual({ spendingLimit: expect.stringMatching(/\.$/) });
  }
});

test.each([0, 65, 1.5, -3, 'four'])('%s files at a time are refused', (atOnce) => {
  const { problems } = read({ atOnce, spendingLimit: 'much' }, ether);
  expect(problems).toEqual({
    atOnce: 'Type a whole number from 1 to 64.',
    spendingLimit: expect.stringContaining('like 1.5'),
  });
});

test('the number of files that is asked about is a whole number, or nothing', () => {
  expect(read({ askBeyondFiles: 1_000 }, ether).settings?.askBeyondFiles).toBe(1_000);
  expect(read({ askBeyondFiles: 0 }, ether).settings?.askBeyondFiles).toBe(0);
  expect(read({ askBeyondFiles: '' }, ether).settings?.askBeyondFiles).toBeNull();
  for (const wrong of ['many', 1.5, -1, 1_000_001]) {
    expect(read({ askBeyondFiles: wrong }, ether).problems, String(wrong)).toEqual({
      askBeyondFiles: 'Type a whole number, like 100.',
    });
  }
});

test('settings that are opened and saved again stay what they were', () => {
  const settings = fc.record({
    atOnce: fc.oneof(fc.constant('automatic' as const), fc.integer({ min: 1, max: 64 })),
    askBeyondFiles: fc.option(fc.nat({ max: 1_000_000 })),
    spendingLimit: fc.option(
      fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String), token: fc.constant('ETH') }),
    ),
  });
  const units = fc.constantFrom(ether, { name: 'ETH', decimals: null });
  fc.assert(
    fc.property(settings, units, (saved, unit) => {
      expect(typedSettings(unit).parse(draftOf(saved, unit))).toEqual(saved);
    }),
  );
});

test('a limit in another token is not shown as an amount of the token that pays now', () => {
  const saved = { ...standard, spendingLimit: { amount: '1000', token: 'USDC' } };
  expect(draftOf(saved, ether).spendingLimit.text).toBe('');
  expect(otherTokenWords(saved, ether)).toMatch(/^ETH pays now, and your limit is in USDC: each file waits/);
});

test('decimals beyond anything that exists count as unknown', () => {
  expect(amountUnit({ token: 'X', decimals: 99 })).toEqual({ name: 'X', decimals: null });
});

test('a spending limit is promised to nobody who never learns what files cost', () => {
  expect(noLimitYetWords(true)).toContain('once the cost of the first file is known');
  expect(noLimitYetWords(false)).toContain('needs an access token');
});
