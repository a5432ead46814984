import { expect, test } from 'vitest';
import { type WaitingFacts, waitingWords } from './waiting-words.ts';

const facts: WaitingFacts = {
  moving: 0,
  sending: 0,
  checking: 0,
  paused: 0,
  account: null,
  hold: null,
  diskTrouble: false,
  learning: false,
  awaitsRecords: false,
  host: null,
};
const timeOf = (instant: number): string => String(instant);

test('files that are checked are not called paused', () => {
  expect(waitingWords({ ...facts, checking: 3 }, timeOf)).toBeNull();
  expect(waitingWords({ ...facts, checking: 3, paused: 1 }, timeOf)).toBeNull();
  expect(waitingWords({ ...facts, paused: 1 }, timeOf)).toBe('What is left is paused until you resume it.');
});

test('where the records may be late, it is said until when nothing is sent', () => {
  expect(waitingWords({ ...facts, moving: 1, awaitsRecords: 7 }, timeOf)).toContain('nothing is sent until 7');
  expect(waitingWords({ ...facts, moving: 1, awaitsRecords: true }, timeOf)).not.toContain('until');
});
