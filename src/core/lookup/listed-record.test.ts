import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { listedRecord } from './pasted-lists.ts';

const ordinary: SubmissionRecord = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  userId: 'someone',
  tokenDetailsId: '1',
  extrinsicIndex: '4',
  amountData: '2.31 KB',
  fees: '100',
  toAddress: `0x${'ab'.repeat(20)}`,
  blockHash: `0x${'cd'.repeat(32)}`,
  dataHash: `0x${'ef'.repeat(32)}`,
  txHash: null,
  createdAt: '2026-01-02T03:04:05Z',
  phase: 'failed',
  error: 'The network did not take it.',
  extra: { colour: '"red"' },
};

test('an ordinary record is listed whole', () => {
  expect(listedRecord(ordinary)).toEqual(ordinary);
});

test('a record of endless texts is listed with the beginning of each', () => {
  const long = 'x'.repeat(1_000_000);
  const listed = listedRecord({ ...ordinary, error: long, userId: long, extra: { colour: long, [long]: '1' } });
  expect(JSON.stringify(listed).length).toBeLessThan(2_000);
  expect(listed).toEqual({ ...ordinary, error: `${'x'.repeat(200)}…`, userId: `${'x'.repeat(200)}…`, extra: {} });
});
