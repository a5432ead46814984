import { expect, test } from 'vitest';
import type { Receipt } from '../../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { retrievalOf } from './retrieval-of.ts';

const digest = (of: string): string => `0x${of.repeat(32)}`;
const bytes = (of: string, size: number) => ({ size, keccak256: null, blake2b256: digest(of), sha256: digest(of) });

const recordOf = (id: string, blockHash: string | null): SubmissionRecord => ({
  id,
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: blockHash === null ? null : '3',
  amountData: null,
  fees: null,
  toAddress: null,
  blockHash,
  dataHash: digest('dd'),
  txHash: digest('ee'),
  createdAt: null,
  phase: blockHash === null ? 'pending' : 'in-block',
  error: null,
  extra: {},
});

const composed: Receipt = {
  format: 'dropslip-receipt',
  version: 1,
  appVersion: '1.0.0',
  issuedAt: '2026-01-01T00:00:00Z',
  account: { name: 'Work', kind: 'service', address: 'https://service.example' },
  submission: {
    id: 'whole',
    addedAt: '2026-01-01T00:00:00Z',
    submittedAt: null,
    seenConfirmedAt: null,
    blockTime: null,
    vouched: null,
  },
  file: { name: 'photo.jpg', ...bytes('aa', 200) },
  record: recordOf('whole', digest('cc')),
  composition: {
    content: 'file',
    manifest: bytes('bb', 100),
    encryption: null,
    parts: [
      { level: 0, offset: 0, submissionId: 'part 1', ...bytes('11', 100), record: recordOf('part 1', digest('cc')) },
      { level: 0, offset: 100, submissionId: 'part 2', ...bytes('22', 100), record: recordOf('part 2', null) },
      { level: 0, offset: 200, submissionId: 'part 3', ...bytes('33', 100), record: null },
    ],
  },
  seal: digest('00'),
};

test('getting back by a receipt says what went out in the place of the file', () => {
  expect(retrievalOf({ kind: 'receipt', receipt: composed })).toMatchObject({
    submissionId: 'whole',
    digests: { sha256: digest('aa') },
    sent: { as: 'manifest', bytes: bytes('bb', 100) },
  });
});

test('getting back by a receipt says where the network has the submission and its parts, as far as they are in a block', () => {
  const at = { blockHash: digest('cc'), extrinsicIndex: '3', txHash: digest('ee'), dataHash: digest('dd') };
  expect(retrievalOf({ kind: 'receipt', receipt: composed })).toMatchObject({
    places: [
      { submissionId: 'whole', ...at },
      { submissionId: 'part 1', ...at },
    ],
  });
});

test('what is too long to be a hash, or where something is, is left out of what is asked for', () => {
  const long = 'f'.repeat(1_000);
  const of = (record: SubmissionRecord) =>
    retrievalOf({ kind: 'receipt', receipt: { ...composed, composition: null, record } });
  expect(of({ ...recordOf('whole', long) })).toMatchObject({ places: [] });
  expect(of({ ...recordOf('whole', digest('cc')), txHash: long, extrinsicIndex: long })).toMatchObject({
    places: [
      { submissionId: 'whole', blockHash: digest('cc'), extrinsicIndex: null, txHash: null, dataHash: digest('dd') },
    ],
  });
});
