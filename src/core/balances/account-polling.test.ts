import { afterEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import { AccountPolling } from './account-polling.ts';

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
  content: 'file',
  files: null,
  parts: null,
});
const confirmed: SubmissionState = { kind: 'confirmed', submissionId: 'x', at: '2026-03-01T10:00:00Z' };

afterEach(() => void vi.useRealTimers());

test('submissions that are accepted together cause one reading, and readings keep their distance', () => {
  vi.useFakeTimers();
  const reads: string[] = [];
  const polling = new AccountPolling(async (accountId) => void reads.push(accountId));
  for (let count = 0; count < 10; count += 1) {
    polling.onSubmissions([submission(confirmed)]);
    vi.advanceTimersByTime(1_000);
  }
  expect(reads).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(reads).toEqual(['one']);
  polling.onSubmissions([submission(confirmed), submission(confirmed, 'two')]);
  vi.advanceTimersByTime(3_000);
  expect(reads).toEqual(['one', 'two']);
  vi.advanceTimersByTime(30_000);
  expect(reads).toEqual(['one', 'two', 'one']);
  polling.onSubmissions([submission(confirmed)]);
  polling.close();
  vi.advanceTimersByTime(60_000);
  expect(reads).toHaveLength(3);
});
