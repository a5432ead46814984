import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

test.each([`x{`, '[]', '{"atOnce":0,"spendingLimit":null}'])(
  'settings that are %s do not stop the start, and each file waits for approval',
  async (text) => {
    const rig = await openRig();
    rig.database.prepare('INSERT INTO settings VALUES (?, ?)').run(`queue:${accountId}`, text);
    await rig.restart();
    expect(rig.submissions.view(accountId).queueSettings).toEqual({
      atOnce: 'automatic',
      spendingLimit: { amount: '0', token: null },
      askBeyondFiles: null,
    });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('paused');
    expect(rig.named('letter').state).toEqual({ kind: 'paused', why: { kind: 'unapproved' } });
  },
);

test.each([
  ['an account of a service', false, 100],
  ['the practice account', true, null],
])('by default %s needs approval beyond the usual number of files', async (_what, isPractice, askBeyondFiles) => {
  const rig = await openRig({ isPractice: () => isPractice });
  expect(rig.submissions.view(accountId).queueSettings).toMatchObject({ spendingLimit: null, askBeyondFiles });
});
