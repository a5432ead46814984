import { expect, test } from 'vitest';
import type { QueueSummary } from '../../../../shared/bridge/submissions.ts';
import { type BatchCounts, noFiles } from '../../../../shared/submissions/batch-status.ts';
import { carriedOverWords, summaryWords } from './summary-words.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

function summary(counts: Partial<BatchCounts>, more: Partial<QueueSummary> = {}): QueueSummary {
  return {
    counts: { ...noFiles, ...counts },
    bytes: { all: 4096, gone: 1024, submitted: 512 },
    bytesPerSecond: null,
    secondsLeft: null,
    waitingFor: null,
    estimate: null,
    costs: [],
    filesWithoutCost: 0,
    carriedOver: null,
    ...more,
  };
}

const words = (given: QueueSummary) =>
  summaryWords(given, { now, readsRecords: true, place: { locale: 'en-GB', timeZone: 'UTC' } });
const facts = (given: QueueSummary) => words(given).facts.map(({ text }) => text);

test('a running batch tells files, bytes, rate and time left', () => {
  const running = summary({ toGo: 88, confirmed: 12 }, { bytesPerSecond: 512.4, secondsLeft: 6 });
  expect(words(running)).toMatchObject({ headline: '12 of 100 files submitted', percent: 25, tone: 'active' });
  expect(facts(running)).toEqual(['1.02 kB of 4.10 kB', '512 bytes/s', 'about 6 s left']);
});

test('a rate and a time that nobody knows are left out', () => {
  expect(facts(summary({ toGo: 2 }))).toEqual(['1.02 kB of 4.10 kB']);
});

test('the bar is not full while an answer is still to come', () => {
  expect(words(summary({ sending: 1 }, { bytes: { all: 9, gone: 9, submitted: 0 } })).percent).toBe(99);
});

test('a batch that is over tells the bytes of what holds a receipt, and of nothing else', () => {
  expect(facts(summary({ confirmed: 2 }))).toEqual(['512 bytes']);
  expect(facts(summary({ confirmed: 2, cancelled: 1 }))).toEqual(['1 cancelled', '512 bytes submitted']);
  expect(facts(summary({ rejected: 1 }))).toEqual([]);
});

test('a bar of what was cancelled is not drawn, and one of what is paused stands where it stopped', () => {
  expect(words(summary({ cancelled: 3 })).percent).toBeNull();
  expect(words(summary({ paused: 3 })).percent).toBe(25);
  expect(words(summary({ rejected: 3 })).percent).toBe(100);
});

test('a batch of empty files is measured by its files', () => {
  const bytes = { all: 0, gone: 0, submitted: 0 };
  expect(words(summary({ toGo: 88, confirmed: 12 }, { bytes })).percent).toBe(12);
});

test('a long wait is told as the time of its end', () => {
  expect(facts(summary({ toGo: 1 }, { secondsLeft: 7_500 }))).toContain('done at about 14:05');
});

test('what the last run left open is told in figures: what goes on, what is checked, and what waits', () => {
  const told = (toSend: number, checking: number, needYou: number, paused: number): string =>
    carriedOverWords({ toSend, checking, needYou, paused });
  expect(told(1200, 2, 3, 1)).toBe(
    'Dropslip goes on where it stopped: 1,200 files to be sent, 2 being checked with the service, 3 waiting for you, 1 paused.',
  );
  expect(told(1, 0, 0, 0)).toBe('Dropslip goes on where it stopped: 1 file to be sent.');
  expect(told(0, 2, 0, 0)).toBe('Dropslip goes on where it stopped: 2 files being checked with the service.');
});
