import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noSummary, nothingHeld } from '../../../shared/bridge/submissions.ts';
import { RecordedEvents } from '../../domain-events.fixture.ts';
import { submission } from '../journal/submission.fixture.ts';
import { Publisher } from './publisher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('how far a file has gone is told once more after its row is told to be sending, also where nothing moves by then', () => {
  const events = new RecordedEvents();
  const publisher = new Publisher({
    events,
    shown: () => 'a',
    shownBy: (row) => row,
    progress: () => ({ progress: [], summary: noSummary, held: nothingHeld }),
    observe: () => undefined,
    forget: () => undefined,
  });
  publisher.moved('a');
  vi.advanceTimersByTime(100);
  publisher.changed(submission(1, 10, { kind: 'preparing' }));
  vi.advanceTimersByTime(10);
  // The report that is due comes before the row that it belongs to.
  publisher.changed(submission(1, 10, { kind: 'sending', attempt: 1 }));
  publisher.moved('a');
  vi.advanceTimersByTime(1_000);
  const kinds = events.all.map(({ kind }) => kind);
  expect(kinds).toEqual(['submissions.changed', 'submissions.progress', 'submissions.changed', 'submissions.progress']);
  publisher.close();
});
