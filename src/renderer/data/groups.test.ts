import { expect, test } from 'vitest';
import type { Check } from '../../shared/submission-state.ts';
import { groupOf } from './groups.ts';

const at = '2026-05-03T10:00:00Z';
const unsettled = (check: Check) =>
  ({ kind: 'unsettled', since: at, reason: { code: 'x', message: 'Why.' }, check }) as const;

test('a file whose answer was lost is work while the records are read, and needs the person once they can’t tell', () => {
  expect(groupOf(unsettled({ kind: 'checking', until: at }))).toBe('working');
  expect(groupOf(unsettled({ kind: 'cannot-tell', why: 'no-records' }))).toBe('needs-you');
});
