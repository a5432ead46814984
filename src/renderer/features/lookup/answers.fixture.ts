import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';

/** For tests: a record of the service. */
export const recordOf = (changes: Partial<SubmissionRecord> = {}): SubmissionRecord => ({
  id: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: null,
  amountData: '2.31 KB',
  fees: '21004500000000',
  toAddress: null,
  blockHash: '0x12ab',
  dataHash: null,
  txHash: null,
  createdAt: '2026-11-12T13:03:00Z',
  phase: 'in-block',
  error: null,
  extra: {},
  ...changes,
});

/** For tests: a file of this app in a state. */
export const submissionOf = (state: Submission['state'], name = 'contract.pdf'): Submission => ({
  id: 1,
  accountId: 'a',
  name,
  folder: null,
  size: 2_365,
  addedAt: '2026-11-12T13:02:00Z',
  state,
  cost: null,
  wish: null,
  content: 'file',
  files: null,
  parts: null,
});
