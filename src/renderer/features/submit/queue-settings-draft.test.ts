import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftOf, lineUnit, readDraft } from './queue-settings-draft.ts';

const ether = { token: 'ETH', decimals: 18 };
const unknown = { token: null, decimals: null };
const draft = { automatic: true, atOnce: '4', line: '' };

test('an empty line is no line', () => {
  expect(readDraft(draft, ether).settings).toEqual({ atOnce: 'automatic', spendingLimit: null });
});

test('a line typed in whole tokens is kept in base units, and shown in them', () => {
  const reading = readDraft({ ...draft, line: '0.25' }, ether);
  expect(reading.settings?.spendingLimit).toBe('250000000000000000');
  expect(reading.lineOtherwise).toBe('That is 250,000,000,000,000,000 base units of ETH.');
});

test('without known decimals a line is typed in base units', () => {
  expect(readDraft({ ...draft, line: '1,000' }, unknown).settings?.spendingLimit).toBe('1000');
  expect(readDraft({ ...draft, line: '0.5' }, unknown).lineProblem).toBe('Type a whole number.');
});

test('what is no amount is said in place, and nothing is saved', () => {
  for (const line of ['-1', 'much', '1.5.2', '0.0000000000000000001', '9'.repeat(80)]) {
    const reading = readDraft({ ...draft, line }, ether);
    expect(reading.settings).toBeNull();
    expect(reading.lineProblem).not.toBeNull();
  }
});

test.each(['0', '65', '', '1.5', 'four', '-3'])('"%s" files at a time are refused', (atOnce) => {
  expect(readDraft({ ...draft, automatic: false, atOnce }, ether).atOnceProblem).toContain('1 to 64');
});

test('settings that are opened and saved again stay what they were', () => {
  const settings = fc.record({
    atOnce: fc.oneof(fc.constant('automatic' as const), fc.integer({ min: 1, max: 64 })),
    spendingLimit: fc.option(fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String)),
  });
  fc.assert(
    fc.property(settings, fc.constantFrom(ether, unknown), (saved, unit) => {
      expect(readDraft(draftOf(saved, unit), unit).settings).toEqual(saved);
    }),
  );
});

test('decimals beyond anything that exists count as unknown', () => {
  expect(lineUnit({ amount: '1', token: 'X', decimals: 99 })).toEqual({ token: 'X', decimals: null });
});
