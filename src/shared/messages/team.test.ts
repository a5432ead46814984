import { expect, test } from 'vitest';
import { sharingWords } from './team.ts';

test.each([
  [{ others: 0, unshared: 0 }, '0 submissions of colleagues are known here.'],
  [{ others: 1, unshared: 1 }, '1 submission of colleagues is known here. 1 receipt is not shared yet.'],
  [{ others: 2, unshared: 3 }, '2 submissions of colleagues are known here. 3 receipts are not shared yet.'],
])('what the desks know of each other (%j) is counted in words', (team, words) => {
  expect(sharingWords(team, String).join(' ')).toBe(words);
});
