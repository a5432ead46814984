import { expect, test } from 'vitest';
import { tokenColours } from './chart-values.ts';

const kept = (...ids: (string | null)[]) => ids.map((tokenDetailsId) => ({ tokenDetailsId, token: null }));

test('a token has its colour wherever it stands among the others', () => {
  const [one, other] = [tokenColours(kept('1', '2', '10')), tokenColours(kept('10', null, '2', '1'))];
  for (const id of ['1', '2', '10']) expect(other(id)).toBe(one(id));
  expect(new Set(['1', '2', '10'].map(one)).size).toBe(3);
});

test('a token that comes later takes no colour away from those before it', () => {
  const [before, after] = [tokenColours(kept('2', '1')), tokenColours(kept('3', '2', '1'))];
  expect([after('1'), after('2')]).toEqual([before('1'), before('2')]);
});
