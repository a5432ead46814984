import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Receipt } from './past.ts';
import { fits, recordSizes } from './record-size.ts';

const hash = (digit: string): string => `0x${digit.repeat(64)}`;

function record(id: string, amountData: string, dataHash: string): SubmissionRecord {
  return {
    id,
    userId: null,
    tokenDetailsId: null,
    extrinsicIndex: null,
    amountData,
    fees: null,
    toAddress: null,
    blockHash: null,
    dataHash,
    txHash: null,
    createdAt: null,
    phase: 'in-block',
    error: null,
    extra: {},
  };
}

const receipt: Receipt = {
  submissionId: 'own',
  size: 5_000,
  keccak256: hash('1'),
  blake2b256: hash('2'),
  token: null,
  acceptedAt: 0,
  endSequence: null,
  leftBehind: false,
};

test('bytes may have got an envelope of a kilobyte and then have been written in hex', () => {
  const anyEnvelope = fc.record({
    size: fc.integer({ min: 1, max: 10_000_000 }),
    envelope: fc.integer({ min: 0, max: 1024 }),
    encoded: fc.constantFrom(1, 2),
  });
  fc.assert(
    fc.property(anyEnvelope, ({ size, envelope, encoded }) => {
      const stranger = record('stranger', String(encoded * (size + envelope)), hash('9'));
      const sizes = recordSizes([record('own', '5000', hash('2')), stranger], [receipt]);
      expect(fits(sizes.ofEncrypted(stranger), size)).toBe(true);
    }),
  );
});
