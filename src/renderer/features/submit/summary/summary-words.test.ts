import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QueueSummary } from '../../../../shared/bridge/submissions.ts';
import {
  type BatchCounts,
  type BatchStatus,
  batchStatuses,
  noFiles,
} from '../../../../shared/submissions/batch-status.ts';
import { noSummary } from '../../../../shared/submissions/empty-queue.ts';
import { carriedOverWords, summaryWords, waitingText } from './summary-words.ts';

const now = Date.parse('2026-05-04T12:00:00Z');

function summary(counts: Partial<BatchCounts>, more: Partial<QueueSummary> = {}): QueueSummary {
  return {
    ...noSummary,
    counts: { ...noFiles, ...counts },
    bytes: { all: 4096, gone: 1024, submitted: 512, byStatus: noFiles },
    ...more,
  };
}

const words = (given: QueueSummary) =>
  summaryWords(given, { now, readsRecords: true, place: { locale: 'en-GB', timeZone: 'UTC' } });
const facts = (given: QueueSummary) => words(given).facts.map(({ text }) => text);

test('a running batch tells files, bytes, rate and time left', () => {
  const running = summary({ toGo: 88, confirmed: 12 }, { bytesPerSecond: 512.4, secondsLeft: 6 });
  expect(words(running)).toMatchObject({
    headline: '12 of 100 files submitted',
    bar: { good: 25, bad: 0, open: 0 },
    tone: 'active',
  });
  expect(facts(running)).toEqual(['1 kB of 4.1 kB', '512 bytes/s', 'about 6 s left']);
});

test('a rate and a time that nobody knows are left out', () => {
  expect(facts(summary({ toGo: 2 }))).toEqual(['1 kB of 4.1 kB']);
});

test('the bar is not full while an answer is still to come', () => {
  const bytes = { all: 9, gone: 9, submitted: 0, byStatus: { ...noFiles, sending: 9 } };
  expect(words(summary({ sending: 1 }, { bytes })).bar?.good).toBe(99);
});

test('a batch that is over tells the bytes of what holds a receipt, and of nothing else', () => {
  expect(facts(summary({ confirmed: 2 }))).toEqual(['512 bytes']);
  expect(facts(summary({ confirmed: 2, cancelled: 1 }))).toEqual(['1 cancelled', '512 bytes submitted']);
  expect(facts(summary({ rejected: 1 }))).toEqual([]);
});

test('a bar of what was cancelled is not drawn', () => {
  expect(words(summary({ cancelled: 3 })).bar).toBeNull();
});

test('what was not submitted is a part of the bar beside what was', () => {
  expect(words(summary({ confirmed: 150, rejected: 50 })).bar).toEqual({ good: 75, bad: 25, open: 0 });
  expect(words(summary({ rejected: 3 })).bar).toEqual({ good: 0, bad: 100, open: 0 });
});

const large = { all: 4_000_000, gone: 1_000, submitted: 1_000, byStatus: { ...noFiles, confirmed: 1_000 } };

test('while nothing moves the bar tells the files, however large those are that wait', () => {
  expect(words(summary({ confirmed: 120, undecided: 30 }, { bytes: large })).bar).toEqual({
    good: 80,
    bad: 0,
    open: 20,
  });
  expect(words(summary({ confirmed: 15, paused: 5 }, { bytes: large })).bar?.good).toBe(75);
  const unreachable = { kind: 'unreachable', failure: null } as const;
  const held = summary({ confirmed: 15, toGo: 5 }, { bytes: large, waitingFor: unreachable });
  expect(words(held).bar?.good).toBe(75);
  expect(facts(held)).toEqual(['1 kB submitted']);
});

test('while something moves the bar tells the bytes, each where its file stands, and none of what was cancelled', () => {
  const byStatus = {
    ...noFiles,
    confirmed: 300,
    delayed: 50,
    rejected: 300,
    undecided: 50,
    sending: 300,
    cancelled: 900,
  };
  const bytes = { all: 700, gone: 450, submitted: 300, byStatus };
  const counts = { confirmed: 1, delayed: 1, rejected: 1, undecided: 1, sending: 1, cancelled: 1 };
  expect(words(summary(counts, { bytes })).bar).toEqual({ good: 40, bad: 30, open: 10 });
});

test('the bar is full, and all of one colour, only where the words say so of all files', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...batchStatuses), { minLength: 1, maxLength: 30 }), (statuses) => {
      const counts: Record<BatchStatus, number> = { ...noFiles };
      for (const status of statuses) counts[status] += 1;
      const { bar, headline } = words(summary(counts));
      const { good, bad, open } = bar ?? { good: 0, bad: 0, open: 0 };
      expect(good + bad + open).toBeLessThanOrEqual(100.000001);
      if (good === 100) expect(headline).toMatch(/(is|are) (submitted|confirmed)$/);
      if (bad > 99.99) expect(counts.rejected + counts.incomplete).toBe(statuses.length);
    }),
  );
});

test('a batch of empty files is measured by its files', () => {
  const bytes = { all: 0, gone: 0, submitted: 0, byStatus: noFiles };
  expect(words(summary({ toGo: 88, confirmed: 12 }, { bytes })).bar?.good).toBe(12);
});

test('a long wait is told as the time of its end', () => {
  expect(facts(summary({ toGo: 1 }, { secondsLeft: 7_500 }))).toContain('done at about 14:05');
});

test('what the last run left is named as the strip names it, and is not said to go on', () => {
  const nothing = { toSend: 0, checking: 0, notKnown: 0, undecided: 0, paused: 0 };
  expect(carriedOverWords({ toSend: 1_200, checking: 2, notKnown: 4, undecided: 9, paused: 1 })).toBe(
    'Continuing: 1,200 files left from last time, 2 to check with the service, 9 waiting for your decision, 4 uncertain, 1 paused.',
  );
  expect(carriedOverWords({ ...nothing, toSend: 1 })).toBe('Continuing: 1 file left from last time.');
  expect(carriedOverWords({ ...nothing, checking: 2 })).toBe('Left from last time: 2 files to check with the service.');
});

test('what is wrong with the account is said once, above the screens, and all else that the queue waits for in the strip', () => {
  const trouble = { kind: 'credential-missing', credential: 'api-key', blocks: true } as const;
  expect(waitingText({ kind: 'account', trouble }, 0)).toBe('');
  expect(waitingText({ kind: 'account', trouble: null }, 0)).toContain('not ready yet');
  expect(waitingText({ kind: 'disk' }, 0)).toContain('The disk is full');
});
