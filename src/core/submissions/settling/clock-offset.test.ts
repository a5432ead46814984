import { expect, test } from 'vitest';
import type { StoredReceipt } from '../journal/earlier-submissions.ts';
import { clockOffset } from './evidence.ts';
import { record } from './settlement.fixture.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-05-03T12:00:00Z');

/** A receipt whose answer came so many hours after noon, and its record, which the service dates `offset` later. */
function accepted(index: number, offset: number | null) {
  const acceptedAt = noon + index * hour;
  const receipt: StoredReceipt = {
    submissionId: `${index}`,
    size: 1,
    keccak256: null,
    blake2b256: null,
    token: null,
    acceptedAt: offset === null ? null : acceptedAt,
    endSequence: null,
    leftBehind: false,
  };
  return { receipt, record: record(`${index}`, { createdAt: new Date(acceptedAt + (offset ?? 0)).toISOString() }) };
}

const offsetOf = (all: readonly ReturnType<typeof accepted>[]): number | null =>
  clockOffset(
    all.map(({ receipt }) => receipt),
    all.map(({ record: listed }) => listed),
  );

test('the clocks are as far apart as most of the latest receipts show', () => {
  const earlier = Array.from({ length: 60 }, (_, index) => accepted(index, 0));
  const latest = Array.from({ length: 25 }, (_, index) => accepted(60 + index, index % 5 === 0 ? 9 * hour : -2 * hour));
  expect(offsetOf([...earlier, ...latest])).toBe(-2 * hour);
});

test('nothing is known of them where no receipt has both times', () => {
  expect(offsetOf([])).toBeNull();
  expect(offsetOf([accepted(1, null)])).toBeNull();
  expect(clockOffset([accepted(1, 0).receipt], [record('1', { createdAt: null })])).toBeNull();
  expect(clockOffset([accepted(1, 0).receipt], [])).toBeNull();
});
