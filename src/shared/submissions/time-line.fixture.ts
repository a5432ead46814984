import type { NetworkAnswer } from '../bridge/network.ts';
import type { Attempt } from '../bridge/submissions.ts';
import type { SubmissionRecord } from '../records.ts';
import type { TimeLineFacts } from './time-line.ts';

/** For tests: facts about a submission on one day. */

export const day = (time: string): string => `2026-11-12T${time}:00.000Z`;

export const factsOf = (changes: Partial<TimeLineFacts>): TimeLineFacts => ({
  ...{ addedAt: null, attempts: [], settlement: null, record: null, confirmedAt: null, cost: null },
  ...{ network: null, downloads: [] },
  ...changes,
});

export const attemptOf = (number: number, outcome: Attempt['outcome'], time: string): Attempt => {
  return { number, startedAt: day(time), endedAt: day(time), outcome, failures: [], detail: null };
};

const blockHash = `0x${'ab'.repeat(32)}`;

export const recordOf = (changes: Partial<SubmissionRecord> = {}): SubmissionRecord => ({
  ...{ id: 'b7e1', userId: null, tokenDetailsId: 'credits', extrinsicIndex: '1', amountData: '2365', fees: '2365' },
  ...{ toAddress: null, blockHash, dataHash: null, txHash: null, createdAt: day('10:02') },
  ...{ phase: 'in-block', error: null, extra: {} },
  ...changes,
});

/** A check that found the bytes in block 12. */
export const heldOf = (): NetworkAnswer => ({
  verdict: { kind: 'holds', by: 'file' },
  facts: {
    ...{ node: 'https://node.example', chain: null, blockHash, blockNumber: 12, finalizedNumber: 14 },
    ...{ blockTime: day('10:04'), extrinsicIndex: 1, sentAs: 'file', sentHash: null },
    txHash: { recorded: null, found: null },
    dataHash: { recorded: null, found: null },
    size: { expected: null, found: null },
    proven: { header: true, transactions: true },
  },
  askedAt: day('10:07'),
});

export const savedOf = (time: string): TimeLineFacts['downloads'][number] => ({
  ...{ kind: 'saved', fileName: 'contract.pdf', files: null, size: 2_365, proof: 'file', source: 'service' },
  ...{ wasEncrypted: false, renamed: 0, at: day(time) },
});
