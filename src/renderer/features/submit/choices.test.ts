import { expect, test } from 'vitest';
import { actionsFor, type Check, type SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { actionLabel, decisionLabel, decisionsFor, removalQuestion, typedSubmissionId } from './choices.ts';
import { partsOf } from './parts.fixture.ts';

const reason = { code: 'internal' } as const;
const at = '2026-01-12T10:00:00Z';
const checks: readonly Check[] = [
  { kind: 'checking', until: at },
  { kind: 'cannot-tell', why: 'no-records' },
];
const whole = (state: SubmissionState) => ({ state, parts: null });
const unsettled = (check: Check): SubmissionState => ({ kind: 'unsettled', since: at, reason, check });

test('nothing that may have been paid for can be sent again from its row', () => {
  for (const check of checks) expect(actionsFor(unsettled(check))).toEqual(['remove']);
  expect(actionsFor({ kind: 'submitted', submissionId: 'a', at })).not.toContain('retry');
  expect(actionsFor({ kind: 'confirmed', submissionId: 'a', at })).not.toContain('retry');
});

test('what is being sent can be cancelled but not removed', () => {
  expect(actionsFor({ kind: 'sending', attempt: 1 })).toEqual(['cancel']);
});

test('only what waits for its turn can be sent next', () => {
  expect(actionsFor({ kind: 'waiting' })).toContain('send-next');
  expect(actionsFor({ kind: 'sending', attempt: 1 })).not.toContain('send-next');
});

test('no button of a file that waits goes away while the file is read', () => {
  expect(actionsFor({ kind: 'preparing' })).toEqual(actionsFor({ kind: 'waiting' }));
});

test('what waits for a person’s word is not resumed by an icon without words', () => {
  expect(actionsFor({ kind: 'paused', why: { kind: 'beyond-spending-limit' } })).not.toContain('resume');
  expect(actionsFor({ kind: 'paused', why: { kind: 'by-user' } })).toContain('resume');
});

test('a button after which main asks says so with an ellipsis', () => {
  expect(actionLabel('retry', { kind: 'cancelled' })).toBe('Retry…');
  expect(actionLabel('retry', { kind: 'rejected', reason })).toBe('Retry');
});

test('removing a submission of which nobody knows what became asks first', () => {
  for (const check of checks) expect(removalQuestion(whole(unsettled(check)), () => undefined)).not.toBeNull();
  expect(removalQuestion(whole({ kind: 'rejected', reason }), () => undefined)).toBeNull();
});

const duplicate: SubmissionState = {
  kind: 'paused',
  why: { kind: 'duplicate', of: { localId: 7, name: 'first.pdf', submissionId: 'a', at } },
};

test('a file that was submitted before shows that submission before it offers to pay again', () => {
  expect(decisionsFor(whole(duplicate), 'row', true)).toEqual(['open-original', 'submit-anyway']);
  // Another desk has claimed the contents, so nothing can be shown here.
  const of = { localId: 0, name: 'first.pdf', submissionId: null, at, desk: 'Front office' };
  const claimed = { kind: 'paused', why: { kind: 'duplicate', of } } as const;
  expect(decisionsFor(whole(claimed), 'row', true)).toEqual(['submit-anyway']);
});

test('an uncertain file is decided in its details, and its row leads there', () => {
  const state = unsettled({ kind: 'cannot-tell', why: 'list-incomplete' });
  expect(decisionsFor(whole(state), 'row', true)).toEqual(['decide']);
  expect(decisionsFor(whole(state), 'details', true)).toEqual(['went-through', 'did-not']);
  expect(decisionLabel('did-not', state)).toContain('may be paid twice');
});

test('where an access token is missing, adding one comes before anything that may be paid for twice', () => {
  const state = unsettled({ kind: 'cannot-tell', why: 'no-records' });
  expect(decisionsFor(whole(state), 'details', false)).toEqual(['add-token', 'went-through', 'did-not']);
  expect(decisionLabel('add-token', state)).toBe('Add an access token under Accounts');
});

test('nothing is asked about a file that is being checked', () => {
  const state = unsettled({ kind: 'checking', until: at });
  expect(decisionsFor(whole(state), 'row', true)).toEqual([]);
  expect(decisionsFor(whole(state), 'details', true)).toEqual([]);
});

test('a file that may have been submitted since a copy is submitted by a decision of its own', () => {
  const state: SubmissionState = { kind: 'paused', why: { kind: 'since-copy' } };
  expect(decisionsFor(whole(state), 'row', true)).toEqual(['submit-unread']);
  expect(decisionLabel('submit-unread', state)).toBe('Submit anyway…');
});

test('nothing is asked about a file that the person paused', () => {
  expect(decisionsFor(whole({ kind: 'paused', why: { kind: 'by-user' } }), 'row', true)).toEqual([]);
  expect(decisionsFor(whole({ kind: 'paused', why: { kind: 'beyond-spending-limit' } }), 'row', true)).toEqual([
    'resume',
  ]);
});

const id = '8c1f09d2-7b3e-4c5a-9f00-000000000006';

test('blanks and quotes around a pasted id do no harm', () => {
  expect(typedSubmissionId.parse(` "${id}"\n`)).toBe(id);
});

test.each(['', '   ', `id: ${id}`, 'a'.repeat(201)])('"%s" is refused with a sentence', (typed) => {
  expect(typedSubmissionId.safeParse(typed).error?.issues).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/\.$/) }),
  ]);
});

test('an incomplete file goes on at a word, and of a part in doubt the details have the answers', () => {
  const state: SubmissionState = { kind: 'incomplete', reason };
  const refused = partsOf({ confirmed: 3, rejected: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'rejected' });
  for (const place of ['row', 'details'] as const) {
    expect(decisionsFor({ state, parts: refused }, place, true)).toEqual(['go-on']);
  }
  const inDoubt = partsOf({ confirmed: 3, notKnown: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'notKnown' });
  expect(decisionsFor({ state, parts: inDoubt }, 'row', true)).toEqual(['decide']);
  expect(decisionsFor({ state, parts: inDoubt }, 'details', true)).toEqual([]);
});

test('who removes a file of which parts are with the service is told what stays and was paid for', () => {
  const parts = partsOf({ confirmed: 3, rejected: 1, toGo: 8 });
  const states: SubmissionState[] = [
    { kind: 'incomplete', reason },
    { kind: 'cancelled' },
    { kind: 'rejected', reason },
  ];
  for (const state of states) {
    expect(removalQuestion({ state, parts }, () => undefined)?.text).toMatch(/^3 of 12 parts .* paid for/);
  }
  const none = partsOf({ toGo: 12 });
  expect(removalQuestion({ state: { kind: 'cancelled' }, parts: none }, () => undefined)).toBeNull();
  const all = partsOf({ confirmed: 12 });
  const confirmed: SubmissionState = { kind: 'confirmed', submissionId: 'a', at };
  expect(removalQuestion({ state: confirmed, parts: all }, () => undefined)).toBeNull();
});

test('a folder some of whose files cannot go along is gone on with without them, in parts already too', () => {
  const reason = { code: 'folder-files', values: { path: 'a', more: 1, why: 'link' } } as const;
  const rejected = { kind: 'rejected', reason } as const;
  expect(decisionsFor({ state: rejected, parts: null }, 'row', true)).toEqual(['leave-out']);
  expect(decisionsFor({ state: { kind: 'incomplete', reason }, parts: null }, 'details', true)).toEqual([
    'leave-out',
    'go-on',
  ]);
  expect(decisionLabel('leave-out', rejected)).toBe('Continue without them');
});
