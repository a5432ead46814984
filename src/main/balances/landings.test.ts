import { afterEach, expect, test, vi } from 'vitest';
import type { Submission, SubmissionState } from '../../shared/bridge/submissions.ts';
import { createLandings, mayBeCharged } from './landings.ts';

const submission = (state: SubmissionState, accountId = 'one'): Submission => ({
  id: 1,
  accountId,
  name: 'a.txt',
  folder: null,
  size: 1,
  addedAt: '2026-03-01T10:00:00Z',
  state,
  cost: null,
  wish: null,
});
const confirmed: SubmissionState = { kind: 'confirmed', submissionId: 'x', at: '2026-03-01T10:00:00Z' };

afterEach(() => void vi.useRealTimers());

test('what lands together is one read, and reads keep their distance', () => {
  vi.useFakeTimers();
  const reads: string[] = [];
  const landings = createLandings({ refresh: async (accountId) => void reads.push(accountId) });
  for (let count = 0; count < 10; count += 1) {
    landings.observe({ kind: 'submissions-changed', submissions: [submission(confirmed)] });
    vi.advanceTimersByTime(1_000);
  }
  expect(reads).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(reads).toEqual(['one']);
  landings.observe({ kind: 'submissions-changed', submissions: [submission(confirmed), submission(confirmed, 'two')] });
  vi.advanceTimersByTime(3_000);
  expect(reads).toEqual(['one', 'two']);
  vi.advanceTimersByTime(30_000);
  expect(reads).toEqual(['one', 'two', 'one']);
  landings.observe({ kind: 'submissions-changed', submissions: [submission(confirmed)] });
  landings.close();
  vi.advanceTimersByTime(60_000);
  expect(reads).toHaveLength(3);
});

test('files that wait change no balance, those under way may have', () => {
  expect(mayBeCharged([submission({ kind: 'waiting' }), submission(confirmed)], 'one')).toBe(false);
  expect(mayBeCharged([submission({ kind: 'sending', attempt: 1 })], 'one')).toBe(true);
  expect(mayBeCharged([submission({ kind: 'sending', attempt: 1 }, 'two')], 'one')).toBe(false);
  const lost = { kind: 'unsettled', since: '2026-05-03T10:00:00Z', reason: { code: 'x', message: 'Why.' } } as const;
  for (const check of [
    { kind: 'checking', until: lost.since },
    { kind: 'cannot-tell', why: 'no-records' },
  ] as const) {
    expect(mayBeCharged([submission({ ...lost, check })], 'one')).toBe(true);
  }
});
