import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { closeRecordsHere, openRecordsHere } from '../records/in-process.fixture.ts';
import { GroupCommit } from '../storage/index.ts';
import { FolderListings, isStorable, Slips, SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { accountId, openRig, type Rig } from '../submissions/submissions.fixture.ts';
import { receipts } from './arbitrary-receipts.fixture.ts';
import { KeptSubmissions } from './kept-submissions.ts';
import { makeReceipt } from './receipt.ts';
import { closeReceipts, idOf, openReceipts, practice, submitted, value } from './receipts.fixture.ts';

afterEach(async () => {
  await closeRecordsHere();
  await closeReceipts();
});

function openSlips({ database }: Rig) {
  const { commit } = new GroupCommit(database);
  const records = openRecordsHere(database, commit);
  const queries = new SubmissionQueries(database);
  const locator = new SubmissionLocator(queries, records, () => [accountId]);
  const kept = new KeptSubmissions(queries, records, locator, new FolderListings(database, commit));
  return { slips: new Slips(database, commit), kept };
}

/** The receipt that this computer makes of what it stored of another one. Only the service's records are not in it. */
function receiptOfStored(kept: KeptSubmissions, { submission, appVersion, issuedAt }: Receipt): Receipt {
  const found = kept.find(submission.id);
  if (found === null) throw new Error('It was not stored.');
  return value(makeReceipt(found, practice, { appVersion, issuedAt }, null));
}

test('a stored receipt gives the same receipt again, without the records of the service', async () => {
  const { slips, kept } = openSlips(await openRig());
  let count = 0;
  const valid = receipts.filter((receipt) => isStorable(receipt) && !isVouchedWithTime(receipt));
  await fc.assert(
    fc.asyncProperty(valid, async (made) => {
      count += 1;
      const receipt: Receipt = { ...made, submission: { ...made.submission, id: `id-${count}` } };
      await slips.add([{ accountId, desk: '', receipt }]);
      const { file, submission, composition } = receiptOfStored(kept, receipt);
      expect(file).toEqual(receipt.file);
      expect(submission).toEqual({ ...receipt.submission, blockTime: null, submittedAt: submittedAt(receipt) });
      expect(composition).toEqual(withoutRecords(receipt));
    }),
    { numRuns: 200 },
  );
});

/** No app writes such a receipt. */
function isVouchedWithTime({ submission }: Receipt): boolean {
  return submission.vouched !== null && submission.submittedAt !== null;
}

/** A receipt without a time that is not confirmed is of a submission that was found when it was added. */
function submittedAt({ submission }: Receipt): string | null {
  const { submittedAt: at, seenConfirmedAt, vouched, addedAt } = submission;
  return at ?? (seenConfirmedAt === null && vouched === null ? addedAt : null);
}

function withoutRecords({ composition }: Receipt): Receipt['composition'] {
  if (composition === null || composition.parts === null) return composition;
  const { content, manifest, encryption, parts } = composition;
  // A file that was submitted whole and unchanged, in other words.
  if (content === 'file' && manifest === null && encryption === null && parts.length === 0) return null;
  return { ...composition, parts: parts.map((part) => ({ ...part, record: null })) };
}

test('a submission of this computer stays as it is if its receipt comes back', async () => {
  const rig = await openRig();
  const own = openReceipts(rig);
  const path = await submitted(rig, own, { 'letter.txt': 'Dear service' });
  const [receipt] = value(await own.verifier.read(path));
  if (receipt === undefined) throw new Error('There is no receipt.');
  const { slips } = openSlips(rig);
  expect(await slips.add([{ accountId, desk: 'Anna', receipt }])).toEqual([]);
  expect(new SubmissionQueries(rig.database).withReceipt(accountId, idOf(rig, 'letter.txt'))?.desk).toBeUndefined();
});
