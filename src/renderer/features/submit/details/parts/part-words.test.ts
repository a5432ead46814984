import { expect, test } from 'vitest';
import type { Part } from '../../../../../shared/submissions/parts.ts';
import { partsOf } from '../../list/parts.fixture.ts';
import { partFacts, partTitle, stillToCome, whyInParts } from './part-words.ts';

const part: Part = {
  ...{ id: 7, number: 1_204, kind: 'slice', offset: 0, size: 1_000_000, state: { kind: 'waiting' } },
  ...{ submissionId: null, attempts: 0, cost: null, wasThere: false },
};

test('a part is called by its number, and what lists the others by what it is', () => {
  expect(partTitle(part)).toBe('Part 1,204');
  expect(partTitle({ ...part, kind: 'manifest' })).toBe('Manifest');
});

test('of a part nothing is said that there is not', () => {
  expect(partFacts({ ...part, attempts: 1 })).toHaveLength(1);
  const cost = { amount: '1200000', token: 'practice', decimals: 6 };
  expect(partFacts({ ...part, attempts: 3, cost })).toEqual([expect.any(String), '3 attempts', '1.2 practice']);
  expect(partFacts({ ...part, wasThere: true })[1]).toBe('was already there, not paid for again');
});

test('why there are parts is said with the size that the service takes', () => {
  expect(whyInParts(partsOf({ toGo: 6 }), 'folder')).toMatch(
    /largest upload is \d+ MB, so this folder is sent in 6 parts\./,
  );
});

test('what is not made yet is counted', () => {
  expect(stillToCome(40, partsOf({ toGo: 1_048_577 }))).toBe('1,048,537 more follow.');
  expect(stillToCome(6, partsOf({ toGo: 6 }))).toBeNull();
});
