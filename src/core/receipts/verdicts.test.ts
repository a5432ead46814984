import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Claim, judge } from './verdicts.ts';

const digest = (sign: string): string => `0x${sign.repeat(64)}`;
const digests = { keccak256: digest('a'), blake2b256: digest('b'), sha256: digest('c') };
const others = { keccak256: digest('d'), blake2b256: digest('e'), sha256: digest('f') };
const none = { keccak256: null, blake2b256: null, sha256: null };
const file = { size: 2_365, digests };

const record = (dataHash: string | null, amountData: string | null = null): SubmissionRecord => ({
  id: 'id',
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
  phase: dataHash === null ? 'pending' : 'in-block',
  error: null,
  extra: {},
});

const verdict = (claim: Partial<Claim>) => judge(file, { size: null, digests: none, record: null, ...claim });

test('whichever digest the service uses, its hash is recognised', () => {
  for (const dataHash of Object.values(digests)) {
    expect(verdict({ size: 2_365, digests, record: record(dataHash) })).toMatchObject({
      kind: 'same',
      service: 'agrees',
    });
    expect(verdict({ record: record(dataHash) })).toMatchObject({ kind: 'same', by: [expect.any(String)] });
  }
});

test('a hash of a kind that is unknown here says nothing of the file: Dropslip’s own digests do', () => {
  const encrypted = record(digest('9'));
  expect(verdict({ digests, record: encrypted })).toMatchObject({ kind: 'same', service: 'unknown-hash' });
  expect(verdict({ digests: others, record: encrypted })).toEqual({ kind: 'different' });
  expect(verdict({ record: encrypted })).toEqual({ kind: 'cannot-say', service: 'unknown-hash' });
});

test('a hash of this file beside digests of another one does not prove the file', () => {
  expect(verdict({ digests: others, record: record(digests.keccak256) })).toEqual({ kind: 'different' });
});

test('other digests are another file, whether the service has spoken or not', () => {
  expect(verdict({ digests: others })).toEqual({ kind: 'different' });
  expect(verdict({ digests: others, record: record(others.keccak256) })).toEqual({ kind: 'different' });
  expect(verdict({ digests: { ...digests, sha256: others.sha256 } })).toEqual({ kind: 'different' });
});

test('without any digest nothing is claimed, unless the sizes differ', () => {
  const said = { kind: 'cannot-say', service: 'not-yet' };
  expect(verdict({})).toEqual(said);
  expect(verdict({ record: record(null) })).toEqual(said);
  expect(verdict({ size: 1 })).toEqual({ kind: 'different' });
});
