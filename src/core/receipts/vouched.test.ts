import { afterEach, expect, test } from 'vitest';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { SettlementNote } from '../../shared/submissions/settlement-note.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { openRecordsHere } from '../records/in-process.fixture.ts';
import { GroupCommit } from '../storage/index.ts';
import { FolderListings, SubmissionLocator, SubmissionQueries } from '../submissions/index.ts';
import { closeRigs, openRig } from '../submissions/submissions.fixture.ts';
import { KeptSubmissions } from './kept-submissions.ts';
import { printableReceipt } from './printable-receipt.ts';
import { makeReceipt, readReceiptBytes, receiptText } from './receipt.ts';

afterEach(closeRigs);

const at = '2026-05-03T12:00:00.000Z';
const account: Account = {
  ...practiceAccount,
  address: 'http://127.0.0.1:1',
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};

/** The receipt of a file that was submitted, once `settled` is what is kept of how it was settled under its id. */
async function receiptOf(settled: (id: string) => SettlementNote | null) {
  const rig = await openRig({ service: { blockTimeSeconds: 3_600 } });
  await rig.drop({ letter: 'Dear service' });
  await rig.untilAll('submitted');
  await rig.written();
  const { state } = rig.named('letter');
  const id = 'submissionId' in state ? state.submissionId : '';
  rig.database.prepare('UPDATE submissions SET settlement = ?').run(JSON.stringify(settled(id)));
  const records = openRecordsHere(rig.database, new GroupCommit(rig.database).commit);
  const { commit } = new GroupCommit(rig.database);
  const listings = new FolderListings(rig.database, commit);
  const queries = new SubmissionQueries(rig.database);
  const locator = new SubmissionLocator(queries, records, () => [practiceAccount.id]);
  const kept = new KeptSubmissions(queries, records, locator, listings).find(id);
  const made = kept && makeReceipt(kept, account, { appVersion: '1.2.3', issuedAt: at }, null);
  if (!made?.ok) throw new Error('There is no receipt.');
  return made.value;
}

test.each(['unchecked', 'no-hash', 'hash-unknown'] as const)(
  'a receipt whose id is a person’s word (%s) says so in its file and in print',
  async (check) => {
    const receipt = await receiptOf((id) => ({ kind: 'went-through', at, submissionId: id, check }));
    expect(receipt).toMatchObject({ submission: { submittedAt: null, vouched: { at, check } } });
    expect(readReceiptBytes(Buffer.from(receiptText([receipt])))).toEqual({ ok: true, value: [receipt] });
    expect(printableReceipt(receipt, { sizes: 'decimal', cost: null, timeZone: 'UTC' })).toContain(
      'The user who submitted the file confirmed on 2026-05-03',
    );
  },
);

test.each([
  ['has the service’s answer', () => null],
  [
    'was compared with the service’s record',
    (id: string) => ({ kind: 'went-through', at, submissionId: id, check: 'confirmed' }) as const,
  ],
  [
    'came later than the id that a person gave',
    () => ({ kind: 'went-through', at, submissionId: 'another', check: 'unchecked' }) as const,
  ],
])('a receipt whose id %s says nothing of a person’s word', async (_what, settled) => {
  const receipt = await receiptOf(settled);
  expect(receipt).toMatchObject({ submission: { submittedAt: expect.any(String), vouched: null } });
  expect(printableReceipt(receipt, { sizes: 'decimal', cost: null, timeZone: 'UTC' })).not.toContain('person');
});
