import { expect, test } from 'vitest';
import { summaryWords } from './summary-words.ts';

const running = {
  files: 100,
  filesDone: 12,
  bytes: 4096,
  bytesDone: 1024,
  bytesPerSecond: 512.4,
  secondsLeft: 6,
  waitingFor: null,
  estimate: null,
};

test('a running batch tells files, bytes, rate and time left', () => {
  expect(summaryWords(running)).toEqual({
    headline: '12 of 100 files done',
    facts: ['1.00 KB of 4.00 KB', '512 bytes/s', 'about 6 s left'],
    percent: 25,
    finished: false,
  });
});

test('a rate and a time that nobody knows are left out', () => {
  const { facts } = summaryWords({ ...running, bytesPerSecond: null, secondsLeft: null });
  expect(facts).toEqual(['1.00 KB of 4.00 KB']);
});

test('the bar is not full while an answer is still to come', () => {
  expect(summaryWords({ ...running, bytesDone: 4096 }).percent).toBe(99);
});

test('a finished batch says so', () => {
  const words = summaryWords({ ...running, filesDone: 100, bytesDone: 4096 });
  expect(words).toMatchObject({ headline: 'All 100 files are done', percent: 100, finished: true });
});

test('a batch of empty files is measured by its files', () => {
  expect(summaryWords({ ...running, bytes: 0, bytesDone: 0 }).percent).toBe(12);
});
