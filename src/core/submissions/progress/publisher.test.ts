import { beforeEach, expect, test, vi } from 'vitest';
import type { QueueProgress } from '../../../shared/bridge/submissions.ts';
import { noSummary, nothingHeld } from '../../../shared/submissions/empty-queue.ts';
import { RecordedEvents } from '../../domain-events.fixture.ts';
import { submission } from '../journal/submission.fixture.ts';
import { Publisher } from './publisher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const told = (done: number): QueueProgress => ({
  progress: [{ id: 1, done, total: 10 }],
  summary: noSummary,
  held: nothingHeld,
});

function publishing() {
  const events = new RecordedEvents();
  let done = 0;
  const publisher = new Publisher(
    events,
    () => 'a',
    (row) => row,
    () => told(done),
    () => {
      done += 1;
    },
    () => {
      done -= 1;
    },
  );
  return { events, publisher };
}

test('rows come with their totals and progress, which are not sent again', () => {
  const { events, publisher } = publishing();
  publisher.moved('a');
  vi.advanceTimersByTime(100);
  publisher.changed(submission(1, 10, { kind: 'preparing' }));
  vi.advanceTimersByTime(10);
  publisher.changed(submission(1, 10, { kind: 'sending', attempt: 1 }));
  publisher.moved('a');
  vi.advanceTimersByTime(1_000);
  expect(events.all).toEqual([
    expect.objectContaining({ kind: 'submissions.changed', queue: told(1) }),
    expect.objectContaining({ kind: 'submissions.changed', queue: told(2) }),
  ]);
  publisher.close();
});

test('with more rows than one event holds, the last event has the totals', () => {
  const { events, publisher } = publishing();
  for (let id = 1; id <= 2_001; id += 1) publisher.changed(submission(id, 10, { kind: 'waiting' }));
  vi.advanceTimersByTime(1_000);
  expect(events.all.map((event) => [event.kind, 'queue' in event])).toEqual([
    ['submissions.changed', false],
    ['submissions.changed', false],
    ['submissions.changed', true],
  ]);
  publisher.close();
});

test('removed rows are published with the remaining totals', () => {
  const { events, publisher } = publishing();
  publisher.changed(submission(1, 10, { kind: 'cancelled' }));
  publisher.removed('a', [1]);
  vi.advanceTimersByTime(1_000);
  expect(events.all).toEqual([{ kind: 'submissions.removed', ids: [1], queue: told(0) }]);
  publisher.close();
});

test('progress between changes is published by itself', () => {
  const { events, publisher } = publishing();
  publisher.moved('a');
  vi.advanceTimersByTime(1_000);
  expect(events.all).toEqual([{ kind: 'submissions.progress', ...told(0) }]);
  publisher.close();
});
