import { expect, test } from 'vitest';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { timeOf, timeWords } from './time-words.ts';

const addedAt = '2026-05-03T10:00:00Z';
const at = '2026-05-03T10:00:07Z';
const submissionId = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

test.each<[SubmissionState, string, RegExp]>([
  [{ kind: 'waiting' }, addedAt, /^Added [^\n]+$/],
  [
    { kind: 'delayed', submissionId, at, reason: { code: 'failed-in-service' } },
    at,
    /^Added [^\n]+\nSubmitted [^\n]+$/,
  ],
  [{ kind: 'submitted', submissionId, at }, at, /^Added .+\nSubmitted .+$/],
  [{ kind: 'confirmed', submissionId, at }, at, /^Added .+\nSeen confirmed .+$/],
])('of what is $kind the row shows the latest time, and its note all', (state, shown, note) => {
  expect(timeOf({ state, addedAt })).toBe(shown);
  expect(timeWords({ state, addedAt })).toMatch(note);
});
