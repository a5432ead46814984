import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openRetrievalRig, silentAccountId, someId } from './retrieval.fixture.ts';
import { Turns } from './retrievals.ts';

test('what waits for a service that does not answer keeps nothing of another account waiting', async () => {
  const rig = await openRetrievalRig();
  const submissionId = await rig.submit(new Uint8Array(randomBytes(10)));
  for (let others = 0; others < 5; others += 1) await rig.start(someId(), silentAccountId);
  const id = await rig.start(submissionId);
  expect(await rig.state(id, 'saved', 'failed')).toMatchObject({ kind: 'saved' });
});

test('of one account no more than some are at work at once', async () => {
  const rig = await openRetrievalRig();
  for (let others = 0; others < 3; others += 1) await rig.start(someId(), silentAccountId);
  const id = await rig.start(someId(), silentAccountId);
  const waiting = (): number =>
    rig.retrievals.list().filter(({ state }) => state.kind === 'waiting' && state.why === 'unreachable').length;
  await rig.until(() => (waiting() === 3 ? true : undefined));
  expect(rig.find(id)?.state).toMatchObject({ kind: 'waiting', why: 'turn' });
});

test('of all accounts together no more than nine are at work at once', async () => {
  const turns = new Turns();
  const [end, nine] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [begun, all] = [new Set<number>(), Promise.withResolvers<void>()];
  for (let id = 0; id < 30; id += 1) {
    turns.begin(id, `account ${id % 10}`, async () => {
      begun.add(id);
      if (begun.size === 9) nine.resolve();
      if (begun.size === 30) all.resolve();
      await end.promise;
    });
  }
  await nine.promise;
  await new Promise(setImmediate);
  expect(begun.size).toBe(9);
  end.resolve();
  await all.promise;
});
