import { expect, test } from 'vitest';
import type { Submission } from '../../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { groupOf } from '../../../data/window-state.ts';
import { bulkOf, cannotTellSentence, checkingSentence, receiptsOf, removableOf } from './bulk.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'internal' } as const;
const sending: SubmissionState = { kind: 'sending', attempt: 1 };
const checked: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const unknown: SubmissionState = { ...checked, check: { kind: 'cannot-tell', why: 'no-records' } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };

function listed(...rows: readonly (SubmissionState | readonly [SubmissionState, Submission['wish']])[]) {
  const base = {
    accountId: 'practice',
    name: 'a',
    folder: null,
    size: 1,
    addedAt: at,
    cost: null,
    content: 'file',
    files: null,
    parts: null,
  } as const;
  const submissions = rows.map((row, index): Submission => {
    const [state, wish] = 'kind' in row ? [row, null] : row;
    return { ...base, id: index + 1, state, wish };
  });
  const idsIn = (group: string) => submissions.flatMap(({ id, state }) => (groupOf(state) === group ? [id] : []));
  return bulkOf(
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

test('paused files are told apart by what they wait for, so that resuming all never pays for a duplicate', () => {
  const of = { localId: 9, name: 'b', submissionId: 'x', at };
  const { held } = listed(
    paused,
    { kind: 'paused', why: { kind: 'duplicate', of } },
    { kind: 'paused', why: { kind: 'beyond-spending-limit' } },
    { kind: 'waiting' },
    { kind: 'paused', why: { kind: 'since-copy' } },
    { kind: 'paused', why: { kind: 'unapproved' } },
  );
  expect(held).toEqual({
    'by-person': [1],
    duplicate: [2],
    'beyond-spending-limit': [3],
    'since-copy': [5],
    unapproved: [6],
  });
});

const now = Date.parse(at);

test('files that are checked and files that nobody knows about are counted apart, until the last check is over', () => {
  const until = (seconds: number): SubmissionState => {
    return { ...checked, check: { kind: 'checking', until: new Date(now + seconds * 1000).toISOString() } };
  };
  const { uncertain } = listed(until(60), unknown, until(120), { kind: 'waiting' });
  expect(uncertain).toEqual({ checking: 2, until: now + 120_000, cannotTell: [2] });
});

test('sixty checks are one sentence with the time of the last one, and without it when it has passed', () => {
  const files = { checking: 60, until: now + 115_000, cannotTell: [] };
  expect(checkingSentence(files, now)).toBe(
    '60 files are being checked with the service — about 2 min. Nothing is sent again until then.',
  );
  expect(checkingSentence(files, now + 115_000)).toBe(checkingSentence(files, null));
  expect(checkingSentence(files, null)).toBe(
    '60 files are being checked with the service. Nothing is sent again until the result is known.',
  );
});

test('sixty that nobody knows about are one sentence', () => {
  const files = { checking: 0, until: 0, cannotTell: Array.from({ length: 60 }, (_, at) => at) };
  expect(cannotTellSentence(files, true)).toBe(
    '60 files may have been paid for, and the service’s records can’t tell.',
  );
  expect(cannotTellSentence(files, false)).toBe(
    '60 files may have been paid for. Dropslip finds out by reading the service’s records, which needs an access token.',
  );
});

test('cleared is what was submitted and needs nobody; all that was not submitted is removed together', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
  const delayed: SubmissionState = { kind: 'delayed', submissionId: 'x', at, reason };
  const rows = (...states: readonly SubmissionState[]) =>
    new Map(
      states.map((state, index): [number, Submission] => [
        index + 1,
        {
          id: index + 1,
          accountId: 'a',
          name: 'a',
          folder: null,
          size: 1,
          addedAt: at,
          cost: null,
          state,
          wish: null,
          content: 'file',
          files: null,
          parts: null,
        },
      ]),
    );
  const mixed = rows({ kind: 'cancelled' }, delayed, { kind: 'rejected', reason }, paused, unknown, sending, submitted);
  expect(removableOf(mixed, [...mixed.keys()])).toEqual({ clearable: [7], unsubmitted: [1, 3] });
  expect(removableOf(mixed, [2, 3])).toEqual({ clearable: [], unsubmitted: [3] });
  expect(receiptsOf(mixed, [...mixed.keys()])).toEqual(['x']);
  expect(receiptsOf(mixed, [1, 3])).toEqual([]);
});

test('of files that were searched for, nothing is done with the others', () => {
  const rows = [sending, { kind: 'waiting' }, paused, checked] as const;
  const submissions = new Map(
    rows.map((state, index): [number, Submission] => [
      index + 1,
      {
        id: index + 1,
        accountId: 'a',
        name: 'a',
        folder: null,
        size: 1,
        addedAt: at,
        cost: null,
        state,
        wish: null,
        content: 'file',
        files: null,
        parts: null,
      },
    ]),
  );
  expect(bulkOf(submissions, [1, 2, 4], [3], new Set([2, 3]))).toMatchObject({
    pause: [2],
    resume: [2, 3],
    cancel: [2, 3],
    uncertain: { checking: 0 },
  });
});
