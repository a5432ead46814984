import { expect, test } from 'vitest';
import { batchEndWords } from './batch-end.ts';

test('the words count what was submitted and what needs the person', () => {
  expect(batchEndWords({ files: 40, submitted: 38, cancelled: 0, needYou: 2 }, 'en')).toEqual({
    title: 'All 40 files are done',
    body: '38 submitted, 2 need you',
  });
});

test('a batch of which nothing was submitted is not called done', () => {
  expect(batchEndWords({ files: 1, submitted: 0, cancelled: 0, needYou: 1 }, 'en')?.title).toBe('A file needs you');
  expect(batchEndWords({ files: 60, submitted: 0, cancelled: 1, needYou: 59 }, 'en')?.title).toBe('59 files need you');
});

test.each([
  ['de', '12.345', '1.234'],
  ['en-GB', '12,345', '1,234'],
])('numbers are written as the app’s language %s writes them', (locale, files, needYou) => {
  const words = batchEndWords({ files: 12_345, submitted: 11_111, cancelled: 0, needYou: 1_234 }, locale);
  expect(words?.title).toBe(`All ${files} files are done`);
  expect(words?.body).toMatch(new RegExp(` submitted, ${needYou} need you$`));
});

test('who cancelled everything is not told that it is done', () => {
  expect(batchEndWords({ files: 3, submitted: 0, cancelled: 3, needYou: 0 }, 'en')).toBeNull();
});
