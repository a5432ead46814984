import { compact } from 'scale-ts';
import { expect, test } from 'vitest';
import { publishedBlock } from '../../core/network/published-transactions.fixture.ts';
import { bytesOf, hexOf } from '../service.fixture.ts';
import { headOfSubmission, signedPart, timestampTransaction } from './transactions.ts';

// The published vectors and their sources: published-transactions.fixture.ts.
const published = bytesOf(publishedBlock.extrinsics[1].extrinsic);

test('a time is coded as the network codes it', () => {
  expect(hexOf(timestampTransaction(publishedBlock.timestamp))).toBe(publishedBlock.extrinsics[0].extrinsic);
});

test('the codec of the signed part reads and writes the published transfer', () => {
  const read = signedPart.dec(Uint8Array.from(published.subarray(2)));
  expect(read).toMatchObject({ version: 0x84, nonce: 0, tip: 0 });
  const signed = Buffer.from(signedPart.enc(read));
  expect(signed).toEqual(published.subarray(2, 2 + signed.length));
  expect([...published.subarray(2 + signed.length, 4 + signed.length)]).toEqual([6, 3]);
});

test('a submission has the app id in its call, before the data, and the right length', () => {
  const data = Buffer.from('hello');
  const head = headOfSubmission(20, { seq: 3, size: data.length, networkAppId: 246 });
  const [call, appId, length] = [[29, 1], [0xd9, 0x03], [0x14]];
  expect([...head.subarray(-5)]).toEqual([...call, ...appId, ...length]);
  const whole = Buffer.concat([head, data]);
  expect(compact.dec(Uint8Array.from(whole))).toBe(whole.length - 2);
});
