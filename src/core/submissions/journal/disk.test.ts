import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../storage/index.ts';
import { closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

function fill(rig: Rig): void {
  rig.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = Number(rig.database.prepare('PRAGMA page_count').get()?.page_count);
  rig.database.exec(`PRAGMA max_page_count = ${pages}`);
}

const free = (rig: Rig): void => rig.database.exec('PRAGMA max_page_count = 1000000');
const warnings = (rig: Rig): number =>
  rig.events.filter((event) => event.kind === 'notice' && event.notice.code === 'disk-full').length;
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padEnd(120, 'n'), `content ${index}`]));

test('files that cannot be journalled are refused, and nothing of them is sent', async () => {
  const rig = await openRig();
  fill(rig);
  expect(await rig.drop(many(200))).toMatchObject({
    ok: false,
    error: { code: 'not-written' },
  });
  free(rig);
  expect(rig.all()).toEqual([]);
  expect(await rig.ledger()).toEqual([]);
});

test('a full disk holds the queue, is reported once, and causes no second charge', async () => {
  const rig = await openRig();
  await rig.submissions.changeSettings('practice', { atOnce: 4, spendingLimit: null });
  await rig.drop(many(150));
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'submitted'));
  fill(rig);
  await rig.until(() => warnings(rig) > 0);
  const sentWhenFull = (await rig.ledger()).length;
  free(rig);
  await rig.untilAll('confirmed');
  expect(warnings(rig)).toBe(1);
  expect(sentWhenFull).toBeLessThan(150);
  expect(await rig.ledger()).toHaveLength(150);
  const onDisk = rig.database.prepare('SELECT count(DISTINCT submission_id) AS n FROM submissions').get()?.n;
  expect(onDisk).toBe(150);
});

test('the queue waits while another program has locked the database', async () => {
  const rig = await openRig();
  const other = openDatabase(join(rig.folder, 'dropslip.db'));
  other.exec('BEGIN IMMEDIATE');
  const dropped = rig.drop(many(20));
  await new Promise((resolve) => setImmediate(resolve));
  expect(rig.all()).toEqual([]);
  other.exec('COMMIT');
  other.close();
  await dropped;
  await rig.untilAll('confirmed');
  expect(await rig.ledger()).toHaveLength(20);
});
