import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { dropPaths } from '../drops/drop.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { SubmissionQueries } from './submission-queries.ts';

afterEach(closeRigs);

/** Node.js cannot create so large a file itself. */
const grow = (path: string) => execFileSync('truncate', ['-s', '7E', path]);

/** Creates a sparse file of 7 EiB, if the file system supports it. */
async function endless(): Promise<string> {
  const folder = await mkdtemp('/dev/shm/endless-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'endless');
  grow(path);
  return path;
}

describe.runIf(process.platform === 'linux')('a file that reports a size above the largest safe integer', () => {
  test('is refused with a message, and the next start works', async () => {
    const rig = await openRig();
    await dropPaths(rig.submissions.drops, accountId, [await endless()]);
    expect(rig.named('endless')).toMatchObject({ size: null, state: { reason: { code: 'file-too-large' } } });
    await rig.drop({ letter: 'content' });
    await rig.untilAll('confirmed', 'rejected');
    await rig.restart();
    expect(rig.all()).toHaveLength(2);
  });

  test('is refused with the same message if it replaced another file', async () => {
    const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
    const path = await endless();
    await writeFile(path, 'content');
    await dropPaths(rig.submissions.drops, accountId, [path]);
    await rig.submissions.commands.pause([rig.named('endless').id]);
    await rig.until(() => rig.named('endless').state.kind === 'paused');
    await rig.submissions.commands.cancel([rig.named('endless').id]);
    grow(path);
    await rig.submissions.commands.retry([rig.named('endless').id], agreed);
    await rig.until(() => rig.named('endless').state.kind === 'rejected');
    expect(rig.named('endless').state).toMatchObject({ reason: { code: 'file-too-large' } });
    await rig.restart();
    expect(rig.all()).toHaveLength(1);
  });
});

/** Restarts with two waiting files whose rows were changed to unreadable values. */
async function restartedWith(damage: (rig: Rig) => string): Promise<Rig> {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ damaged: 'content', sound: 'another' });
  await rig.submissions.commands.pause(rig.all().map(({ id }) => id));
  await rig.untilAll('paused');
  await rig.written();
  rig.database.exec('PRAGMA foreign_keys = OFF');
  rig.database.exec(damage(rig));
  await rig.restart();
  expect(rig.named('sound').state.kind).toBe('paused');
  return rig;
}

describe('an unreadable row fails no start, and no other row', () => {
  test.each(['size', 'batch', 'turn', 'submit_anyway', 'beyond_limit'])(
    'with a number in %s that JavaScript cannot count',
    async (column) => {
      const rig = await restartedWith(
        () => `UPDATE submissions SET ${column} = 9223372036854775807 WHERE name = 'damaged'`,
      );
      expect(rig.named('damaged').state.kind).toBe('paused');
    },
  );

  test('with an invalid cost', async () => {
    const rig = await restartedWith(
      () => `UPDATE submissions SET cost = 'nothing', size = 9223372036854775807 WHERE name = 'damaged'`,
    );
    expect(rig.named('damaged')).toMatchObject({ state: { kind: 'paused' }, cost: null });
  });

  test('with an invalid state: it was never tried, so it is refused', async () => {
    const rig = await restartedWith(() => `UPDATE submissions SET state = '{"kind":"new"}' WHERE name = 'damaged'`);
    expect(rig.named('damaged').state).toMatchObject({ kind: 'rejected', reason: { code: 'row-unreadable' } });
  });

  test('with an invalid state: it was tried, so it is uncertain and not sent again', async () => {
    const rig = await restartedWith(
      (it) => `UPDATE submissions SET state = '{"kind":"new"}' WHERE name = 'damaged';
        INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, outcome)
        VALUES (${it.named('damaged').id}, 9, '2026-11-21T12:00:00.000Z', 1, 'unknown')`,
    );
    expect(rig.named('damaged').state).toMatchObject({ kind: 'unsettled', reason: { code: 'row-unreadable-tried' } });
  });
});

describe('a removed row that is partly unreadable', () => {
  const damages = {
    settlement: `settlement = 'Not settled yet.'`,
    state: `state = '{"kind":"new"}'`,
  };

  test.each(Object.entries(damages))('fails no start, and its bytes are not paid for again (%s)', async (_, damage) => {
    const rig = await openRig();
    await rig.drop({ paid: 'content' });
    await rig.untilAll('confirmed');
    const { id } = rig.named('paid');
    await rig.submissions.removals.remove([id]);
    await rig.written();
    // Only the row shows it.
    rig.database.exec(`UPDATE submissions SET ${damage}; DELETE FROM records`);
    await rig.restart();
    await rig.drop({ again: 'content' });
    await rig.until(() => rig.named('again').state.kind === 'paused');
    expect(rig.named('again').state).toMatchObject({ why: { kind: 'duplicate', of: { localId: id } } });
    expect(await rig.ledger()).toHaveLength(1);
    const queries = new SubmissionQueries(rig.database);
    expect(queries.find(id)?.name).toBe('paid');
    expect(queries.problems(9)).toEqual([]);
  });
});
