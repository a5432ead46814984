import { expect, test } from 'vitest';
import type { FailureValues } from '../../../../shared/failures/failure-codes.ts';
import {
  type CannotTell,
  type Check,
  cannotTellCodes,
  type SubmissionState,
} from '../../../../shared/submissions/submission-state.ts';
import { cannotTellReason, explanation } from './explanation.ts';

const since = '2026-01-12T09:59:00Z';
const unsettled = (check: Check): SubmissionState => ({
  kind: 'unsettled',
  since,
  reason: { code: 'internal' },
  check,
});
const cannotTell = (why: CannotTell): SubmissionState => unsettled({ kind: 'cannot-tell', why });

test('while a file is looked for, its explanation asks for nothing', () => {
  expect(explanation(unsettled({ kind: 'checking', until: '2026-01-12T10:02:00Z' }))).toContain(
    'Nothing is sent again',
  );
  expect(explanation(cannotTell('no-records'))).toContain('choose it here');
});

test('no reason for not knowing says that nothing was charged', () => {
  for (const why of cannotTellCodes) {
    expect(cannotTellReason(why, true)).not.toMatch(/not (submitted|charged)|nothing was/i);
    expect(cannotTellReason(why, false)).not.toMatch(/not (submitted|charged)|nothing was/i);
  }
});

test('without an access token it says that one is needed, and where to add it, whatever kept the records from telling', () => {
  for (const why of cannotTellCodes) {
    expect(cannotTellReason(why, false)).toContain('needs an access token');
    expect(explanation(cannotTell(why), false)).toMatch(/access token under Accounts.*paying twice/);
    expect(explanation(cannotTell(why), false)).not.toMatch(/looks again|goes on looking/);
  }
});

test('where no look can tell, none is promised', () => {
  expect(cannotTellReason('no-records', true)).toContain('can’t look it up');
  expect(explanation(cannotTell('no-records'))).not.toMatch(/looks again|goes on looking/);
  expect(explanation(cannotTell('list-incomplete'))).toContain('looks again');
});

test('a file whose sending breaks off is explained by the largest upload', () => {
  const retrying = (values: FailureValues['unreachable']): string =>
    explanation({ kind: 'retrying', until: since, reason: { code: 'unreachable', values } });
  expect(retrying({ why: 'broke-off-sending' })).toContain('set its largest upload under Accounts');
  expect(retrying({ why: 'no-answer' })).toContain('The service can’t be reached.');
});
