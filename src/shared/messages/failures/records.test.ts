import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { RECEIPT_EXTENSION } from '../../submissions/verification.ts';
import { failureMessage } from './failure-message.ts';
import { depositsMessages, lookupMessages, receiptsMessages, recordsMessages } from './records.ts';

test('what names nothing is one whole sentence or more', () => {
  const sentences = Object.values<unknown>(depositsMessages).filter((message) => typeof message === 'string');
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

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

test.each(Object.entries(receiptsMessages))('%s is said in whole sentences', (_code, message) => {
  if (typeof message === 'string') expect(message).toMatch(/^[A-Z].*[^.]\.$/);
});

test('what is no receipt is told from one by the name that receipts are saved under', () => {
  expect(failureMessage({ code: 'not-a-receipt' })).toContain(`end in ${RECEIPT_EXTENSION},`);
});

const name = 'a\u202egpj.exe';

test.each<[Failure, string]>([
  [
    { code: 'compared-file-unreadable', values: { name, why: 'empty' } },
    '“a\ufffdgpj.exe” is empty, so it was never submitted.',
  ],
  [
    { code: 'compared-file-unreadable', values: { name, why: 'missing' } },
    '“a\ufffdgpj.exe” is no longer there. Choose it again.',
  ],
  [
    { code: 'compared-file-unreadable', values: { name, why: 'forbidden' } },
    'You have no permission to read “a\ufffdgpj.exe”. Change its permissions, then try again.',
  ],
  [
    { code: 'compared-file-unreadable', values: { name, why: 'other' } },
    '“a\ufffdgpj.exe” could not be read. Check its drive, then try again.',
  ],
  [
    { code: 'no-account', values: { address: null } },
    'The service cannot be reached right now. Try again in a moment.',
  ],
  [
    { code: 'no-account', values: { address: 'https://service.example' } },
    'To ask the service, add an account for https://service.example first.',
  ],
  [
    { code: 'no-record', values: { accountName: 'Work' } },
    'The service does not show this submission to the account “Work”. It may belong to another account.',
  ],
  [
    { code: 'receipt-not-saved', values: { name } },
    'The receipt of “a\ufffdgpj.exe” was not saved, because the service’s record in it is too large. Copy the record from the details instead.',
  ],
])('%j', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(sentence);
});
