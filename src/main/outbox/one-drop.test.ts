import { afterEach, expect, test } from 'vitest';
import { closeRigs, openRig } from './outbox.fixture.ts';

afterEach(closeRigs);

test('one drop is one batch, though its first files are done before its last are found', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  // Empty files are refused at once; more come than are found in the first piece.
  await rig.drop(Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index}`, ''])));
  await rig.untilAll('rejected');
  await rig.written();
  expect(rig.database.prepare('SELECT DISTINCT batch FROM items').all()).toHaveLength(1);
});
