import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { distrustQueue } from './distrust.ts';
import { closeRigs, openRig } from './outbox.fixture.ts';
import { createPast } from './past.ts';

afterEach(closeRigs);

test('the order of attempts and of what was read goes on over a restart, whatever the clock says', async () => {
  const rig = await openRig();
  await rig.drop({ one: 'one' });
  await rig.untilAll('confirmed');
  await rig.restart({ now: () => 0 });
  await rig.drop({ two: 'two' });
  await rig.untilAll('confirmed');
  await rig.written();
  const attempts = rig.database.prepare('SELECT begin_sequence, end_sequence FROM attempts ORDER BY item_id').all();
  expect(attempts).toEqual([
    { begin_sequence: 1, end_sequence: 2 },
    { begin_sequence: 3, end_sequence: 4 },
  ]);
  const [first, second] = rig.items().map(({ state }) => ('submissionId' in state ? state.submissionId : ''));
  const receipts = await createPast(rig.database).receipts('practice');
  expect(new Map(receipts.map(({ submissionId, endSequence }) => [submissionId, endSequence]))).toEqual(
    new Map([
      [first, 2],
      [second, 4],
    ]),
  );
  const seen = rig.database.prepare('SELECT id, seen_sequence FROM records').all();
  expect(new Map(seen.map(({ id, seen_sequence }) => [id, seen_sequence]))).toEqual(
    new Map([
      [first, 2],
      [second, 4],
    ]),
  );
});

test('what may have been sent after a copy of the database was taken began at no known place in the order', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ one: 'one' });
  await rig.untilAll('retrying');
  await rig.written();
  const copy = new DatabaseSync(`${rig.folder}/dropslip.db`);
  distrustQueue(copy, new Date().toISOString(), new Date().toISOString());
  const [{ id } = { id: 0 }] = rig.items();
  expect(
    createPast(copy)
      .lostAttempts(id)
      .map(({ beginSequence }) => beginSequence),
  ).toEqual([null]);
  copy.close();
});
