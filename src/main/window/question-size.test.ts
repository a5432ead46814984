import { expect, test } from 'vitest';
import type { Question } from '../../shared/bridge/ipc.ts';
import { questionSize } from './question-size.ts';

const questionHeight = (asked: Question): number => questionSize(asked, 1).height;

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

test('pages that are zoomed have a larger window for the question, which still fits on a small screen', () => {
  const { width, height } = questionSize(question, 1);
  expect(questionSize(question, 1.5)).toEqual({ width: width * 1.5, height: height * 1.5 });
  expect(questionSize(question, 5)).toEqual({ width: 960, height: 640 });
  expect(questionSize(question, 0.5)).toEqual({ width, height });
});
