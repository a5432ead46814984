import { expect, test } from 'vitest';
import { cancelAllQuestion } from './questions.ts';

test('who stops everything is told what is left out because it is being checked', () => {
  const text = (checked: number): string => cancelAllQuestion(2, checked, () => undefined).text;
  expect(text(0)).not.toContain('checked');
  expect(text(1)).toMatch(/ 1 file that is being checked is left out\.$/);
  expect(text(3)).toMatch(/ 3 files that are being checked are left out\.$/);
});
