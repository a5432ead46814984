import { expect, test } from 'vitest';
import type { ItemState } from '../../../shared/submissions.ts';
import { explanation, stateWords } from './state-words.ts';

const confirmed = { kind: 'confirmed', submissionId: 'a', at: '2026-05-03T12:00:00.000Z' } as const;
const context = { progress: null, now: 0 };

test.each(['unknown', 'known-file'] as const)(
  'a record of other content (%s) is said in the row and explained',
  (of) => {
    const state: ItemState = { ...confirmed, other: { dataHash: `0x${'1'.repeat(64)}`, of } };
    expect(stateWords(state, context)).toMatchObject({ label: 'Confirmed in a block', tone: 'warn' });
    expect(stateWords(state, context).hint).not.toBeNull();
    expect(explanation(state)).toMatch(/names other content than this file’s.*ask the operator/i);
  },
);

test('a record of the file’s own content is confirmed, and no more is said', () => {
  expect(stateWords(confirmed, context)).toEqual({ label: 'Confirmed in a block', hint: null, tone: 'good' });
});
