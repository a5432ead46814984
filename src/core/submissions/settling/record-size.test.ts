import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { StoredReceipt } from '../journal/earlier-submissions.ts';
import { fits, recordSizes } from './evidence.ts';

const hash = (digit: string): string => `0x${digit.repeat(64)}`;

function record(id: string, amountData: string, dataHash: string | null): SubmissionRecord {
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

const receipt: StoredReceipt = {
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
      const sizeOf = recordSizes([record('own', '5000', hash('2')), stranger], [receipt]);
      expect(fits(sizeOf(stranger), size)).toBe(true);
    }),
  );
});

const pending = (amountData: string) => record('stranger', amountData, null);

/** Whether a stranger’s record without a hash, of this size, is ruled out for a file, beside this list. */
function rulesOut(amountData: string, size: number, listed: readonly SubmissionRecord[]): boolean {
  const stranger = pending(amountData);
  return !fits(recordSizes([...listed, stranger], [receipt])(stranger), size);
}

test.each(['0', '0.0', '00', '0 bytes', '0 B', '0.00 KB', '0KB', '0.00 MB'])(
  'nothing that was submitted has no bytes, so %s is no size, whatever the others have',
  (none) => {
    for (const own of ['5000', '4.88 KB', none]) {
      expect(rulesOut(none, 90_000, [record('own', own, hash('2'))]), own).toBe(false);
    }
  },
);

test('a receipt whose size is not there yet says nothing against what the others show', () => {
  const second = { ...receipt, submissionId: 'second' };
  const listed = [record('own', '5000', hash('2')), record('second', '0', null)];
  const stranger = pending('7000');
  expect(fits(recordSizes([...listed, stranger], [receipt, second])(stranger), 7_001)).toBe(false);
});

test.each([
  ['of compressed bytes', '1.63 KB'],
  ['of something else', '1.00 GB'],
])('words are no size where a receipt shows that they are %s', (_what, own) => {
  for (const dataHash of [hash('2'), null])
    expect(rulesOut('1.95 KB', 90_000, [record('own', own, dataHash)])).toBe(false);
});

test.each([
  ['two decimals', '4.88 KB', '1.95 KB'],
  ['one decimal', '4.9 KB', '2.0 KB'],
  ['none', '5 KB', '2 KB'],
  ['bytes', '5000 bytes', '2000 bytes'],
])('words with %s that fit the receipts are a size, and rule out what is larger', (_what, own, amountData) => {
  expect(rulesOut(amountData, 90_000, [record('own', own, hash('2'))])).toBe(true);
  expect(rulesOut(amountData, 2_000, [record('own', own, hash('2'))])).toBe(false);
});

test('words that have grown by encryption still rule out what is larger', () => {
  const stranger = pending('1.95 KB');
  const sizeOf = recordSizes([record('own', '5.40 KB', hash('9')), stranger], [receipt]);
  expect(fits(sizeOf(stranger), 90_000)).toBe(false);
});
