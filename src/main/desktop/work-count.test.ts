import { expect, test } from 'vitest';
import { DomainEvents } from '../../core/domain-events.ts';
import { separatorsOf } from '../../shared/amounts.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { workLine } from '../../shared/messages/notices.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import { barOf, idsFor, type Work, WorkCount } from './work-count.ts';

const submitted = (id: number): SubmissionState => ({ kind: 'submitted', submissionId: `${id}`, at: '' });
const rejected: SubmissionState = { kind: 'rejected', reason: { code: 'empty' } };
const waiting: SubmissionState = { kind: 'waiting' };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };
const sending: SubmissionState = { kind: 'sending', attempt: 1 };

function row(id: number, state: SubmissionState, size: number | null = 100): Submission {
  return {
    id,
    accountId: 'a',
    name: `${id}`,
    folder: null,
    size,
    addedAt: '',
    state,
    cost: null,
    wish: null,
    content: 'file',
    files: null,
    parts: null,
  };
}

function counting(...known: readonly Submission[]) {
  const events = new DomainEvents((_name, error) => {
    throw error;
  });
  const told: Work[] = [];
  const count = new WorkCount({ events, known, onChange: (work) => told.push(work) });
  const change = (...submissions: readonly Submission[]) => events.emit('submissions.changed', { submissions });
  const line = (): string => workLine(count.now, () => separatorsOf('en'));
  return { events, count, told, change, line };
}

test('the line counts the files that came since all was last at rest, of all accounts', () => {
  const { change, line } = counting(row(1, submitted(1)));
  expect(line()).toBe('Nothing is being sent');
  change(row(2, waiting), row(3, waiting), { ...row(4, sending), accountId: 'b' });
  expect(line()).toBe('Sending 1 of 3');
  change(row(2, submitted(2)), row(4, submitted(4)));
  expect(line()).toBe('Sending 3 of 3');
  change(row(3, submitted(3)));
  expect(line()).toBe('Nothing is being sent');
  change(row(5, waiting));
  expect(line()).toBe('Sending 1 of 1');
});

test('what needs the person is counted wherever it is from, and said once nothing moves', () => {
  const { change, count, events, line } = counting(row(1, rejected));
  expect([count.now.needsPerson, line()]).toEqual([1, '1 file needs your attention']);
  change(row(2, waiting), row(3, { kind: 'paused', why: { kind: 'unapproved' } }));
  expect([count.now.needsPerson, line()]).toEqual([2, 'Sending 1 of 1']);
  change(row(2, submitted(2)));
  expect(line()).toBe('2 files need your attention');
  events.emit('submissions.removed', { ids: [1, 3] });
  expect([count.now.needsPerson, line()]).toEqual([0, 'Nothing is being sent']);
});

test('the bar goes by bytes: of what is done, and of what is being sent as far as it is told', () => {
  const { change, count, events } = counting();
  change(row(1, sending, 300), row(2, waiting, 100));
  const progress = (done: number, id = 1) =>
    events.emit('submissions.changed', {
      submissions: [],
      queue: { progress: [{ id, done, total: 300 }] } as never,
    });
  expect(barOf(count.now)).toEqual({ progress: 0, mode: 'normal' });
  progress(100);
  expect(barOf(count.now)).toEqual({ progress: 0.25, mode: 'normal' });
  // What is read before it is sent has not left.
  progress(100, 2);
  expect(barOf(count.now).progress).toBe(0.25);
  change(row(1, submitted(1), 300));
  expect(barOf(count.now).progress).toBe(0.75);
  change(row(2, submitted(2), 100));
  expect(barOf(count.now)).toEqual({ progress: -1, mode: 'none' });
});

test('the bar says what stands still, and what went wrong in this batch, not in an earlier one', () => {
  const { change, count } = counting(row(9, rejected));
  change(row(1, paused), row(2, waiting));
  expect(barOf(count.now).mode).toBe('normal');
  change(row(2, rejected));
  expect(barOf(count.now)).toEqual({ progress: 0.5, mode: 'paused' });
  change(row(1, waiting));
  expect(barOf(count.now).mode).toBe('error');
});

test('files whose size nobody knows are counted by their number, and what is cancelled by nothing', () => {
  const { change, count } = counting();
  change(row(1, waiting, null), row(2, waiting, null));
  change(row(1, submitted(1), null));
  expect(barOf(count.now).progress).toBe(0.5);
  change(row(2, { kind: 'cancelled' }, null));
  expect(count.now).toMatchObject({ all: 0, moving: 0, bytes: 0 });
});

test('all is paused and resumed as each row’s own buttons would: what is being sent, or held for a reason, is left', () => {
  const rows = [
    row(1, waiting),
    row(2, sending),
    row(3, paused),
    row(4, { kind: 'paused', why: { kind: 'unapproved' } }),
  ];
  expect(idsFor('pause', rows)).toEqual([1]);
  expect(idsFor('resume', rows)).toEqual([3]);
});
