import { expect, test } from 'vitest';
import type { Failure } from '../../../failures/failure.ts';
import { failureMessage } from '../failure-message.ts';
import { lookupMessages } from './lookup.ts';
import { recordsMessages } from './records.ts';

test.each(Object.entries({ ...lookupMessages, ...recordsMessages }))(
  '%s is said in whole sentences',
  (_code, message) => {
    if (typeof message === 'string') expect(message).toMatch(/^[A-Z].*[^.]\.$/);
  },
);

test.each<[Failure, string]>([
  [{ code: 'look-up-failed', detail: 'Error: no.' }, 'This could not be looked up. Try again.'],
  [{ code: 'looked-up-file-unreadable', values: { why: 'folder' } }, 'This is a folder. Drop one file.'],
  [{ code: 'looked-up-file-unreadable', values: { why: 'empty' } }, 'This file is empty, so it was never submitted.'],
  [
    { code: 'looked-up-file-unreadable', values: { why: 'other' } },
    'This file cannot be read. Check that it is still there and that you have permission to read it.',
  ],
  [
    { code: 'too-many-watches', values: { most: 100 } },
    'You already watch 100 submissions, the most that Dropslip allows. Stop watching one, then try again.',
  ],
])('%j', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(sentence);
});
