import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, describe, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const id = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';

test.each(['None', `0x${'0'.repeat(64)}`])(
  'a record with the block %s counts as pending, and its error delays the file',
  async (block_hash) => {
    let looks = 0;
    const { baseUrl } = await answering(({ method, url }, response) => {
      if (method === 'POST') return json(response, 200, { submission_id: id });
      if (!url.includes('get_submission_info')) return json(response, 404, { error: 'unknown' });
      looks += 1;
      json(response, 200, { id, state: 'Pending', block_hash, error: looks > 1 ? 'The balance is too low.' : null });
    });
    const rig = await openRig({ address: () => baseUrl });
    await rig.drop({ file: 'bytes' });
    await rig.untilAll('confirmed', 'delayed');
    expect(rig.named('file').state).toMatchObject({ kind: 'delayed', reason: { detail: 'The balance is too low.' } });
  },
);

/** A service that registers all it is given: what its second answer is for has no block for good. */
async function registering(secondAnswer: 'lost' | 'not now') {
  const counts = { posts: 0, lists: 0 };
  const records: object[] = [];
  const { baseUrl } = await answering(({ method, url, body }, response) => {
    if (method !== 'POST') {
      if (!url.includes('get_all_expenditure')) return json(response, 404, { error: 'unknown' });
      counts.lists += 1;
      return json(response, 200, records);
    }
    counts.posts += 1;
    const isPending = counts.posts === 2;
    const own = `3f0b2c1e-0000-4000-8000-${String(counts.posts).padStart(12, '0')}`;
    records.push({
      id: own,
      created_at: new Date().toISOString().slice(0, 19),
      amount_data: isPending ? 0 : body.length,
      data_hash: isPending ? null : `0x${Buffer.from(blake2b(body, { dkLen: 32 })).toString('hex')}`,
      block_hash: isPending ? null : `0x${'1'.repeat(64)}`,
    });
    if (!isPending) json(response, 200, { submission_id: own });
    else if (secondAnswer === 'lost') response.destroy();
    else response.writeHead(503, { 'retry-after': '0' }).end();
  });
  const rig = await openRig({
    address: () => baseUrl,
    isTrusted: () => false,
    submitBy: { variant: 'access-token', token: 'ethereum' },
    grace: { earlierRun: 50, thisRun: 50, lateList: 50 },
  });
  await rig.drop({ first: 'the first file '.repeat(300) });
  await rig.untilAll('submitted', 'confirmed');
  await rig.drop({ second: 'the second file '.repeat(400) });
  return { rig, counts };
}

describe('a file whose pending record has no hash', () => {
  test('is not sent again automatically if its answer was lost', async () => {
    const { rig, counts } = await registering('lost');
    await rig.until(() => rig.named('second').state.kind !== 'sending');
    const { lists } = counts;
    await expect.poll(() => counts.posts > 2 || counts.lists > lists + 2, { timeout: 30_000 }).toBe(true);
    expect(rig.named('second').state.kind).toBe('unsettled');
    expect(counts.posts).toBe(2);
  });

  test('is not sent again automatically after “not now”', async () => {
    const { rig, counts } = await registering('not now');
    await rig.until(() => counts.posts > 2 || rig.named('second').state.kind === 'unsettled');
    expect(rig.named('second').state).toMatchObject({ kind: 'unsettled', reason: { code: 'perhaps-taken' } });
    expect(counts.posts).toBe(2);
  });
});
