import { afterEach, expect, test } from 'vitest';
import { createGroupCommit } from '../storage/index.ts';
import { createJournal } from './journal.ts';
import { LeftBehind } from './left-behind.ts';
import { closeRigs, openRig } from './outbox.fixture.ts';

afterEach(closeRigs);

/** One file, paused and written down as such. */
async function pausedRig() {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ file: 'content' });
  await rig.outbox.pause(rig.items().map(({ id }) => id));
  await rig.untilAll('paused');
  return rig;
}

test('a file that is being prepared is written down as one that waits', async () => {
  const { database } = await pausedRig();
  const commit = createGroupCommit(database);
  const journal = createJournal(database, commit, new LeftBehind(database, commit));
  const [item] = journal.load();
  if (item === undefined) throw new Error('There is no row.');
  await journal.update({ ...item, state: { kind: 'preparing' }, turn: -1 });
  expect(journal.load()).toEqual([{ ...item, state: { kind: 'waiting' }, turn: -1 }]);
});

test('a file that an earlier version was preparing when it was killed is sent after the restart', async () => {
  const rig = await pausedRig();
  rig.database.prepare('UPDATE items SET state = ?').run(JSON.stringify({ kind: 'preparing' }));
  await rig.restart({ address: (service) => service.url });
  await rig.untilAll('submitted', 'confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});
