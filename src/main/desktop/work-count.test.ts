import { expect, test } from 'vitest';
import { separatorsOf } from '../../shared/amounts.ts';
import { workLine } from '../../shared/messages/notices.ts';
import { type BatchCounts, noFiles } from '../../shared/submissions/batch-status.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import { type Batch, barOf, idsFor, workOf } from './work-count.ts';

const batch = (counts: Partial<BatchCounts>, all = 0, gone = 0): Batch => ({
  number: 1,
  counts: { ...noFiles, ...counts },
  bytes: { all, gone, submitted: 0, byStatus: noFiles },
});
const line = (needsPerson: number, ...batches: readonly Batch[]): string =>
  workLine(workOf(batches, needsPerson), () => separatorsOf('en'));
const bar = (...batches: readonly Batch[]) => barOf(workOf(batches, 0));

test('the line counts the files of all accounts that are not at rest', () => {
  expect(line(0, batch({ submitted: 7 }))).toBe('Nothing is being sent');
  expect(line(0, batch({ toGo: 2 }), batch({ sending: 1 }), batch({ submitted: 7 }))).toBe('Sending 1 of 3');
  expect(line(1, batch({ submitted: 2, toGo: 1, undecided: 4, cancelled: 1 }))).toBe('Sending 3 of 3');
  expect(line(2, batch({ rejected: 2 }))).toBe('2 files need your attention');
  expect(line(0, batch({ paused: 1 }))).toBe('1 file is paused');
});

test('the bar goes by bytes, or by files if no size is known', () => {
  expect(bar(batch({ sending: 1, toGo: 1 }, 400, 100))).toEqual({ progress: 0.25, mode: 'normal' });
  expect(bar(batch({ submitted: 1, toGo: 1 }))).toEqual({ progress: 0.5, mode: 'normal' });
  expect(bar(batch({ submitted: 2 }, 400, 400))).toEqual({ progress: -1, mode: 'none' });
});

test('the bar shows what is paused and what went wrong', () => {
  expect(bar(batch({ paused: 1, rejected: 1 }))).toEqual({ progress: 0.5, mode: 'paused' });
  expect(bar(batch({ toGo: 1, rejected: 1 })).mode).toBe('error');
});

test('all is paused and resumed as each row’s own buttons would', () => {
  const states: readonly SubmissionState[] = [
    { kind: 'waiting' },
    { kind: 'sending', attempt: 1 },
    { kind: 'paused', why: { kind: 'by-user' } },
    { kind: 'paused', why: { kind: 'unapproved' } },
  ];
  const rows = states.map((state, id) => ({ id, state }));
  expect(idsFor('pause', rows)).toEqual([0]);
  expect(idsFor('resume', rows)).toEqual([2]);
});
