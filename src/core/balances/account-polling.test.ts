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

test('what lands together is one read, and reads keep their distance', () => {
  vi.useFakeTimers();
  const reads: string[] = [];
  const polling = new AccountPolling({ read: async (accountId) => void reads.push(accountId) });
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

test('what is awaited is looked at after each wait, and no longer than it is awaited', async () => {
  vi.useFakeTimers();
  const reads: number[] = [];
  const begun = performance.now();
  const polling = new AccountPolling({
    read: async () => {
      reads.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  });
  const waiting = { isOn: true };
  polling.watch('one', { afterMs: [1_000, 2_000, 4_000, 8_000], isAwaited: () => waiting.isOn });
  await vi.advanceTimersByTimeAsync(5_000);
  // The next wait begins when a read has ended.
  expect(reads).toEqual([1_000, 3_500]);
  waiting.isOn = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveLength(2);
  polling.close();
});

test('who begins to wait meanwhile has the short waits again, and after the last there are no more', async () => {
  vi.useFakeTimers();
  const reads: number[] = [];
  const begun = performance.now();
  const polling = new AccountPolling({ read: async () => void reads.push(performance.now() - begun) });
  const change = { afterMs: [1_000, 10_000], isAwaited: () => true };
  polling.watch('one', change);
  await vi.advanceTimersByTimeAsync(2_000);
  polling.watch('one', change);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual([1_000, 3_000, 13_000]);
  polling.close();
});

test('one clock: what has been confirmed is read with what is awaited', async () => {
  vi.useFakeTimers();
  const reads: number[] = [];
  const begun = performance.now();
  const polling = new AccountPolling({ read: async () => void reads.push(performance.now() - begun) });
  polling.watch('one', { afterMs: [4_000, 4_000], isAwaited: () => true });
  vi.advanceTimersByTime(1_000);
  polling.onSubmissions([submission(confirmed)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual([4_000, 8_000]);
  polling.close();
});
