import { expect, test } from 'vitest';
import type { Composition, ReceiptPart } from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { type Claim, judgeComposed } from './verdicts.ts';

const digestsOf = (sign: string) => ({
  keccak256: `0x${`1${sign}`.repeat(32)}`,
  blake2b256: `0x${`2${sign}`.repeat(32)}`,
  sha256: `0x${`3${sign}`.repeat(32)}`,
});
const bytes = (sign: string, size: number) => ({ size, ...digestsOf(sign) });
const found = (sign: string, size: number) => ({ size, digests: digestsOf(sign) });

const record = (dataHash: string | null): SubmissionRecord => ({
  ...{ id: 'id', userId: null, tokenDetailsId: null, extrinsicIndex: null, amountData: null, fees: null },
  ...{ toAddress: null, blockHash: null, txHash: null, createdAt: null, error: null, extra: {} },
  dataHash,
  phase: dataHash === null ? 'pending' : 'in-block',
});
const recordOf = (sign: string): SubmissionRecord => record(digestsOf(sign).blake2b256);

const part = (sign: string, offset: number, size: number, of = recordOf(sign)): ReceiptPart => ({
  ...bytes(sign, size),
  ...{ level: 0, offset, submissionId: sign, record: of },
});

const inParts: Composition = {
  content: 'file',
  manifest: bytes('d', 900),
  parts: [part('b', 0, 4), part('c', 4, 2), { ...part('e', 0, 900), level: 1 }],
  encryption: null,
};
const claim: Claim = { size: 6, digests: digestsOf('a'), record: recordOf('d') };
const verdict = (sign: string, size: number, composition = inParts, of = claim) =>
  judgeComposed(found(sign, size), of, composition);

test('the whole is known by its digests, and the service’s word is that on every part', () => {
  const by = ['keccak256', 'blake2b256', 'sha256'];
  expect(verdict('a', 6)).toEqual({ kind: 'same', by, service: 'agrees' });
  const late = { ...inParts, parts: [part('b', 0, 4), part('c', 4, 2, record(null))] };
  expect(verdict('a', 6, late)).toMatchObject({ kind: 'same', service: 'not-yet' });
  const unread = { ...inParts, parts: [part('b', 0, 4), { ...part('c', 4, 2), record: null }] };
  expect(verdict('a', 6, unread)).toMatchObject({ kind: 'same', service: 'not-yet' });
  const unknown = { ...inParts, parts: [part('b', 0, 4, recordOf('9')), part('c', 4, 2, record(null))] };
  expect(verdict('a', 6, unknown)).toMatchObject({ kind: 'same', service: 'unknown-hash' });
  expect(verdict('a', 6, inParts, { ...claim, record: recordOf('9') })).toMatchObject({ service: 'unknown-hash' });
  expect(verdict('a', 6, { ...inParts, parts: null })).toMatchObject({ kind: 'same', service: 'agrees' });
});

test('other bytes are none of it, whatever their size', () => {
  expect(verdict('9', 6)).toEqual({ kind: 'different' });
  expect(verdict('9', 4)).toEqual({ kind: 'different' });
  expect(verdict('b', 5)).toEqual({ kind: 'different' });
});

const encrypted: Composition = {
  ...inParts,
  encryption: { format: 'age', for: { kind: 'passphrase' }, stream: bytes('f', 6) },
};

test('of what was encrypted both are known: what was meant, and what went out', () => {
  const meant = { ...claim, size: 3 };
  expect(verdict('a', 3, encrypted, meant)).toMatchObject({ kind: 'same', service: 'agrees' });
  expect(verdict('f', 6, encrypted, meant)).toMatchObject({
    ...{ kind: 'piece', piece: { kind: 'encrypted' }, service: 'agrees' },
  });
});

test('what was encrypted and went out in one is known by the service’s own record', () => {
  const whole: Composition = { ...encrypted, manifest: null, parts: [] };
  const of = { ...claim, size: 3, record: recordOf('f') };
  expect(verdict('a', 3, whole, of)).toMatchObject({ kind: 'same', service: 'agrees' });
  expect(verdict('f', 6, whole, of)).toMatchObject({ kind: 'piece', piece: { kind: 'encrypted' }, service: 'agrees' });
  expect(verdict('f', 6, whole, { ...of, record: null })).toMatchObject({ kind: 'piece', service: 'not-yet' });
});
