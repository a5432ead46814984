import { expect, test } from 'vitest';
import { recordOf } from '../records/records.fixture.ts';
import { accountId, openRetrievalRig, type RetrievalRig, silentAccountId, someId } from './retrieval.fixture.ts';

const byReceipt = (rig: RetrievalRig, submissionId: string, address: string | null) =>
  rig.retrievals.start({
    kind: 'receipt',
    submissionId,
    address,
    name: 'photo.jpg',
    size: null,
    digests: { keccak256: null, blake2b256: null, sha256: `0x${'ab'.repeat(32)}` },
    sent: null,
    places: [],
  });

test('an id that is typed in capitals is got back from the account that keeps it in small letters', async () => {
  const rig = await openRetrievalRig();
  const submissionId = someId();
  await rig.records.put(silentAccountId, [recordOf(submissionId)]);
  const started = await rig.retrievals.start({ kind: 'kept', submissionId: submissionId.toUpperCase() });
  expect(started).toMatchObject({ value: { accountId: silentAccountId, submissionId } });
});

test('a receipt of an address that no account has any more comes by the account that keeps its id', async () => {
  const rig = await openRetrievalRig();
  const submissionId = someId();
  await rig.records.put(silentAccountId, [recordOf(submissionId)]);
  const started = await byReceipt(rig, submissionId, 'https://moved.example');
  expect(started).toMatchObject({ value: { accountId: silentAccountId } });
});

test('a receipt of an address that an account has comes from there, whoever has read of its id', async () => {
  const rig = await openRetrievalRig();
  const submissionId = someId();
  await rig.records.put(silentAccountId, [recordOf(submissionId)]);
  expect(await byReceipt(rig, submissionId, null)).toMatchObject({ value: { accountId } });
});

test('a receipt of an address that no account has, and of an id that none keeps, needs an account first', async () => {
  const rig = await openRetrievalRig();
  expect(await byReceipt(rig, someId(), 'https://moved.example')).toMatchObject({ error: { code: 'no-account' } });
});
