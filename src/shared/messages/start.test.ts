import { expect, test } from 'vitest';
import { damageQuestionWords, type StartRefusal, startRefusalWords } from './start.ts';

const folder = '/home/somebody/.config/Dropslip';

test('a second start says whether what it was given has reached the first', () => {
  expect(startRefusalWords({ code: 'handed-over', isLink: true })).toEqual({
    tone: 'info',
    message: 'Dropslip is already open',
    detail: 'Your link opens in its window. This second one closes now.',
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
  ['full', 'The disk is full', 'Free some space, then open Dropslip again. Saved data is safe.'],
  [
    'write-protected',
    'Dropslip cannot write in its data folder',
    'Its disk is write-protected. Remove the protection, then open Dropslip again.',
  ],
  [
    'no-file',
    'Dropslip cannot use its data folder',
    'A folder or link is in the place of a file. Move it, or put the file back, then open Dropslip again.',
  ],
  [
    'forbidden',
    'Dropslip cannot write in its data folder',
    'Dropslip has no permission to write there. Allow it, then open Dropslip again.',
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
  [false, 'If reopening Dropslip does not help, show this to support.'],
])('a start that failed says what to do: %s', (isLocked, remedy) => {
  expect(startRefusalWords({ code: 'failed', folder, isLocked, detail: 'Why.' })).toEqual({
    tone: 'error',
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
