import { expect, test } from 'vitest';
import { watchEndNotice, watchEndWords, watchedNotice, watchedWords } from './watches.ts';

const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const letter = { submissionId, name: 'letter.txt' };

test('a watched submission that is in a block is named by its file', () => {
  expect(watchedWords(letter)).toBe('letter.txt is in a block now.');
  expect(watchedNotice(letter)).toEqual({ title: 'A submission is in a block', body: 'letter.txt' });
});

test.each([
  [
    'unknown',
    'letter.txt is no longer watched, because the service does not know it. Check its id and the account, then look it up again.',
    'The service does not know a submission you watch',
  ],
  [
    'not-offered',
    'letter.txt is no longer watched, because the service needs an access token for look-ups. Add one under Accounts.',
    'A submission can no longer be watched',
  ],
] as const)('a watch that ends as %s says so by name', (why, sentence, title) => {
  expect(watchEndWords({ ...letter, why })).toBe(sentence);
  expect(watchEndNotice({ ...letter, why })).toEqual({ title, body: 'letter.txt' });
});

test('a submission without a file is named by its id', () => {
  expect(watchEndNotice({ submissionId, name: null, why: 'not-offered' }).body).toBe(submissionId);
});

test('a file name cannot turn the words around', () => {
  const end = { submissionId, name: 'a\u202egpj.exe', why: 'unknown' } as const;
  expect(watchEndNotice(end).body).toBe('a\ufffdgpj.exe');
  expect(watchEndWords(end)).toMatch(/^a\ufffdgpj\.exe is no longer watched/);
});
