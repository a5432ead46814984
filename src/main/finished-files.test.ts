import { expect, test } from 'vitest';
import type { Submission } from '../shared/bridge/submissions.ts';
import { allOf, noFiles } from '../shared/submissions/batch-status.ts';
import { isMoving, isWorkedOn, type SubmissionState } from '../shared/submissions/submission-state.ts';
import { FinishedFiles } from './finished-files.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'internal' } as const;
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
    content: 'file',
    files: null,
    parts: null,
  };
}

const rows = (...submissions: readonly Submission[]) => submissions;

test('a batch is over when nothing of it goes on by itself any more', () => {
  const batch = new FinishedFiles([]);
  batch.changed(rows(submission(1, waiting), submission(2, waiting), submission(3, waiting)));
  batch.changed(rows(submission(1, submitted), submission(2, rejected)));
  expect(batch.isOver()).toBe(false);
  batch.changed(rows(submission(3, checking)));
  expect(batch.isOver()).toBe(false);
  batch.changed(rows(submission(3, cannotTell)));
  expect(batch.isOver()).toBe(true);
  expect(batch.take()).toEqual({ ...noFiles, submitted: 1, rejected: 1, notKnown: 1 });
});

test('a batch is told once: the block that follows is none', () => {
  const batch = new FinishedFiles([]);
  batch.changed(rows(submission(1, waiting)));
  batch.changed(rows(submission(1, submitted)));
  batch.take();
  batch.changed(rows(submission(1, { kind: 'confirmed', submissionId: 'a', at })));
  expect(batch.isOver()).toBe(false);
});

test('a file that was over before its row could be told of belongs to the batch', () => {
  const batch = new FinishedFiles([]);
  batch.changed(rows(submission(1, submitted)));
  expect(batch.take().submitted).toBe(1);
});

test('what an earlier run left under way belongs to the batch, what it had finished does not', () => {
  const batch = new FinishedFiles([submission(1, waiting), submission(2, submitted)]);
  batch.changed(rows(submission(1, submitted), submission(2, { kind: 'confirmed', submissionId: 'a', at })));
  expect(allOf(batch.take())).toBe(1);
});

test('a batch that the person paused is not over', () => {
  const batch = new FinishedFiles([]);
  batch.changed(rows(submission(1, waiting), submission(2, waiting)));
  batch.changed(rows(submission(1, submitted), submission(2, { kind: 'paused', why: { kind: 'by-person' } })));
  expect(batch.isOver()).toBe(false);
});

test('rows that are removed leave the batch', () => {
  const batch = new FinishedFiles([]);
  batch.changed(rows(submission(1, waiting)));
  batch.removed([1]);
  expect(batch.isOver()).toBe(false);
});

test('a file that is checked keeps the computer awake, and lets the window close without a question', () => {
  expect([isWorkedOn(checking), isMoving(checking)]).toEqual([true, false]);
  expect([isWorkedOn(cannotTell), isMoving(cannotTell)]).toEqual([false, false]);
  expect([isWorkedOn(waiting), isMoving(waiting)]).toEqual([true, true]);
});
