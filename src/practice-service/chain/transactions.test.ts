import { Bytes, compact } from 'scale-ts';
import { expect, test } from 'vitest';
import {
  publishedBlock,
  publishedSubmissions,
  publishedTimestamp,
} from '../../core/network/published-transactions.fixture.ts';
import { bytesOf, hexOf } from '../service.fixture.ts';
import {
  headOfSubmission,
  laterSignedPart,
  signedPart,
  timestampTransaction,
  transferTransaction,
} from './transactions.ts';

// The published vectors and their sources: published-transactions.fixture.ts.

test('a time is coded as the network codes it, by its earlier and by its later runtime', () => {
  expect(hexOf(timestampTransaction(1, publishedTimestamp.timestamp))).toBe(publishedTimestamp.extrinsic);
  expect(hexOf(timestampTransaction(20, publishedBlock.timestamp))).toBe(publishedBlock.extrinsics[0].extrinsic);
});

test.each(publishedSubmissions)('the codec of what is signed reads and writes: $source', ({ extrinsic, data }) => {
  const whole = bytesOf(extrinsic);
  const length = compact.enc(whole.length - 2);
  const rest = whole.subarray(length.length);
  // The published ones are mortal or immortal; an immortal era is one byte instead of two.
  const call = Buffer.concat([Uint8Array.of(29, 1), Bytes().enc(Buffer.from(data))]);
  const signed = rest.subarray(0, rest.length - call.length);
  expect(rest.subarray(signed.length)).toEqual(call);
  const ERA_AT = 1 + 1 + 32 + 1 + 64;
  const immortal = signed[ERA_AT] === 0;
  const twoByteEra = immortal
    ? Buffer.concat([signed.subarray(0, ERA_AT), Uint8Array.of(0, 0), signed.subarray(ERA_AT + 1)])
    : signed;
  const read = signedPart.dec(Uint8Array.from(twoByteEra));
  expect(read).toMatchObject({ version: 0x84, signer: { tag: 'Id' }, signature: { tag: 'Sr25519' }, tip: 0, appId: 1 });
  expect(Buffer.from(signedPart.enc(read))).toEqual(Buffer.from(twoByteEra));
});

test('a submission of our own has the form of the published ones, its length counted right', () => {
  const data = Buffer.from('Test submit data');
  const whole = Buffer.concat([headOfSubmission(2, { seq: 0, size: data.length }), data]);
  const [published] = publishedSubmissions;
  const other = bytesOf(published?.extrinsic ?? '');
  expect(compact.dec(Uint8Array.from(whole))).toBe(whole.length - 2);
  expect(signedPart.dec(Uint8Array.from(whole.subarray(2)))).toMatchObject({ version: 0x84, nonce: 0, tip: 0 });
  expect(whole.subarray(-19)).toEqual(other.subarray(-19));
});

test('a transfer has the index and the arguments of the published one', () => {
  const published = bytesOf(publishedBlock.extrinsics[1].extrinsic);
  const whole = transferTransaction(9, 2);
  const call = whole.subarray(-(2 + 1 + 32 + 9));
  expect([...call.subarray(0, 3)]).toEqual([...published.subarray(-44, -41)]);
  expect(compact.dec(Uint8Array.from(call.subarray(-9)))).toBe(10n ** 18n);
  expect(compact.dec(Uint8Array.from(whole))).toBe(whole.length - 2);
});

test('what is signed with the later runtime has the form of the published transfer, which has no app id', () => {
  const published = bytesOf(publishedBlock.extrinsics[1].extrinsic);
  const read = laterSignedPart.dec(Uint8Array.from(published.subarray(2)));
  expect(read).toMatchObject({ version: 0x84, nonce: 0, tip: 0 });
  const signed = Buffer.from(laterSignedPart.enc(read));
  expect(signed).toEqual(published.subarray(2, 2 + signed.length));
  expect([...published.subarray(2 + signed.length, 4 + signed.length)]).toEqual([6, 3]);
  expect(transferTransaction(20, 2).length).toBe(published.length);
});

test('with the later runtime the app id stands in the call, before the data', () => {
  const [earlier = new Uint8Array(), later = new Uint8Array()] = [19, 20].map((number) =>
    headOfSubmission(number, { seq: 3, size: 5 }),
  );
  const [appId, call, length] = [[0xd9, 0x03], [29, 1], [0x14]];
  expect([...earlier.subarray(-5)]).toEqual([...appId, ...call, ...length]);
  expect([...later.subarray(-5)]).toEqual([...call, ...appId, ...length]);
});
