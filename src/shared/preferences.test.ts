import { expect, test } from 'vitest';
import { changedPreferences, readPreferences } from './bridge/app.ts';
import { standardPreferences, withChanges } from './preferences.ts';

test('what was kept by another version and is not understood here is left out', () => {
  const kept = { appearance: 'dark', balancesLayout: 'heap', spendingColumns: ['fees', 'moon'], later: 1 };
  expect(readPreferences(kept)).toEqual({ appearance: 'dark' });
  for (const nothing of [undefined, null, 'text', 7, []]) expect(readPreferences(nothing)).toEqual({});
});

test('a change names some, within their bounds, and nothing else', () => {
  expect(changedPreferences.safeParse({ appearance: 'light' }).success).toBe(true);
  for (const wrong of [{ appearance: 'x'.repeat(99) }, { other: 1 }, { spendingColumns: [] }, { spendingSort: {} }])
    expect(changedPreferences.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test('what a change leaves out, or names as undefined, stays as it was', () => {
  const chosen = withChanges(standardPreferences, { appearance: 'dark' });
  expect(withChanges(chosen, { appearance: undefined, spendingGroup: 'day' })).toEqual({
    ...standardPreferences,
    appearance: 'dark',
    spendingGroup: 'day',
  });
});
