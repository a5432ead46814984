import { expect, test } from 'vitest';
import type { Composition, ReceiptPart } from '../../shared/bridge/receipts.ts';
import type { KeptSubmission } from './kept-submissions.ts';
import { readReceiptBytes } from './read-receipt.ts';
import { makeReceipt, receiptText } from './receipt.ts';
import { practice } from './receipts.fixture.ts';

const digests = { keccak256: null, blake2b256: `0x${'b'.repeat(64)}`, sha256: `0x${'c'.repeat(64)}` };
const issuer = { appVersion: '1.2.3', issuedAt: '2026-05-03T12:05:00.000Z' };

const parts = (count: number): ReceiptPart[] =>
  Array.from({ length: count }, (_, offset) => ({
    ...{ level: 0, offset, size: 1, ...digests, submissionId: `part-${offset}`, record: null },
  }));

function kept(size: number, change: Partial<Composition> = {}): KeptSubmission {
  const composition: Composition = {
    content: 'file',
    manifest: { size: 900, ...digests },
    parts: parts(size),
    encryption: null,
    ...change,
  };
  const times = { addedAt: '2026-05-03T12:00:00.000Z', submittedAt: null, confirmedAt: null };
  const item = { name: 'photo.jpg', size, digests, ...times, vouched: null, composition };
  return { accountId: 'a', submissionId: 'manifest', item, record: null };
}

function written(of: KeptSubmission) {
  const made = makeReceipt(of, practice, issuer);
  if (!made.ok) throw new Error(made.error.code);
  const read = readReceiptBytes(Buffer.from(receiptText([made.value])));
  expect(read).toEqual({ ok: true, value: [made.value] });
  return made.value;
}

test('the receipt of what went in parts has the third version, names each part, and reads back', () => {
  expect(written(kept(3))).toMatchObject({
    version: 3,
    submission: { id: 'manifest', vouched: null },
    content: 'file',
    manifest: { size: 900 },
    parts: [{ submissionId: 'part-0' }, { submissionId: 'part-1' }, { submissionId: 'part-2' }],
  });
});

test('what was encrypted and went out in one has no manifest', () => {
  const encryption = { format: 'age', for: { kind: 'passphrase' }, stream: { size: 9, ...digests } } as const;
  expect(written(kept(3, { manifest: null, parts: [], encryption }))).toMatchObject({ version: 3, manifest: null });
});

test('of more parts than a receipt has room for, the manifest alone is named', () => {
  expect(written(kept(10_001))).toMatchObject({ parts: null, manifest: { size: 900 } });
  expect(written(kept(10_000))).toMatchObject({ parts: { length: 10_000 } });
});
