import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { problem, startService, temporaryFolder } from '../service.fixture.ts';

const address = /^0x[0-9a-f]{40}$/;
const hash = /^0x[0-9a-f]{64}$/;
const receipt = z.strictObject({ submission_id: z.uuid() });

test('a submission is registered at once, with what only a block can tell still null', async () => {
  const service = await startService({ blockTimeSeconds: 600 });
  const id = await service.accepted('hello');
  expect(await service.record(id)).toEqual({
    id,
    user_id: expect.any(String),
    token_details_id: 1n,
    amount_data: '5',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    extrinsic_index: null,
    fees: null,
    to_address: null,
    block_hash: null,
    data_hash: null,
    tx_hash: null,
  });
});

test('what the balance does not cover has an error in its record, until the monitor submits it again', async () => {
  const service = await startService({ retryFailedSeconds: 0.05, retryLimit: 1000 });
  const { submission_id: id } = receipt.parse(await (await service.submitFor('dai', 'x')).json());
  expect(await service.record(id)).toMatchObject({ block_hash: null, error: expect.stringContaining('Insufficient') });
  await service.requestFunds(
    '{"token_address":"0x5f01Dc8E9b7A43620cE1d5F8bA96e0734D2c1B9E","amount_deposited":1000000000000000,"chain_id":1}',
  );
  await expect.poll(() => service.record(id)).toMatchObject({ block_hash: expect.stringMatching(hash) });
  expect(await service.record(id)).not.toHaveProperty('error');
  expect(await service.balance(4)).toBe(10n ** 15n - 40_000_300_000_000n);
});

test('the fault error-first gives each record an error at first, and charges for it once', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ dataDir, faults: { arriving: 'error-first' } });
  const before = await first.balance(1);
  const id = await first.accepted('hello');
  expect(await first.record(id)).toMatchObject({ block_hash: null, error: 'TIMEOUT' });
  expect(await first.balance(1)).toBe(before);
  await first.service.close();
  const second = await startService({ dataDir, retryFailedSeconds: 0.05 });
  await expect.poll(() => second.record(id)).toMatchObject({ block_hash: expect.stringMatching(hash) });
  expect(before - (await second.balance(1))).toBe(21_000_000_000_000n + 5n * 100_000_000n);
});

test('the fault late-record answers the id before the record exists', async () => {
  const service = await startService({ faults: { arriving: 'late-record' } });
  const id = await service.accepted('hello');
  expect(await service.record(id)).toMatchObject({ error: expect.any(String) });
  await expect
    .poll(() => service.record(id), { timeout: 5_000 })
    .toMatchObject({ block_hash: expect.stringMatching(hash) });
});

test('the faults late-401 and late-500 refuse a submission that is charged', async () => {
  const service = await startService();
  for (const status of [401, 500] as const) {
    const before = await service.balance(1);
    service.service.misbehave({ arriving: `late-${status}` });
    expect((await service.submit('hello')).status).toBe(status);
    expect(await service.balance(1)).toBeLessThan(before);
  }
});

test('a submission in a block has every field of the contract and no other', async () => {
  const service = await startService();
  const before = await service.balance(1);
  const id = await service.accepted('hello');
  await expect.poll(() => service.record(id)).toMatchObject({ block_hash: expect.stringMatching(hash) });
  const fee = before - (await service.balance(1));
  expect(await service.record(id)).toEqual({
    id,
    user_id: expect.any(String),
    token_details_id: 1n,
    amount_data: '5',
    created_at: expect.any(String),
    extrinsic_index: expect.any(BigInt),
    fees: fee.toString(),
    to_address: expect.stringMatching(address),
    block_hash: expect.stringMatching(hash),
    data_hash: `0x${bytesToHex(blake2b(Buffer.from('hello'), { dkLen: 32 }))}`,
    tx_hash: expect.stringMatching(hash),
  });
});

test('the hash is Keccak-256 if that is asked for', async () => {
  const service = await startService({ dataHash: 'keccak256' });
  const id = await service.accepted('hello');
  const keccak = `0x${bytesToHex(keccak_256(Buffer.from('hello')))}`;
  await expect.poll(() => service.record(id)).toMatchObject({ data_hash: keccak });
});

test('a service that is told to encrypt keeps the hashes that it gave before', async () => {
  const service = await startService();
  const id = await service.accepted('hello');
  await expect.poll(() => service.record(id)).toMatchObject({ data_hash: expect.stringMatching(hash) });
  const before = await service.record(id);
  service.service.encrypt();
  const large = await service.accepted(Buffer.alloc(100_000, 1));
  await expect.poll(() => service.record(large)).toMatchObject({ data_hash: expect.stringMatching(hash) });
  const known = `0x${bytesToHex(blake2b(Buffer.alloc(100_000, 1), { dkLen: 32 }))}`;
  expect(await service.record(large)).not.toMatchObject({ data_hash: known });
  expect(await service.record(id)).toEqual(before);
});

test('the time of a record is UTC', async () => {
  const service = await startService();
  const earliest = Math.floor(Date.now() / 1000) * 1000;
  const record = await service.record(await service.accepted('x'));
  expect(record).toHaveProperty('created_at');
  const createdAt = typeof record === 'object' && record !== null && 'created_at' in record ? record.created_at : '';
  const instant = Date.parse(`${createdAt}Z`);
  expect(instant).toBeGreaterThanOrEqual(earliest);
  expect(instant).toBeLessThanOrEqual(Date.now());
});

test('submissions in one block have different indexes and transaction hashes', async () => {
  const service = await startService({ blockTimeSeconds: 0.2 });
  await Promise.all(['a', 'b', 'c'].map((body) => service.accepted(body)));
  const values = async (field: string): Promise<unknown[]> => {
    const records = await service.read('/user/get_all_expenditure');
    return Array.isArray(records) ? records.map((record) => record[field]) : [];
  };
  await expect.poll(() => values('block_hash')).not.toContain(null);
  expect(new Set(await values('tx_hash')).size).toBe(3);
});

test('an id may be asked in upper case', async () => {
  const service = await startService();
  const id = await service.accepted('x');
  expect(await service.record(id.toUpperCase())).toMatchObject({ id });
});

test('an unknown id is 404, a malformed one 406, none at all 400', async () => {
  const service = await startService();
  const ask = async (query: string): Promise<unknown> =>
    problem(await service.get(`/user/get_submission_info${query}`));
  expect(await ask('?submission_id=00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 });
  expect(await ask('?submission_id=not-a-uuid')).toMatchObject({ status: 406 });
  expect(await ask('?submission_id=a&submission_id=b')).toMatchObject({ status: 400 });
  expect(await ask('')).toMatchObject({ status: 400 });
});

test('the contract knows no reading with the API key alone', async () => {
  const service = await startService();
  const id = await service.accepted('x');
  for (const endpoint of ['get_submission_info', 'get_pre_image']) {
    expect((await service.get(`/v1/${endpoint}?submission_id=${id}`, service.apiKey)).status).toBe(404);
  }
});
