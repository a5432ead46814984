import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

test.each([`x{`, '[]', '{"atOnce":0,"spendingLimit":null}'])(
  'settings that are %s fail no start: there may have been a line, so each file is asked about',
  async (text) => {
    const rig = await openRig();
    rig.database.prepare('INSERT INTO settings VALUES (?, ?)').run(`queue:${accountId}`, text);
    await rig.restart();
    expect(rig.submissions.view(accountId).queueSettings).toEqual({ atOnce: 'automatic', spendingLimit: '0' });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('paused');
    expect(rig.named('letter').state).toEqual({ kind: 'paused', why: { kind: 'beyond-spending-limit' } });
  },
);
