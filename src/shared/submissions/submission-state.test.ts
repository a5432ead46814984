import { expect, test } from 'vitest';
import type { Failure } from '../failures/failure.ts';
import { batchStatusOf } from './batch-status.ts';
import {
  actionsFor,
  awaitsRecord,
  hasReceipt,
  isClearable,
  isFinished,
  isInDoubt,
  isMoving,
  isWorkedOn,
  mayBeAtService,
  needsPerson,
  type SubmissionState,
} from './submission-state.ts';

const at = '2026-05-03T12:00:00.000Z';
const reason = { code: 'internal' } as const;
const checking: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };

const states: readonly SubmissionState[] = [
  { kind: 'waiting' },
  { kind: 'preparing' },
  { kind: 'sending', attempt: 1 },
  { kind: 'retrying', until: at, reason },
  { kind: 'paused', why: { kind: 'since-copy' } },
  { kind: 'cancelled' },
  { kind: 'rejected', reason },
  { ...checking, check: { kind: 'cannot-tell', why: 'no-records' } },
  { kind: 'submitted', submissionId: 's', at },
  { kind: 'confirmed', submissionId: 's', at },
  { kind: 'delayed', submissionId: 's', at, reason },
  { kind: 'in-parts' },
  { kind: 'incomplete', reason },
];

const kinds = (holds: (state: SubmissionState) => boolean): string =>
  states.flatMap((state) => (holds(state) ? state.kind : [])).join(' ');

test('what may have reached the service counts as that: in doubt, as its, and as paid for', () => {
  expect(kinds(isInDoubt)).toBe('sending unsettled');
  expect(kinds(mayBeAtService)).toBe('sending unsettled submitted confirmed delayed in-parts incomplete');
  expect(kinds(hasReceipt)).toBe('submitted confirmed delayed');
  expect(kinds((state) => 'submissionId' in state)).toBe(kinds(hasReceipt));
  expect(kinds(awaitsRecord)).toBe('unsettled submitted delayed');
});

test('a file moves, waits for the person or is over', () => {
  expect(kinds(isMoving)).toBe('waiting preparing sending retrying in-parts');
  expect(kinds(isFinished)).toBe('cancelled rejected submitted confirmed delayed incomplete');
  expect(kinds(needsPerson)).toBe('paused rejected unsettled incomplete');
  expect(needsPerson({ kind: 'paused', why: { kind: 'by-user' } })).toBe(false);
});

test('a delayed file needs the user only where credits are missing, and is never cleared from the list', () => {
  const delayed = (code: 'not-enough-credits' | 'failed-in-service'): SubmissionState => ({
    kind: 'delayed',
    submissionId: 's',
    at,
    reason: { code },
  });
  expect([needsPerson(delayed('not-enough-credits')), needsPerson(delayed('failed-in-service'))]).toEqual([
    true,
    false,
  ]);
  expect(kinds(isClearable)).toBe('submitted confirmed');
});

test('a file that waits for another desk counts as to be sent, and asks the user once that desk has submitted it', () => {
  const duplicate = (submissionId: string | null): SubmissionState => ({
    kind: 'paused',
    why: { kind: 'duplicate', of: { localId: 0, name: 'a', submissionId, at, desk: 'Front office' } },
  });
  expect([batchStatusOf(duplicate(null)), needsPerson(duplicate(null))]).toEqual(['toGo', false]);
  expect([batchStatusOf(duplicate('s')), needsPerson(duplicate('s'))]).toEqual(['undecided', true]);
});

test('while the records are read nobody is asked', () => {
  expect([needsPerson(checking), isWorkedOn(checking), isMoving(checking)]).toEqual([false, true, false]);
});

test.each([
  ['too-large', false],
  ['empty', false],
  ['link-since', false],
  ['file-missing', true],
  ['file-changed', true],
  ['insufficient-balance', true],
] as const)('what was refused as %s can be retried: %s', (code, can) => {
  expect(actionsFor({ kind: 'rejected', reason: { code } as Failure }).includes('retry')).toBe(can);
  expect(actionsFor({ kind: 'rejected', reason: { code } as Failure })).toContain('remove');
});

test('nothing that may be paid for twice is sent again from its row, but what is delayed, and the rest of parts', () => {
  expect(kinds((state) => mayBeAtService(state) && actionsFor(state).includes('retry'))).toBe('delayed incomplete');
});
