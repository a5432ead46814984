import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QueueProgress, Submission } from '../../shared/bridge/submissions.ts';
import type { Check, SubmissionState } from '../../shared/submissions/submission-state.ts';
import {
  apply,
  emptyState,
  fromSnapshot,
  groupOf,
  groups,
  inPieces,
  type StateEvent,
  type WindowState,
} from './window-state.ts';

const at = '2026-01-12T10:00:00Z';
const reason = { code: 'internal' } as const;

const states = fc.constantFrom<SubmissionState>(
  { kind: 'waiting' },
  { kind: 'preparing' },
  { kind: 'sending', attempt: 1 },
  { kind: 'sending', attempt: 2 },
  { kind: 'retrying', until: at, reason },
  { kind: 'paused', why: { kind: 'by-user' } },
  { kind: 'cancelled' },
  { kind: 'rejected', reason },
  { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } },
  { kind: 'submitted', submissionId: 'a', at },
  { kind: 'confirmed', submissionId: 'a', at },
  { kind: 'delayed', submissionId: 'a', at, reason },
);

const ids = fc.integer({ min: 1, max: 12 });

const submissions = fc.record({ id: ids, state: states }).map(({ id, state }) => submission(id, state));

const events: fc.Arbitrary<StateEvent> = fc.oneof(
  fc
    .tuple(fc.array(submissions, { maxLength: 6 }), fc.array(ids, { maxLength: 4 }))
    .map(([rows, moving]) => ({ kind: 'submissions.changed', submissions: rows, queue: queue(...moving) }) as const),
  fc.array(ids, { maxLength: 4 }).map((gone) => ({ kind: 'submissions.removed', ids: gone }) as const),
  fc.array(ids, { maxLength: 4 }).map((moving) => progress(...moving)),
);

function submission(id: number, state: SubmissionState): Submission {
  // Three submissions to a drop; a later drop has higher ids.
  const addedAt = `2026-01-12T10:00:0${Math.floor((id - 1) / 3)}Z`;
  return {
    id,
    accountId: 'practice',
    name: `${id}.txt`,
    folder: null,
    size: 9,
    addedAt,
    state,
    cost: null,
    wish: null,
    content: 'file',
    files: null,
    parts: null,
  };
}

function queue(...moving: readonly number[]): QueueProgress {
  return {
    progress: moving.map((id) => ({ id, done: 1, total: 9 })),
    summary: emptyState.summary,
    held: emptyState.held,
  };
}

function progress(...moving: readonly number[]): StateEvent {
  return { kind: 'submissions.progress', ...queue(...moving) };
}

function after(...happened: readonly StateEvent[]): WindowState {
  return happened.reduce(apply, { ...emptyState, activeAccountId: 'practice' });
}

function changed(...rows: readonly Submission[]): StateEvent {
  return { kind: 'submissions.changed', submissions: rows };
}

test('whatever happens, the lists hold exactly the submissions, each in its group and in the order of the screen', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), (happened) => {
      const state = after(...happened);
      const expected = [...state.submissions.values()].sort(
        (a, b) => b.addedAt.localeCompare(a.addedAt) || a.id - b.id,
      );
      for (const group of groups) {
        const members = expected.filter((one) => group === 'all' || groupOf(one.state) === group);
        expect(state.lists[group]).toEqual(members.map((one) => one.id));
      }
    }),
  );
});

test('whatever happens, only submissions that move have progress', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), (happened) => {
      const state = after(...happened);
      for (const id of state.progress.keys()) {
        expect(['sending', 'preparing']).toContain(state.submissions.get(id)?.state.kind);
      }
    }),
  );
});

test('rows are taken in with what they change of the totals, and with how far their bytes are', () => {
  const summary = { ...emptyState.summary, filesWithoutCost: 1 };
  const held = { ...emptyState.held, unit: { token: 'eth', decimals: 18 } };
  const row = submission(1, { kind: 'sending', attempt: 1 });
  const added = after({ kind: 'submissions.changed', submissions: [row], queue: { ...queue(1), summary, held } });
  expect(added).toMatchObject({ summary, held, progress: new Map([[1, { id: 1, done: 1, total: 9 }]]) });
  expect(apply(added, { kind: 'submissions.removed', ids: [1], queue: queue() })).toMatchObject({
    summary: emptyState.summary,
    held: emptyState.held,
    progress: new Map(),
  });
});

test('what is applied a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), events, (happened, last) => {
      const once = after(...happened, last);
      const twice = apply(once, last);
      expect({ ...twice, progress: null }).toEqual({ ...once, progress: null });
    }),
  );
});

test('a snapshot in pieces comes to the same as the whole', () => {
  const snapshots = fc.array(submissions, { maxLength: 30 }).map((rows) => ({
    version: '1',
    formats: emptyState.formats,
    accounts: [],
    activeAccountId: 'practice',
    submissions: [...new Map(rows.map((row) => [row.id, row])).values()],
    progress: rows.map(({ id }) => ({ id, done: 1, total: 9 })),
    summary: { ...emptyState.summary, files: rows.length },
    held: emptyState.held,
    queueSettings: { atOnce: 3, spendingLimit: { amount: '7', token: 'ETH' }, askBeyondFiles: 12 },
  }));
  fc.assert(
    fc.property(snapshots, fc.integer({ min: 1, max: 5 }), (snapshot, atOnce) => {
      const whole = fromSnapshot(snapshot);
      const pieces = inPieces(snapshot, atOnce).reduce(apply, emptyState);
      expect({ ...pieces, submissions: [...pieces.submissions].sort() }).toEqual({
        ...whole,
        submissions: [...whole.submissions].sort(),
      });
    }),
  );
});

test('the last drop stands first, and keeps its own order', () => {
  const state = after(
    changed(submission(1, { kind: 'waiting' }), submission(5, { kind: 'waiting' }), submission(4, { kind: 'waiting' })),
  );
  expect(state.lists.all).toEqual([4, 5, 1]);
});

test('progress leaves the lists and the submissions as they are', () => {
  const before = after(changed(submission(1, { kind: 'sending', attempt: 1 })));
  const next = apply(before, progress(1));
  expect(next.lists).toBe(before.lists);
  expect(next.submissions).toBe(before.submissions);
});

test('a change within a group leaves the lists as they are', () => {
  const before = after(changed(submission(1, { kind: 'waiting' })));
  expect(apply(before, changed(submission(1, { kind: 'preparing' }))).lists).toBe(before.lists);
});

test('a new try starts without the progress of the one before', () => {
  const before = after(changed(submission(1, { kind: 'sending', attempt: 1 })), progress(1));
  expect(before.progress.has(1)).toBe(true);
  expect(apply(before, changed(submission(1, { kind: 'sending', attempt: 2 }))).progress.has(1)).toBe(false);
});

const unsettled = (check: Check) => ({ kind: 'unsettled', since: at, reason: { code: 'internal' }, check }) as const;

test('a file whose answer was lost is work while the records are read, and needs the person once they can’t tell', () => {
  expect(groupOf(unsettled({ kind: 'checking', until: at }))).toBe('working');
  expect(groupOf(unsettled({ kind: 'cannot-tell', why: 'no-records' }))).toBe('needs-you');
});

test('a file that waits for another desk is work, and one that the desk has submitted needs the user', () => {
  const claimed = { localId: 0, name: 'a', submissionId: null, at, desk: 'Front office' };
  expect(groupOf({ kind: 'paused', why: { kind: 'duplicate', of: claimed } })).toBe('working');
  expect(groupOf({ kind: 'paused', why: { kind: 'duplicate', of: { ...claimed, submissionId: 'x' } } })).toBe(
    'needs-you',
  );
});

test('what becomes of the files of another account is no part of the list that is shown', () => {
  const own = submission(1, { kind: 'waiting' });
  const other = { ...submission(2, { kind: 'waiting' }), accountId: 'another' };
  const state = after(changed(own, other));
  expect(state.lists.all).toEqual([1]);
  expect(apply(state, changed({ ...other, state: { kind: 'sending', attempt: 1 } }))).toBe(state);
});
