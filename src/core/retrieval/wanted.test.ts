import { expect, test } from 'vitest';
import { recordOf } from '../records/records.fixture.ts';
import { accountId, openRetrievalRig, type RetrievalRig, silentAccountId, someId } from './retrieval.fixture.ts';
import { type Expectation, nothingKnown, standingOf } from './wanted.ts';

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

const digests = (of: string) => ({ keccak256: `${of} keccak`, blake2b256: `${of} blake`, sha256: `${of} sha` });
const ofFile: Expectation = { ...nothingKnown, by: 'file', digests: digests('sent') };

test('what Dropslip sent comes before the service’s record: bytes that it changed before it took their hash are other bytes', () => {
  const changed = { ...ofFile, dataHash: 'changed blake' };
  expect(standingOf(changed, digests('changed'))).toBe('other');
  expect(standingOf(changed, digests('sent'))).toBe('file');
  expect(standingOf({ ...changed, by: 'receipt' }, digests('changed'))).toBe('other');
});

test('what went out in the file’s place is known by its own digests, whatever the record’s hash is of', () => {
  const inParts = { ...ofFile, sent: digests('manifest'), dataHash: 'encrypted blake' };
  expect(standingOf(inParts, digests('manifest'))).toBe('file');
  expect(standingOf({ ...inParts, by: 'receipt' }, digests('manifest'))).toBe('receipt');
  expect(standingOf(inParts, digests('encrypted'))).toBe('other');
});

test('of what nobody here sent, the record’s hash of either kind says it, and without one nothing does', () => {
  expect(standingOf({ ...nothingKnown, dataHash: 'x keccak' }, digests('x'))).toBe('record');
  expect(standingOf({ ...nothingKnown, dataHash: 'x sha' }, digests('x'))).toBe('other-hash');
  expect(standingOf(nothingKnown, digests('x'))).toBe('unknown');
  expect(standingOf({ ...nothingKnown, by: 'receipt' }, digests('x'))).toBe('unknown');
});
