import { expect, test } from 'vitest';
import type { Submission, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { groupOf } from '../../data/groups.ts';
import { wholeList } from './whole-list.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'x', message: 'Why.' };
const sending: SubmissionState = { kind: 'sending', attempt: 1 };
const checked: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const unknown: SubmissionState = { ...checked, check: { kind: 'cannot-tell', why: 'no-records' } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };

function listed(...rows: readonly (SubmissionState | readonly [SubmissionState, Submission['wish']])[]) {
  const base = { accountId: 'practice', name: 'a', folder: null, size: 1, addedAt: at, cost: null };
  const submissions = rows.map((row, index): Submission => {
    const [state, wish] = 'kind' in row ? [row, null] : row;
    return { ...base, id: index + 1, state, wish };
  });
  const idsIn = (group: string) => submissions.flatMap(({ id, state }) => (groupOf(state) === group ? [id] : []));
  return wholeList(
    new Map(submissions.map((submission) => [submission.id, submission])),
    idsIn('working'),
    idsIn('needs-you'),
  );
}

test('what is being checked is paused with the others, and not cancelled', () => {
  expect(listed(checked, sending, { kind: 'waiting' }, paused)).toMatchObject({ pause: [1, 2, 3], cancel: [2, 3, 4] });
  expect(listed(checked)).toMatchObject({ pause: [1], pausable: 0, cancel: [] });
});

test('all is resumed that may yet be paused, and nothing that would be paid for again or beyond the line', () => {
  const of = { localId: 9, name: 'b', submissionId: 'x', at };
  const duplicate: SubmissionState = { kind: 'paused', why: { kind: 'duplicate', of } };
  const beyond: SubmissionState = { kind: 'paused', why: { kind: 'beyond-spending-limit' } };
  const { resume } = listed(duplicate, beyond, paused, sending, checked, unknown, [unknown, 'pause']);
  expect([...resume].sort()).toEqual([3, 4, 5, 7]);
});

test('resuming is offered as soon as something is to be paused once its answer is there', () => {
  expect(listed(sending, checked).resumable).toBe(0);
  expect(listed([sending, 'pause'], [checked, 'pause'], [unknown, 'pause'], paused).resumable).toBe(4);
});

test('a wish that has met a receipt or a refusal, and one to cancel, is none to resume', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
  expect(listed([submitted, 'pause'], [{ kind: 'rejected', reason }, 'pause'], [sending, 'cancel']).resumable).toBe(0);
});
