import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { StoredReceipt } from '../journal/earlier-submissions.ts';
import { givesOnlyBlake2b256, latestHashKind } from './evidence.ts';

const receipt = (submissionId: string): StoredReceipt => ({
  submissionId,
  size: 1,
  keccak256: `keccak ${submissionId}`,
  blake2b256: `blake ${submissionId}`,
  token: null,
  acceptedAt: null,
  endSequence: null,
  leftBehind: false,
});

const record = (id: string, dataHash: string | null, createdAt: string | null): SubmissionRecord => ({
  id,
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: null,
  amountData: null,
  fees: null,
  toAddress: null,
  blockHash: null,
  dataHash,
  txHash: null,
  createdAt,
  phase: 'in-block',
  error: null,
  extra: {},
});

const old = record('a', 'keccak a', '2023-01-01T00:00:00Z');
const newer = record('b', 'blake b', '2024-01-01T00:00:00Z');
const encrypted = record('c', 'of bytes that nobody has', '2025-01-01T00:00:00Z');
const receipts = ['a', 'b', 'c', 'd'].map(receipt);

test('what a service gives as a hash is learnt from its latest record of our own, in whatever order they come', () => {
  expect(latestHashKind(receipts, [newer, old])).toBe('blake2b256');
  expect(latestHashKind(receipts, [old, encrypted, newer])).toBe('unknown');
  expect(latestHashKind(receipts, [old])).toBe('keccak256');
});

test('records without a hash or a receipt teach nothing', () => {
  expect(latestHashKind(receipts, [record('d', null, null), record('nobody’s', 'x', null)])).toBeNull();
  const unread = { ...receipt('c'), blake2b256: null };
  expect(latestHashKind([unread], [encrypted])).toBeNull();
});

test('where Keccak-256 was not made, a hash that is not the BLAKE2b-256 says nothing of what the service gives', () => {
  const sparse = receipts.map((one) => ({ ...one, keccak256: null }));
  expect(latestHashKind(sparse, [newer])).toBe('blake2b256');
  expect(latestHashKind(sparse, [old])).toBeNull();
  expect(latestHashKind(sparse, [newer, encrypted])).toBe('blake2b256');
});

test('a service is known not to encrypt only if all hashes of receipts are the BLAKE2b-256 of own bytes', () => {
  const other = record('d', 'blake d', null);
  expect(givesOnlyBlake2b256(receipts, [newer, other, record('stranger', 'x', null)])).toBe(true);
  expect(givesOnlyBlake2b256(receipts, [newer, { ...other, dataHash: null }])).toBe(true);
  expect(givesOnlyBlake2b256(receipts, [newer, encrypted])).toBe(false);
  expect(givesOnlyBlake2b256(receipts, [newer, old])).toBe(false);
  expect(givesOnlyBlake2b256(receipts, [record('stranger', 'x', null)])).toBe(false);
  const elsewhere = receipts.map((one) => ({ ...one, leftBehind: true }));
  expect(givesOnlyBlake2b256(elsewhere, [newer])).toBe(false);
});
