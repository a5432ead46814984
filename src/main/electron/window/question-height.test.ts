import { expect, test } from 'vitest';
import type { Question } from '../../../shared/bridge/app/consent.ts';
import { questionHeight } from './question-height.ts';

const question: Question = { title: 'Forget it?', text: 'Why.', subject: 'Work', confirm: 'Forget it', tone: 'plain' };

test('the window of a question grows with what it says, and with every line of it', () => {
  const long = { ...question, text: 'word '.repeat(60), subject: 'a\nb\nc' };
  expect(questionHeight(long)).toBeGreaterThan(questionHeight(question));
  expect(questionHeight({ ...long, subject: 'a\nb\nc\nd' })).toBe(questionHeight(long) + 21);
  expect(questionHeight({ ...long, details: 'a' })).toBeGreaterThan(questionHeight(long) + 21);
  expect(questionHeight({ ...long, title: 'Move this account to another address?' })).toBe(questionHeight(long) + 28);
});

test('no question makes a window that is larger than a small screen', () => {
  expect(questionHeight({ ...question, subject: 'line\n'.repeat(1_000) })).toBe(640);
});
