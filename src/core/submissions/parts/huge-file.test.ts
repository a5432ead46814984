import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';
import { photo } from './parts.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const MIB = 1024 ** 2;
const TIB = 1024 ** 4;

// NTFS allocates the whole size of a sparse file.
test.skipIf(process.platform === 'win32')(
  'a file of 1 TiB above the spending limit waits for approval unread, also after a restart',
  async () => {
    const rig = await openRig({ service: { payloadLimitBytes: MIB } });
    await rig.drop({ 'first.jpg': photo(2 * MIB + 1) });
    await rig.untilAll('confirmed');
    const spent = await rig.spent();
    const before = (await rig.ledger()).length;
    await rig.submissions.changeSettings(accountId, {
      atOnce: 'automatic',
      spendingLimit: { amount: String(2n * spent), token: null },
    });
    const path = join(rig.folder, 'files', 'disk.img');
    await writeFile(path, '');
    await truncate(path, TIB);
    await dropPaths(rig.submissions.drops, accountId, [path]);
    await rig.until(() => rig.named('disk.img').state.kind === 'paused');
    await rig.restart();
    const row = rig.named('disk.img');
    expect(row).toMatchObject({ size: TIB, state: { kind: 'paused', why: { kind: 'unapproved' } } });
    expect(row.parts?.total).toBeGreaterThan(TIB / MIB);
    expect(BigInt(row.parts?.estimate?.cost.amount ?? 0)).toBeGreaterThan(100_000n * spent);
    expect(rig.waitingWords()).toBe('The rest waits for your decision.');
    expect(rig.database.prepare('SELECT sha256 FROM submissions WHERE id = ?').get(row.id)).toEqual({ sha256: null });
    expect(await rig.ledger()).toHaveLength(before);
  },
);
