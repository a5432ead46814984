import { expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submission-state.ts';
import { isWorkedOn } from '../../../shared/submission-state.ts';
import { batchEndWords, createBatchWatch, isUnderWay } from './batch.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'x', message: 'Why.' };
const waiting: SubmissionState = { kind: 'waiting' };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'a', at };
const rejected: SubmissionState = { kind: 'rejected', reason };
const checking: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const cannotTell: SubmissionState = {
  kind: 'unsettled',
  since: at,
  reason,
  check: { kind: 'cannot-tell', why: 'no-records' },
};

function submission(id: number, state: SubmissionState): Submission {
  return {
    id,
    accountId: 'practice',
    name: `${id}`,
    folder: null,
    size: 1,
    addedAt: at,
    state,
    cost: null,
    wish: null,
  };
}

const rows = (...submissions: readonly Submission[]) => submissions;

test('a batch is over when nothing of it goes on by itself any more', () => {
  const watch = createBatchWatch([]);
  watch.changed(rows(submission(1, waiting), submission(2, waiting), submission(3, waiting)));
  watch.changed(rows(submission(1, submitted), submission(2, rejected)));
  expect(watch.isOver()).toBe(false);
  watch.changed(rows(submission(3, checking)));
  expect(watch.isOver()).toBe(false);
  watch.changed(rows(submission(3, cannotTell)));
  expect(watch.isOver()).toBe(true);
  expect(watch.take()).toEqual({ files: 3, submitted: 1, cancelled: 0, needYou: 2 });
});

test('a batch is told once: the block that follows is none', () => {
  const watch = createBatchWatch([]);
  watch.changed(rows(submission(1, waiting)));
  watch.changed(rows(submission(1, submitted)));
  watch.take();
  watch.changed(rows(submission(1, { kind: 'confirmed', submissionId: 'a', at })));
  expect(watch.isOver()).toBe(false);
});

test('a file that was over before its row could be told of belongs to the batch', () => {
  const watch = createBatchWatch([]);
  watch.changed(rows(submission(1, submitted)));
  expect(watch.take().submitted).toBe(1);
});

test('what an earlier run left under way belongs to the batch, what it had finished does not', () => {
  const watch = createBatchWatch([submission(1, waiting), submission(2, submitted)]);
  watch.changed(rows(submission(1, submitted), submission(2, { kind: 'confirmed', submissionId: 'a', at })));
  expect(watch.take().files).toBe(1);
});

test('a batch that the person paused is not over', () => {
  const watch = createBatchWatch([]);
  watch.changed(rows(submission(1, waiting), submission(2, waiting)));
  watch.changed(rows(submission(1, submitted), submission(2, { kind: 'paused', why: { kind: 'by-person' } })));
  expect(watch.isOver()).toBe(false);
});

test('rows that are removed leave the batch', () => {
  const watch = createBatchWatch([]);
  watch.changed(rows(submission(1, waiting)));
  watch.removed([1]);
  expect(watch.isOver()).toBe(false);
});

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

test('a file that is checked keeps the computer awake, and lets the window close without a question', () => {
  expect([isWorkedOn(checking), isUnderWay(checking)]).toEqual([true, false]);
  expect([isWorkedOn(cannotTell), isUnderWay(cannotTell)]).toEqual([false, false]);
  expect([isWorkedOn(waiting), isUnderWay(waiting)]).toEqual([true, true]);
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
