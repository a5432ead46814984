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
  test('for a submission in a block is asked once, and the failure names the node', async () => {
    const rig = await openRetrievalRig();
    const submissionId = await rig.submit(bytesOf(2_000));
    await rig.place(submissionId);
    rig.service.misbehave({ preImage: 'gone' });
    const id = await rig.start(submissionId);
    const said = await rig.state(id, 'failed', 'saved');
    expect(said).toMatchObject({ reason: { code: 'bytes-gone' } });
    expect(rig.gateway.asked).toHaveLength(1);
  });

  test('for a submission in a block leaves it to the node of the account', async () => {
    const rig = await openRetrievalRig({ network: 'node' });
    const bytes = bytesOf(2_000);
    const submissionId = await rig.submit(bytes);
    await rig.place(submissionId);
    rig.service.misbehave({ preImage: 'gone' });
    const id = await rig.start(submissionId);
    expect(await rig.state(id, 'failed', 'saved')).toMatchObject({ kind: 'saved', source: 'network' });
    expect(readFileSync(join(rig.downloads, `${submissionId}.bin`)).equals(bytes)).toBe(true);
  });

  test.each([undefined, 'node'] as const)('for a delayed submission is retried (node: %s)', async (network) => {
    const rig = await openRetrievalRig(network === undefined ? {} : { network });
    const submissionId = someId();
    const delayed = { phase: 'failed', error: 'No balance.', blockHash: null, extrinsicIndex: null } as const;
    await rig.records.put(accountId, [recordOf(submissionId, delayed)]);
    rig.gateway.breakWith(() => notFinal);
    await rig.start(submissionId);
    await expect.poll(() => waitsIn(rig)).toContain('not-final');
  });

  test('for a submission that a receipt has in a block is asked once', async () => {
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
});
