import { afterEach, expect, test } from 'vitest';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

test.each([`x{`, '[]', '{"atOnce":0,"stopLine":null}'])(
  'settings that are %s fail no start: there may have been a line, so each file is asked about',
  async (text) => {
    const rig = await openRig();
    rig.database.prepare('INSERT INTO settings VALUES (?, ?)').run(`queue:${accountId}`, text);
    await rig.restart();
    expect(rig.outbox.view(accountId).queueSettings).toEqual({ atOnce: 'automatic', stopLine: '0' });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('paused');
    expect(rig.item('letter').state).toEqual({ kind: 'paused', why: { kind: 'beyond-stop-line' } });
  },
);
