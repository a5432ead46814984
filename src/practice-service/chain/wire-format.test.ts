import { Bytes, compact } from 'scale-ts';
import { expect, test } from 'vitest';
import {
  publishedBlock,
  publishedHeader,
  publishedPlainBlock,
  publishedSubmissions,
  publishedTimestamp,
} from '../../core/network/published-transactions.fixture.ts';
import { blake2b, bytesOf, hashOfHeader, hexOf, rootOf } from './hashing.fixture.ts';
import { encodeHeader, headerAsJson, headerCodec } from './header.ts';
import {
  headOfSubmission,
  laterSignedPart,
  signedPart,
  timestampTransaction,
  transferTransaction,
} from './transactions.ts';

// Sources of what is published: published-transactions.fixture.ts.

test('a time is coded as the network codes it, by its earlier and by its later runtime', () => {
  expect(hexOf(timestampTransaction(1, publishedTimestamp.timestamp))).toBe(publishedTimestamp.extrinsic);
  expect(hexOf(timestampTransaction(20, publishedBlock.timestamp))).toBe(publishedBlock.extrinsics[0].extrinsic);
});

test('the hash of a transaction is BLAKE2b-256 of the whole, its length first', () => {
  for (const { extrinsic, hash: published } of publishedBlock.extrinsics) {
    expect(hexOf(blake2b(bytesOf(extrinsic)))).toBe(published);
  }
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

test('the hash of a header with an extension is that of the network', () => {
  expect(hashOfHeader(publishedHeader.header)).toBe(publishedHeader.hash);
});

test('a header of our own says in JSON what is coded', () => {
  const header = { number: 70, parentHash: 'ab'.repeat(32), extrinsicsRoot: 'cd'.repeat(32) };
  const coded = headerCodec.dec(encodeHeader(header));
  expect(headerAsJson(header)).toMatchObject({
    parentHash: hexOf(coded.parentHash),
    number: '0x46',
    stateRoot: hexOf(coded.stateRoot),
    extrinsicsRoot: hexOf(coded.extrinsicsRoot),
    digest: { logs: [expect.stringMatching(/^0x0642414245/), expect.stringMatching(/^0x05424142450101/)] },
    extension: { V3: coded.extension.value.commitment.rows === 0 ? {} : null },
  });
});

test('the extrinsics root is that of a published block', () => {
  const extrinsics = publishedPlainBlock.extrinsics.map(bytesOf);
  expect(rootOf(extrinsics)).toBe(publishedPlainBlock.header.extrinsicsRoot);
  expect(rootOf(extrinsics.toReversed())).not.toBe(publishedPlainBlock.header.extrinsicsRoot);
});

test.each([1, 2, 64, 65, 300])(
  'a trie of %i transactions has another root when one byte of the last changes',
  (count) => {
    const extrinsics = Array.from({ length: count }, (_, index) => Buffer.alloc(20 + index, index));
    const before = rootOf(extrinsics);
    extrinsics[count - 1]?.writeUInt8(255, 3);
    expect(rootOf(extrinsics)).not.toBe(before);
  },
);
