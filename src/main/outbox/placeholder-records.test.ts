import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../service/scripted-server.ts';
import { closeRigs, openRig } from './outbox.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const id = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';

test.each(['None', '0x', `0x${'0'.repeat(64)}`])(
  'a file whose record has %s for its block is watched until the service says that it gave up on it',
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
    await rig.untilAll('confirmed', 'failed');
    expect(rig.item('file').state).toMatchObject({ kind: 'failed', reason: { detail: 'The balance is too low.' } });
  },
);
