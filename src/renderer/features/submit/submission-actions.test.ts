import { expect, test } from 'vitest';
import type { Check } from '../../../shared/bridge/submissions.ts';
import { actionLabel, actionsFor, removalWarning } from './submission-actions.ts';

const reason = { code: 'x', message: 'Why.' };
const at = '2026-01-12T10:00:00Z';
const checks: readonly Check[] = [
  { kind: 'checking', until: at },
  { kind: 'cannot-tell', why: 'no-records' },
];

test('nothing that may have been paid for can be sent again from its row', () => {
  for (const check of checks) expect(actionsFor({ kind: 'unsettled', since: at, reason, check })).toEqual(['remove']);
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
  expect(actionsFor({ kind: 'paused', why: { kind: 'by-person' } })).toContain('resume');
});

test('a button after which main asks says so with an ellipsis', () => {
  expect(actionLabel('retry', { kind: 'cancelled' })).toBe('Retry…');
  expect(actionLabel('retry', { kind: 'rejected', reason })).toBe('Retry');
});

test('removing a submission whose fate is not known asks first', () => {
  for (const check of checks) expect(removalWarning({ kind: 'unsettled', since: at, reason, check })).not.toBeNull();
  expect(removalWarning({ kind: 'rejected', reason })).toBeNull();
});
