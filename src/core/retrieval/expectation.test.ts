import { expect, test } from 'vitest';
import { type Expectation, nothingKnown, standingOf } from './expectation.ts';

const digests = (of: string) => ({ keccak256: `${of} keccak`, blake2b256: `${of} blake`, sha256: `${of} sha` });
const ofFile: Expectation = { ...nothingKnown, by: 'file', digests: digests('sent') };

test('what Dropslip sent comes before the service’s record: bytes that it changed before it took their hash are other bytes', () => {
  const changed = { ...ofFile, dataHash: 'changed blake' };
  expect(standingOf(changed, digests('changed'))).toBe('other');
  expect(standingOf(changed, digests('sent'))).toBe('file');
  expect(standingOf({ ...changed, by: 'receipt' }, digests('changed'))).toBe('other');
});

test('under an id that rests on a person’s word, the record says what the bytes are', () => {
  const vouched = { ...ofFile, isVouched: true };
  expect(standingOf({ ...vouched, dataHash: 'theirs blake' }, digests('theirs'))).toBe('record');
  expect(standingOf({ ...vouched, dataHash: 'theirs blake' }, digests('others'))).toBe('other');
  expect(standingOf(vouched, digests('theirs'))).toBe('other');
  expect(standingOf(vouched, digests('sent'))).toBe('file');
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
