import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AlikeWord, leastEdits } from './alike.ts';

/** Of few signs, so that much is alike. */
const some = (most: number) => fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 1, maxLength: most });

test('all places at once are what one place after the other comes to', () => {
  fc.assert(
    fc.property(some(31), some(60), (word, text) => {
      expect(new AlikeWord(word).leastEdits(text)).toBe(leastEdits(word, text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['CONTRACT', 'SIGNED CONTRACT.PDF', 0],
  ['CONTARCT', 'SIGNED CONTRACT.PDF', 1],
  ['CONTRCT', 'SIGNED CONTRACT.PDF', 1],
  ['CONTTRACT', 'SIGNED CONTRACT.PDF', 1],
  ['KONTRAKT', 'SIGNED CONTRACT.PDF', 2],
  ['INVOICE', '', 7],
])('%s is in %s with %i edits', (word, text, edits) => {
  expect(leastEdits(word, text)).toBe(edits);
  expect(new AlikeWord(word).leastEdits(text)).toBe(edits);
});
