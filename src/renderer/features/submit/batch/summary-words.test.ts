import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateWords, summaryWords } from './summary-words.ts';

const running = {
  files: 100,
  filesDone: 12,
  filesNeedingYou: 0,
  bytes: 4096,
  bytesDone: 1024,
  bytesPerSecond: 512.4,
  secondsLeft: 6,
  waitingFor: null,
  estimate: null,
};

const context = { now: Date.parse('2026-05-04T12:00:00Z'), needsYou: 0, place: { locale: 'en-GB', timeZone: 'UTC' } };

test('a running batch tells files, bytes, rate and time left', () => {
  expect(summaryWords(running, context)).toEqual({
    headline: '12 of 100 files done',
    facts: ['1.00 KB of 4.00 KB', '512 bytes/s', 'about 6 s left'],
    percent: 25,
    finished: false,
  });
});

test('a rate and a time that nobody knows are left out', () => {
  const { facts } = summaryWords({ ...running, bytesPerSecond: null, secondsLeft: null }, context);
  expect(facts).toEqual(['1.00 KB of 4.00 KB']);
});

test('the bar is not full while an answer is still to come', () => {
  expect(summaryWords({ ...running, bytesDone: 4096 }, context).percent).toBe(99);
});

test('a finished batch says so', () => {
  const words = summaryWords({ ...running, filesDone: 100, bytesDone: 4096 }, context);
  expect(words).toMatchObject({ headline: 'All 100 files are done', percent: 100, finished: true });
});

test('a finished batch does not hide what waits for the person', () => {
  const finished = { ...running, filesDone: 100, bytesDone: 4096 };
  expect(summaryWords(finished, context).facts).toEqual(['4.00 KB']);
  expect(summaryWords(finished, { ...context, needsYou: 1 }).facts).toContain('1 needs you');
  expect(summaryWords(finished, { ...context, needsYou: 1_200 }).facts).toContain('1,200 need you');
});

test('a batch of which nothing came to its end is not called done', () => {
  const one = { ...running, files: 1, filesDone: 1, filesNeedingYou: 1, bytes: 1024, bytesDone: 1024 };
  expect(summaryWords(one, { ...context, needsYou: 1 })).toMatchObject({
    headline: 'Your file needs you',
    facts: ['1.00 KB'],
    finished: true,
  });
  const all = { ...running, filesDone: 100, filesNeedingYou: 100, bytesDone: 4096 };
  expect(summaryWords(all, { ...context, needsYou: 101 })).toMatchObject({
    headline: 'All 100 files need you',
    facts: ['4.00 KB', '101 need you'],
  });
  const some = summaryWords({ ...all, filesNeedingYou: 99 }, { ...context, needsYou: 99 });
  expect(some).toMatchObject({ headline: 'All 100 files are done', facts: ['4.00 KB', '99 need you'] });
});

test('a batch of empty files is measured by its files', () => {
  expect(summaryWords({ ...running, bytes: 0, bytesDone: 0 }, context).percent).toBe(12);
});

test('a long wait is told as the time of its end', () => {
  const { facts } = summaryWords({ ...running, secondsLeft: 7_500 }, context);
  expect(facts).toContain('done at about 14:05');
});

const cost = { amount: '12345678901234567', token: 'ETH', decimals: 18 };

test('an estimate is told with three digits and with whether the balance is enough', () => {
  expect(estimateWords({ cost, balance: '1', covered: true })?.text).toBe(
    'About 0.0124 ETH for the rest — the balance covers it.',
  );
  expect(estimateWords({ cost, balance: '1', covered: false })).toEqual({
    text: 'About 0.0124 ETH for the rest — the balance does not cover it: add funds, or cancel some.',
    tone: 'warn',
  });
});

test('a balance that nobody knows is not spoken of', () => {
  expect(estimateWords({ cost, balance: null, covered: null })?.text).toBe('About 0.0124 ETH for the rest.');
});

test('nothing is said when nothing is left to pay for', () => {
  expect(estimateWords({ cost: { ...cost, amount: '0' }, balance: '1', covered: true })).toBeNull();
});

test('an estimate never promises less than it was given', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (amount) => {
      const words = estimateWords({
        cost: { amount: String(amount), token: null, decimals: 0 },
        balance: null,
        covered: null,
      });
      const shown = BigInt(words?.text.replace(/\D/g, '') ?? '0');
      expect(shown >= amount && shown <= amount + amount / 100n).toBe(true);
    }),
  );
});
