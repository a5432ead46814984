import { expect, test } from 'vitest';
import {
  actionsFor,
  awaitsRecord,
  hasReceipt,
  isFinished,
  isInDoubt,
  isMoving,
  isWorkedOn,
  mayBeAtService,
  mayBePaidFor,
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
  { kind: 'failed', submissionId: 's', reason },
  { kind: 'in-parts' },
  { kind: 'incomplete', reason },
];

const kinds = (holds: (state: SubmissionState) => boolean): string =>
  states.flatMap((state) => (holds(state) ? state.kind : [])).join(' ');

test('what may have reached the service counts as that: in doubt, as its, and as paid for', () => {
  expect(kinds(isInDoubt)).toBe('sending unsettled');
  expect(kinds(mayBeAtService)).toBe('sending unsettled submitted confirmed in-parts incomplete');
  expect(kinds(mayBePaidFor)).toBe('sending unsettled submitted confirmed failed in-parts incomplete');
  expect(kinds(hasReceipt)).toBe('submitted confirmed failed');
  expect(kinds((state) => 'submissionId' in state)).toBe(kinds(hasReceipt));
  expect(kinds(awaitsRecord)).toBe('unsettled submitted');
});

test('a file moves, waits for the person or is over', () => {
  expect(kinds(isMoving)).toBe('waiting preparing sending retrying in-parts');
  expect(kinds(isFinished)).toBe('cancelled rejected submitted confirmed failed incomplete');
  expect(kinds(needsPerson)).toBe('paused rejected unsettled failed incomplete');
  expect(needsPerson({ kind: 'paused', why: { kind: 'by-person' } })).toBe(false);
});

test('while the records are read nobody is asked', () => {
  expect([needsPerson(checking), isWorkedOn(checking), isMoving(checking)]).toEqual([false, true, false]);
});

test.each([
  ['too-large', false],
  ['empty-file', false],
  ['link-since', false],
  ['file-missing', true],
  ['file-changed', true],
  ['insufficient-balance', true],
] as const)('what was refused as %s can be retried: %s', (code, can) => {
  expect(actionsFor({ kind: 'rejected', reason: { code, inWords: '' } }).includes('retry')).toBe(can);
  expect(actionsFor({ kind: 'rejected', reason: { code, inWords: '' } })).toContain('remove');
});

test('nothing that may be paid for twice is sent again from its row, but what the service gave up on, and the rest of parts', () => {
  expect(kinds((state) => mayBePaidFor(state) && actionsFor(state).includes('retry'))).toBe('failed incomplete');
});
