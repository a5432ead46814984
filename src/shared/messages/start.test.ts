import { expect, test } from 'vitest';
import { damageQuestionWords, startRefusalWords } from './start.ts';

const folder = '/home/somebody/.config/Dropslip';

test('a second start says if what it was given was not taken', () => {
  const taken = startRefusalWords({ code: 'taken', folder, wasGiven: true });
  expect(taken.message).toBe('Another Dropslip is using this data folder');
  expect(taken.detail).toContain('What you opened with it was not taken');
  expect(taken.detail).toContain(folder);
  expect(startRefusalWords({ code: 'taken', folder, wasGiven: false }).detail).not.toContain('link');
});

test.each([
  [true, 'The disk is full', 'Free some space'],
  [false, 'Dropslip cannot write in its data folder', 'Its disk may be write-protected'],
])(
  'an unwritable folder says what to do, with the place and the system’s words, full: %s',
  (isFull, message, remedy) => {
    const words = startRefusalWords({ code: 'unwritable', folder, isFull, detail: 'What the system says.' });
    expect(words.message).toBe(message);
    for (const part of [folder, remedy, 'What the system says.']) expect(words.detail).toContain(part);
  },
);

test.each([
  [true, 'Another program is using Dropslip’s data file. Close it, then open Dropslip again.'],
  [false, 'If reopening Dropslip does not help, show this to support.'],
])('a start that failed says what to do: %s', (isLocked, remedy) => {
  expect(startRefusalWords({ code: 'failed', folder, isLocked, detail: 'Why.' })).toEqual({
    message: 'Dropslip could not start',
    detail: `Why.\n\n${remedy}\n\n${folder}`,
  });
});

test('a damaged database is told with what a copy has and has not, and that nothing is deleted', () => {
  const withCopy = damageQuestionWords('Why.', '3 May 2026');
  expect(withCopy.labels.copy).toBe('Open the copy from 3 May 2026');
  for (const part of ['Why.', 'There is a good copy from 3 May 2026.', 'Nothing is deleted']) {
    expect(withCopy.detail).toContain(part);
  }
  const without = damageQuestionWords('Why.', null).detail;
  for (const part of ['There is no good copy of it.', 'Nothing is deleted']) expect(without).toContain(part);
});
