import { expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { RecordedEvents } from '../../domain-events.fixture.ts';
import { NeedsPersonCount } from './needs-person.ts';

const waiting: SubmissionState = { kind: 'waiting' };
const rejected: SubmissionState = { kind: 'rejected', reason: { code: 'internal' } };

function submission(id: number, state: SubmissionState, accountId = 'practice'): Submission {
  const addedAt = '2026-05-03T10:00:00Z';
  return {
    id,
    accountId,
    name: `${id}`,
    folder: null,
    size: 1,
    addedAt,
    state,
    cost: null,
    wish: null,
    content: 'file',
    files: null,
    parts: null,
  };
}

test('the app’s icon has the number of files that need the person, of all accounts, and none when none does', () => {
  const events = new RecordedEvents();
  const shown: number[] = [];
  const known = [submission(1, rejected), submission(2, waiting), submission(3, rejected, 'work')];
  new NeedsPersonCount({ events, known, show: (count) => shown.push(count) });
  const change = (...submissions: readonly Submission[]): void => events.emit('submissions.changed', { submissions });
  change(submission(2, rejected));
  change(submission(2, rejected));
  change(submission(1, waiting));
  events.emit('submissions.removed', { ids: [2, 3] });
  expect(shown).toEqual([2, 3, 2, 0]);
});
