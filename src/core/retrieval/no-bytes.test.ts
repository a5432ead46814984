import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordOf } from '../records/records.fixture.ts';
import { accountId, openRetrievalRig, someId } from './retrieval.fixture.ts';

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));
const notFinal = { kind: 'answer', status: 501, body: 'Not final' } as const;

function waitsIn({ events }: Awaited<ReturnType<typeof openRetrievalRig>>) {
  return events.flatMap((event) =>
    event.kind === 'retrieval.changed' && event.retrieval.state.kind === 'waiting' ? [event.retrieval.state.why] : [],
  );
}

describe('a service that has no bytes', () => {
  test('of what is in a block is not asked without end, and it is told that a node would have them', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(2_000));
    await rig.place(submissionId);
    rig.service.misbehave({ preImage: 'gone' });
    const id = await rig.start(submissionId);
    const said = await rig.state(id, 'failed', 'saved');
    expect(said).toMatchObject({ reason: { code: 'bytes-gone' } });
    expect(rig.gateway.asked).toHaveLength(3);
  });

  test('never says of what is in a block that it is in none yet', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(2_000));
    await rig.place(submissionId);
    rig.service.misbehave({ preImage: 'gone' });
    const id = await rig.start(submissionId);
    await rig.state(id, 'failed');
    const waits = waitsIn(rig);
    expect(waits).toContain('no-bytes');
    expect(waits).not.toContain('not-final');
  });

  test('of what is in a block leaves it to the node, where one is set', async () => {
    const rig = await openRetrievalRig({ network: 'node' });
    const bytes = bytesOf(2_000);
    const submissionId = await rig.submit(bytes);
    await rig.place(submissionId);
    rig.service.misbehave({ preImage: 'gone' });
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'failed', 'saved')).toMatchObject({ kind: 'saved', source: 'network' });
    expect(readFileSync(join(rig.downloads, `${submissionId}.bin`)).equals(bytes)).toBe(true);
  });

  test.each([undefined, 'node'] as const)(
    'of a delayed submission is waited for, as for one that is in no block yet (node: %s)',
    async (network) => {
      const rig = await openRetrievalRig(network === undefined ? {} : { network });
      const submissionId = someId();
      const delayed = { phase: 'failed', error: 'No balance.', blockHash: null, extrinsicIndex: null } as const;
      await rig.records.put(accountId, [recordOf(submissionId, delayed)]);
      rig.gateway.breakWith(() => notFinal);
      await rig.start(submissionId);
      await expect.poll(() => waitsIn(rig)).toContain('not-final');
    },
  );

  test('of what a receipt has in a block is not asked without end either', async () => {
    const rig = await openRetrievalRig();
    const [submissionId, hash] = [someId(), `0x${'ab'.repeat(32)}`];
    rig.gateway.breakWith(() => notFinal);
    const started = await rig.retrievals.start({
      kind: 'receipt',
      submissionId,
      address: null,
      name: 'photo.jpg',
      size: null,
      digests: { keccak256: null, blake2b256: null, sha256: hash },
      sent: null,
      places: [{ submissionId, blockHash: hash, extrinsicIndex: '1', txHash: hash, dataHash: hash }],
    });
    if (!started.ok) throw new Error(started.error.code);
    expect(await rig.state(started.value.id, 'failed', 'saved')).toMatchObject({ reason: { code: 'bytes-gone' } });
  });

  test.each(['record', 'receipt'] as const)(
    'of what a %s has in a block without saying where in it, is not said to be in none, nor that a node is needed',
    async (by) => {
      const rig = await openRetrievalRig({ network: 'node' });
      const [submissionId, hash] = [someId(), `0x${'ab'.repeat(32)}`];
      rig.gateway.breakWith(() => notFinal);
      const place = { blockHash: hash, extrinsicIndex: null, txHash: hash, dataHash: hash } as const;
      if (by === 'record') await rig.records.put(accountId, [recordOf(submissionId, place)]);
      const started = await rig.retrievals.start({
        kind: 'receipt',
        submissionId,
        address: null,
        name: 'photo.jpg',
        size: null,
        digests: { keccak256: null, blake2b256: null, sha256: hash },
        sent: null,
        places: by === 'receipt' ? [{ submissionId, ...place }] : [],
      });
      if (!started.ok) throw new Error(started.error.code);
      expect(await rig.state(started.value.id, 'failed', 'saved')).toMatchObject({
        reason: { code: 'not-from-network', values: { why: 'no-place' } },
      });
    },
  );
});
