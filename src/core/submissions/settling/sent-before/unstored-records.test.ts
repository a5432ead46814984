import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../../accounts/index.ts';
import { type Connection, unknownPaths } from '../../../service/index.ts';
import { distrustQueue } from '../../journal/distrust.ts';
import { closeRigs, openRig, type Rig } from '../../submissions.fixture.ts';

afterEach(closeRigs);

const full = `
  CREATE TRIGGER refused BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`;

/** A file was paid for, and then the app has to go on from a copy that knows nothing of it, and whose records stay out. */
async function restored(obstacle: string) {
  let skipped = 0;
  const rig: Rig = await openRig();
  await rig.drop({ paid: 'content' });
  await rig.untilAll('confirmed');
  const fromCopy = (database: DatabaseSync): void => {
    database.exec('DELETE FROM attempts; DELETE FROM submissions; DELETE FROM records; DELETE FROM former_submissions');
    distrustQueue(database, new Date().toISOString(), payingTokens(database));
    database.exec(obstacle);
  };
  await rig.restart({ address: () => 'http://127.0.0.1:9', beforeRecovery: fromCopy });
  let looks = 0;
  const { url, apiKey, accessToken } = rig.service;
  const credentials = async () => ({ apiKey, accessToken });
  const connection = (): Connection => {
    looks += 1;
    return { baseUrl: url, submitBaseUrl: null, paths: unknownPaths, credentials };
  };
  await rig.restart({ monotonic: () => performance.now() + skipped, connection });
  await rig.drop({ again: 'content' });
  const later = (): void => {
    skipped += 20_000;
    rig.submissions.queue.wake();
  };
  /** What it comes to, however long that takes. */
  const end = async (): Promise<unknown> => {
    const isOver = (): boolean => {
      later();
      return ['paused', 'submitted', 'confirmed'].includes(rig.named('again').state.kind);
    };
    await expect.poll(isOver).toBe(true);
    return rig.named('again').state;
  };
  /** The first look is over. */
  const untilLooked = (): Promise<void> =>
    expect
      .poll(() => {
        later();
        return looks;
      })
      .toBeGreaterThan(1);
  return { rig, end, untilLooked };
}

const noted = (rig: Rig): unknown =>
  rig.database.prepare(`SELECT count(*) AS n FROM settings WHERE name LIKE 'unread-since-copy:%'`).get()?.n;

test('if records that are read after a restore cannot be stored, the user is asked', async () => {
  const { rig, end } = await restored(full);
  expect(await end()).toEqual({ kind: 'paused', why: { kind: 'since-copy' } });
  await rig.written();
  expect(noted(rig)).toBe(1);
  expect(await rig.ledger()).toHaveLength(1);
});

test('they are read again, and what they show is not paid for again once the disk has taken them', async () => {
  const { rig, end, untilLooked } = await restored(full);
  await untilLooked();
  rig.database.exec('DROP TRIGGER refused');
  expect(await end()).toMatchObject({ kind: 'paused', why: { kind: 'duplicate' } });
  await rig.written();
  expect(noted(rig)).toBe(0);
  expect(await rig.ledger()).toHaveLength(1);
});
