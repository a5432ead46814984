import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { NodeFault } from '../faults.ts';
import { blake2b, bytesOf, type FinalPlace, hexOf, startService, type TestService } from '../service.fixture.ts';

const system = '{"jsonrpc":"2.0","id":1,"method":"system_chain"}';

test('a node that is down ends the connection, and answers again when it is up', async () => {
  const { service } = await withSubmission('down');
  await expect(service.askNode(system)).rejects.toThrow();
  service.service.misbehave({ node: null });
  expect((await service.askNode(system)).status).toBe(200);
});

test('a silent node lets its asker wait, also over the end of the service', async () => {
  const { service } = await withSubmission('silent');
  const answer = service.askNode(system).then(
    () => 'answered',
    () => 'cut',
  );
  expect(await Promise.race([answer, wait(200, 'waiting')])).toBe('waiting');
  await service.service.close();
  expect(await answer).toBe('cut');
});

test('pruned: the body of a final block is gone, its header is not', async () => {
  const { service, place } = await withSubmission('pruned');
  expect(await service.call('chain_getBlock', `0x${place.block_hash}`)).toBeNull();
  expect(await service.call('chain_getHeader', `0x${place.block_hash}`)).toEqual(place.block.header);
  expect(await service.call('chain_getBlock')).toMatchObject({ block: { extrinsics: [expect.any(String)] } });
});

test('changed-byte: the transaction has another hash, and one byte of its data is another', async () => {
  const { service, place } = await withSubmission('changed-byte');
  const changed = (await blockAt(service, place)).extrinsics[place.extrinsic_index] ?? '';
  expect(hexOf(blake2b(bytesOf(changed)))).not.toBe(`0x${place.tx_hash}`);
  expect(bytesOf(changed).subarray(-9).toString()).toBe('uhe bytes');
  expect(await service.storedBytes((await service.storedIds())[0] ?? '')).toEqual(Buffer.from('the bytes'));
});

test('other-hash: another is at the height of the block', async () => {
  const { service, place } = await withSubmission('other-hash');
  const there = await service.call('chain_getBlockHash', Number(place.block.header.number));
  expect(there).toMatch(/^0x[0-9a-f]{64}$/);
  expect(there).not.toBe(`0x${place.block_hash}`);
});

test('arriving: a byte changed before all that the service says of it is the same everywhere', async () => {
  const service = await startService({ faults: { arriving: 'changed-byte' } });
  const bodies = ['the bytes', 'x'.repeat(70_000)];
  for (const body of bodies) {
    const place = await service.finalPlace(await service.accepted(body));
    const carried = bytesOf(place.extrinsic).subarray(-body.length);
    expect(carried.equals(Buffer.from(body))).toBe(false);
    expect(carried.subarray(1).toString()).toBe(body.slice(1));
    expect(hexOf(blake2b(carried))).toBe(`0x${place.data_hash}`);
    expect(hexOf(blake2b(bytesOf(place.extrinsic)))).toBe(`0x${place.tx_hash}`);
  }
});

async function withSubmission(fault: NodeFault): Promise<{ service: TestService; place: FinalPlace }> {
  const service = await startService();
  const place = await service.finalPlace(await service.accepted('the bytes'));
  service.service.misbehave({ node: fault });
  return { service, place };
}

const anyBlock = z.object({
  block: z.object({ header: z.unknown(), extrinsics: z.array(z.string()) }),
});

async function blockAt(service: TestService, place: FinalPlace): Promise<z.infer<typeof anyBlock>['block']> {
  return anyBlock.parse(await service.call('chain_getBlock', `0x${place.block_hash}`)).block;
}
