import { expect, test } from 'vitest';
import { watchEndWords } from './words.ts';

const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

test('a watch that comes to nothing names its file, or its id where there is no file', () => {
  expect(watchEndWords({ submissionId, name: 'letter.txt', why: 'unknown' })).toEqual({
    title: 'The service does not know a submission that you watch',
    body: 'letter.txt',
  });
  expect(watchEndWords({ submissionId, name: null, why: 'not-offered' })).toEqual({
    title: 'A submission cannot be watched any more',
    body: submissionId,
  });
});

test('a file name cannot turn the words around', () => {
  expect(watchEndWords({ submissionId, name: 'a\u202egpj.exe', why: 'unknown' }).body).toBe('a\ufffdgpj.exe');
});
