import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../../shared/records.ts';
import type { StoredReceipt } from '../../journal/earlier-submissions.ts';
import type { MatchableRecords } from '../evidence/evidence.ts';
import { StrangersSince } from './strangers-since.ts';

const receipt = (submissionId: string, endSequence: number): StoredReceipt => ({
  ...{ submissionId, size: 700, token: null, acceptedAt: null, endSequence, leftBehind: false },
  ...{ keccak256: `keccak of ${submissionId}`, blake2b256: `blake of ${submissionId}` },
});

const record = (id: string, dataHash: string, amountData: string): SubmissionRecord => ({
  ...{ id, userId: null, tokenDetailsId: '1', extrinsicIndex: null, amountData, fees: null, toAddress: null },
  ...{ blockHash: null, dataHash, txHash: null, createdAt: null, phase: 'in-block', error: null, extra: {} },
});

const SIZE = 5_000_000;
const PUT_BACK = 5;

/** One file from before the data was put back, one of later; between them one of somebody's that has such a size. */
function since(before: string, after: string): StrangersSince {
  const receipts = [receipt('before', 1), receipt('after', 8)];
  const matchable: MatchableRecords = {
    records: [
      record('before', before, '700'),
      record('stranger', 'of unknown bytes', String(SIZE)),
      record('after', after, '700'),
    ],
    receipts,
    ...{ complete: true, isTrusted: false, clockOffset: null },
    isClaimed: (id) => receipts.some(({ submissionId }) => submissionId === id),
    hashesBeside: () => null,
    seenSequence: () => null,
  };
  return new StrangersSince(matchable, { seenUntil: 0, putBackAt: PUT_BACK }, []);
}

const whole = { size: SIZE, keccak256: 'its own' };
const sparse = { size: SIZE, keccak256: null };

test.each([
  ['keccak of before', 'keccak of after'],
  ['keccak of before', 'blake of after'],
])('a record may be of a file whose Keccak-256 was not made, where the service has given that: %s, %s', (...hashes) => {
  const strangers = since(...hashes);
  expect(strangers.doubtOf(sparse)).toBe('hash-unknown');
  expect(strangers.doubtOf(whole)).toBeNull();
  expect(strangers.areNone).toBe(false);
});

test('and of no file where all that the service has given is BLAKE2b-256', () => {
  const strangers = since('blake of before', 'blake of after');
  expect(strangers.doubtOf(sparse)).toBeNull();
  expect(strangers.areNone).toBe(true);
});
