import { expect, test } from 'vitest';
import { damageQuestionWords, type StartRefusal, startRefusalWords } from './start.ts';

const folder = '/home/somebody/.config/Dropslip';

test('a second start says whether what it was given has reached the first', () => {
  expect(startRefusalWords({ code: 'handed-over', isLink: true })).toEqual({
    tone: 'info',
    message: 'Dropslip is already open',
    detail: 'Your link opens in its window. This second one ends now.',
  });
  const taken = startRefusalWords({ code: 'taken', folder, isLink: true });
  expect(taken).toMatchObject({ tone: 'error', message: 'Another Dropslip is using this data folder' });
  expect(taken.detail).toContain('Your link was not opened');
  expect(taken.detail).toContain(folder);
  for (const refusal of [
    { code: 'handed-over', isLink: false },
    { code: 'taken', folder, isLink: false },
  ] as const) {
    expect(startRefusalWords(refusal).detail).not.toContain('link');
  }
});

test.each([
  ['full', 'The disk is full', 'Free some space on it, then open Dropslip again. What it has kept is safe.'],
  [
    'write-protected',
    'Dropslip cannot write in its data folder',
    'Its disk is write-protected. Take the protection off, then open Dropslip again.',
  ],
  ['no-file', 'Dropslip cannot use its data folder', 'Move that away, or put the file back, then open Dropslip again.'],
  [
    'forbidden',
    'Dropslip cannot write in its data folder',
    'This person may not write there. Allow it, then open Dropslip again.',
  ],
  [
    'other',
    'Dropslip cannot write in its data folder',
    'The disk may be full, write-protected or failing. Check it, then open Dropslip again.',
  ],
] as const)(
  'a folder that cannot be written (%s) says what to do, with the place and the system’s words',
  (why, message, remedy) => {
    const refusal: StartRefusal = { code: 'unwritable', folder, why, detail: 'What the system says.' };
    const detail = `${folder}\n\n${remedy}\n\nWhat the system says.`;
    expect(startRefusalWords(refusal)).toEqual({ tone: 'error', message, detail });
  },
);

test.each([
  [true, 'Another program is using Dropslip’s data file. Close it, then open Dropslip again.'],
  [false, 'If opening Dropslip again does not help, please show this to your support.'],
])('a start that failed says what to do: %s', (isLocked, remedy) => {
  expect(startRefusalWords({ code: 'failed', folder, isLocked, detail: 'Why.' })).toEqual({
    tone: 'error',
    message: 'Dropslip could not start',
    detail: `Why.\n\n${remedy}\n\n${folder}`,
  });
});

test('a damaged database is told with what a copy has and has not, and that nothing is deleted', () => {
  const withCopy = damageQuestionWords('Why.', '3 May 2026');
  expect(withCopy.labels.copy).toBe('Open the copy of 3 May 2026');
  for (const part of ['Why.', 'A copy of 3 May 2026 is good.', 'nothing is deleted']) {
    expect(withCopy.detail).toContain(part);
  }
  const without = damageQuestionWords('Why.', null).detail;
  for (const part of ['There is no good copy of it.', 'nothing is deleted']) expect(without).toContain(part);
});
