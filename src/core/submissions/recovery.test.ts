import { afterEach, expect, test } from 'vitest';
import { GroupCommit } from '../storage/index.ts';
import { Journal } from './journal/journal.ts';
import { LeftBehind } from './journal/left-behind.ts';
import { closeRigs, leaveInTheMiddle, openRig } from './submissions.fixture.ts';

afterEach(closeRigs);

/** Opens a rig with one paused file on the disk. */
async function pausedRig() {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ file: 'content' });
  await rig.submissions.commands.pause(rig.all().map(({ id }) => id));
  await rig.untilAll('paused');
  return rig;
}

test('a file that is being prepared is stored as waiting', async () => {
  const { database } = await pausedRig();
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [submission] = journal.load();
  if (submission === undefined) throw new Error('There is no row.');
  await journal.update({ ...submission, state: { kind: 'preparing' }, turn: -1 });
  expect(journal.load()).toEqual([{ ...submission, state: { kind: 'waiting' }, turn: -1 }]);
});

test('a full disk does not delay the start, and nothing is sent until it has space', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ half: 'half of it was sent', whole: 'all of it was sent', next: 'nothing was sent' });
  await leaveInTheMiddle(rig);
  const states = () => Object.fromEntries(rig.all().map(({ name, state }) => [name, state.kind]));
  await rig.restart({
    address: (service) => service.url,
    beforeRecovery: (database) => database.exec('PRAGMA query_only = ON'),
  });
  expect(states()).toEqual({ half: 'waiting', whole: 'unsettled', next: 'waiting' });
  await rig.until(() => rig.events.some((event) => event.kind === 'notice' && event.notice.code === 'disk-full'));
  expect(await rig.ledger()).toEqual([]);
  rig.database.exec('PRAGMA query_only = OFF');
  await rig.untilAll('submitted', 'confirmed', 'unsettled');
  expect(await rig.ledger()).toHaveLength(2);
});
