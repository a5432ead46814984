import { afterEach, expect, test, vi } from 'vitest';
import { answering, cleanUp, json } from '../service/scripted-server.ts';
import { closeRigs, openRig } from './outbox.fixture.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await closeRigs();
  await cleanUp();
});

/** A service that refuses the first try, takes every other one, and then gives up on it. */
async function givingUp() {
  const world = { posts: 0 };
  const idOf = (post: number) => `3f0b2c1e-0000-4000-8000-00000000000${post}`;
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method !== 'POST') {
      const id = url.split('submission_id=').at(-1) ?? '';
      const record = { id, data_hash: null, created_at: '2026-05-03T10:00:00', error: 'it did not reach a block' };
      return url.includes('3f0b2c1e') ? json(response, 200, record) : json(response, 200, []);
    }
    world.posts += 1;
    if (world.posts === 1) return json(response, 400, { error: 'not now' });
    return json(response, 200, { submission_id: idOf(world.posts) });
  });
  return { world, baseUrl };
}

test('to try a file again is good for what became of it until then: what the service gave up on since stays', async () => {
  const { world, baseUrl } = await givingUp();
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ letter: 'content' });
  await rig.untilAll('rejected');
  const ids = rig.items().map(({ id }) => id);
  const looked = Promise.withResolvers<void>();
  const look = rig.files.look.bind(rig.files);
  vi.spyOn(rig.files, 'look').mockImplementationOnce(async (...asked) => {
    await looked.promise;
    return look(...asked);
  });
  const slow = rig.outbox.retry(ids);
  await rig.outbox.retry(ids);
  await rig.untilAll('failed');
  looked.resolve();
  await slow;
  expect(rig.item('letter').state.kind).toBe('failed');
  expect(world.posts).toBe(2);
});

test('a decision about one file is one change, however often the file is named', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ letter: 'content' });
  const ids = rig.items().map(({ id }) => id);
  await rig.outbox.pause(ids);
  await rig.written();
  const changes = (): number => Number(rig.database.prepare('SELECT total_changes() AS count').get()?.count);
  const before = changes();
  await rig.outbox.moveToFront(Array.from({ length: 100 }, () => ids).flat());
  await rig.written();
  expect(changes() - before).toBeLessThan(10);
});
