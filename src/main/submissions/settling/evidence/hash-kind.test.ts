import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';
import { latestHashKind, ownKindsAfter } from './hash-kinds.ts';

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

test('hashes tell of the time after a place in the order only where all are of own bytes, one of later among them', () => {
  const sent = [{ ...receipt('a'), endSequence: 3 }, { ...receipt('b'), endSequence: 8 }, receipt('c')];
  expect(ownKindsAfter(5, sent, [old, newer])).toEqual(new Set(['keccak256', 'blake2b256']));
  expect(ownKindsAfter(8, sent, [old, newer])).toBeNull();
  expect(ownKindsAfter(5, sent, [old])).toBeNull();
  expect(ownKindsAfter(5, sent, [old, newer, encrypted])).toBeNull();
  expect(ownKindsAfter(5, sent, [old, { ...newer, dataHash: null }])).toBeNull();
  const elsewhere = sent.map((one) => ({ ...one, leftBehind: true }));
  expect(ownKindsAfter(5, elsewhere, [old, newer])).toBeNull();
});
