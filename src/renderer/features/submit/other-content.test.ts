import { expect, test } from 'vitest';
import type { OtherContent, SubmissionState } from '../../../shared/bridge/submissions.ts';
import { explanation, stateWords } from './state-words.ts';

const confirmed = { kind: 'confirmed', submissionId: 'a', at: '2026-05-03T12:00:00.000Z' } as const;
const context = { progress: null, now: 0 };
const dataHash = `0x${'1'.repeat(64)}`;

const others: readonly (readonly [string, OtherContent, 'warn' | 'good'])[] = [
  ['of another file of the account warns', { dataHash, of: 'known-file' }, 'warn'],
  [
    'of unknown bytes, amid records that name their files, warns',
    { dataHash, of: 'unknown', unlikeOthers: true },
    'warn',
  ],
  ['of unknown bytes, as from a service that encrypts, does not warn', { dataHash, of: 'unknown' }, 'good'],
];

test.each(others)('a record of other content is said in the row and explained: one %s', (_what, other, tone) => {
  const state: SubmissionState = { ...confirmed, other };
  expect(stateWords(state, context)).toMatchObject({ label: 'Confirmed in a block', tone });
  expect(stateWords(state, context).hint).not.toBeNull();
  expect(explanation(state)).toMatch(/names other content than this file’s.*ask the operator/i);
});

test('a record of the file’s own content is confirmed, and no more is said', () => {
  expect(stateWords(confirmed, context)).toEqual({ label: 'Confirmed in a block', hint: null, tone: 'good' });
});
