import { afterEach, expect, test } from 'vitest';
import type { Composition, ReceiptPart } from '../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { GroupCommit } from '../storage/index.ts';
import { FolderListings, SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { Journal } from '../submissions/journal/journal.ts';
import { LeftBehind } from '../submissions/journal/left-behind.ts';
import { submission } from '../submissions/journal/submission.fixture.ts';
import { openRig } from '../submissions/submissions.fixture.ts';
import { type KeptSubmission, KeptSubmissions } from './kept-submissions.ts';
import { makeReceipt, readReceiptBytes, receiptText } from './receipt.ts';
import { closeReceipts, idOf, practice } from './receipts.fixture.ts';

afterEach(async () => {
  await closeRecordsHere();
  await closeReceipts();
});

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
  const times = { addedAt: '2026-05-03T12:00:00.000Z', submittedAt: null, seenConfirmedAt: null };
  const item = { name: 'photo.jpg', size, digests, ...times, vouched: null, composition };
  return { accountId: 'a', submissionId: 'manifest', item, record: null };
}

function written(of: KeptSubmission) {
  const made = makeReceipt(of, practice, issuer, null);
  if (!made.ok) throw new Error(made.error.code);
  const read = readReceiptBytes(Buffer.from(receiptText([made.value])));
  expect(read).toEqual({ ok: true, value: [made.value] });
  return made.value;
}

test('the receipt of a file in parts names each part, and reads back', () => {
  expect(written(kept(3))).toMatchObject({
    submission: { id: 'manifest', vouched: null },
    composition: {
      content: 'file',
      manifest: { size: 900 },
      parts: [{ submissionId: 'part-0' }, { submissionId: 'part-1' }, { submissionId: 'part-2' }],
    },
  });
});

test('the receipt of an encrypted file in one piece has no manifest', () => {
  const encryption = { format: 'age', for: { kind: 'passphrase' }, stream: { size: 9, ...digests } } as const;
  expect(written(kept(3, { manifest: null, parts: [], encryption }))).toMatchObject({
    composition: { manifest: null },
  });
});

test('a receipt names up to 10,000 parts, and none of them if there are more', () => {
  expect(written(kept(10_000))).toMatchObject({ composition: { parts: { length: 10_000 } } });
  expect(written(kept(10_001, { parts: null }))).toMatchObject({
    composition: { parts: null, manifest: { size: 900 } },
  });
});

test('the parts of a submission come from its rows, with the records that were read of them', async () => {
  const rig = await openRig({ service: { blockTimeSeconds: 3_600 } });
  await rig.drop({ 'photo.jpg': 'abcdef' });
  await rig.untilAll('submitted');
  await rig.written();
  const row = rig.named('photo.jpg');
  const { commit } = new GroupCommit(rig.database);
  const journal = new Journal(rig.database, commit, new LeftBehind(rig.database, commit));
  const partRow = (level: number, offset: number | null, size: number) => ({
    ...submission(0, size, { kind: 'waiting' }),
    ...{ ...digests, accountId: row.accountId, partOf: { row: row.id, level, offset } },
  });
  // What was made too large was replaced by two, and a manifest of a manifest names the manifest's slices.
  const made = [
    partRow(0, null, 6),
    partRow(0, 0, 4),
    partRow(0, 4, 2),
    partRow(1, 0, 700),
    partRow(1, 700, 200),
    partRow(2, 0, 90),
  ];
  const added = await journal.add(made);
  const name = rig.database.prepare(
    'UPDATE submissions SET submission_id = ?, sha256 = ?, blake2b256 = ? WHERE id = ?',
  );
  for (const [at, { id }] of added.entries()) {
    const submissionId = at === 5 ? idOf(rig, 'photo.jpg') : `part-${at}`;
    name.run(submissionId, digests.sha256, digests.blake2b256, id);
  }

  const records = openRecordsHere(rig.database, commit);
  await records.put(row.accountId, [{ ...record, id: 'part-1', dataHash: digests.blake2b256 }]);
  const kept = new KeptSubmissions(
    new SubmissionQueries(rig.database),
    records,
    new SubmissionLocator(new SubmissionQueries(rig.database), records, () => [row.accountId]),
    new FolderListings(rig.database, commit),
  );
  const found = kept.find(idOf(rig, 'photo.jpg'));
  if (found === null) throw new Error('It is not found.');
  expect(written(found)).toMatchObject({
    file: { name: 'photo.jpg', size: 6 },
    submission: { id: idOf(rig, 'photo.jpg') },
    composition: {
      manifest: { size: 90, ...digests },
      parts: [
        { level: 0, offset: 0, size: 4, submissionId: 'part-1', record: { dataHash: digests.blake2b256 } },
        { level: 0, offset: 4, size: 2, submissionId: 'part-2', record: null },
        { level: 1, offset: 0, size: 700, submissionId: 'part-3' },
        { level: 1, offset: 700, size: 200, submissionId: 'part-4' },
      ],
      encryption: null,
    },
  });
  expect(new SubmissionQueries(rig.database).receivedParts(row.accountId, idOf(rig, 'photo.jpg'), 3)?.parts).toBeNull();
});

const record: SubmissionRecord = {
  ...{ id: 'id', userId: null, tokenDetailsId: null, extrinsicIndex: '1', amountData: null, fees: null },
  ...{ toAddress: null, blockHash: null, dataHash: null, txHash: null, createdAt: null },
  ...{ phase: 'in-block', error: null, extra: {} },
};
