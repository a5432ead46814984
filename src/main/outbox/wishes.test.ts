import { mkdir, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { wholeList } from '../../renderer/features/submit/whole-list.ts';
import { type Group, groupOf } from '../../renderer/state/groups.ts';
import { answering, cleanUp, json } from '../service/scripted-server.ts';
import { openDatabase } from '../storage/index.ts';
import { migrations } from '../storage/migrations.ts';
import { accountId, closeRigs, openRig, type Rig } from './outbox.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

/** A file that an earlier version called rejected after a failure of the service's own, which had taken nothing. */
async function upgradedRig(): Promise<Rig> {
  const rig = await openRig();
  const path = join(rig.folder, 'files', 'old');
  await mkdir(join(rig.folder, 'files'));
  await writeFile(path, 'old bytes');
  const { size, mtimeNs } = await stat(path, { bigint: true });
  const reason = { code: 'server-error', message: 'Something went wrong inside the service.' };
  rig.database
    .prepare(
      `INSERT INTO items (account_id, path, name, size, mtime_ns, added_at, keccak256, blake2b256, sha256, state)
       VALUES (?, ?, 'old', ?, ?, '2026-05-03T12:00:00.000Z', ?, ?, ?, ?)`,
    )
    .run(
      accountId,
      path,
      Number(size),
      mtimeNs.toString(),
      ...['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}`),
      JSON.stringify({ kind: 'rejected', reason }),
    );
  rig.database.exec(
    `INSERT INTO attempts (item_id, number, started_at, whole_body_may_be_out, ended_at, outcome)
     VALUES (1, 1, '2026-05-03T12:00:00.000Z', 1, '2026-05-03T12:00:01.000Z', 'refused')`,
  );
  rig.database.exec((migrations[1] ?? '').replace(/ALTER TABLE[^;]*;/, ''));
  return rig;
}

test('what an earlier version rejected is looked for, and sent only when a person says so', async () => {
  const rig = await upgradedRig();
  await rig.restart();
  await rig.untilAll('paused', 'submitted', 'confirmed');
  expect(rig.items().map(({ state }) => state)).toEqual([{ kind: 'paused', why: { kind: 'by-person' } }]);
  expect(await rig.ledger()).toEqual([]);
  await rig.outbox.resume(rig.items().map(({ id }) => id));
  await rig.untilAll('submitted', 'confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a wish that is taken back while the disk is slow is obeyed no more', async () => {
  const rig = await upgradedRig();
  await rig.restart();
  const other = openDatabase(join(rig.folder, 'dropslip.db'));
  other.exec('BEGIN IMMEDIATE');
  await expect.poll(() => rig.item('old').state.kind).toBe('waiting');
  const resumed = rig.outbox.resume([rig.item('old').id]);
  other.exec('COMMIT');
  other.close();
  await resumed;
  await rig.untilAll('paused', 'submitted', 'confirmed');
  expect(rig.item('old').state.kind).not.toBe('paused');
});

test('a cancel while the answer is awaited stands, also when everything is paused and resumed after it', async () => {
  let tries = 0;
  const asked = Promise.withResolvers<() => void>();
  const { baseUrl } = await answering(({ method }, response) => {
    if (method !== 'POST') return json(response, 200, []);
    tries += 1;
    if (tries > 1) return json(response, 200, { submission_id: '3f0b2c1e-0000-4000-8000-000000000001' });
    asked.resolve(() => {
      response.setHeader('retry-after', '0');
      json(response, 429, { error: 'Too many requests' });
    });
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ file: 'content' });
  const answer = await asked.promise;
  const ids = rig.items().map(({ id }) => id);
  await rig.outbox.cancel(ids);
  await rig.outbox.pause(ids);
  await rig.outbox.resume(ids);
  answer();
  await rig.untilAll('cancelled', 'submitted', 'confirmed');
  expect(rig.item('file').state.kind).toBe('cancelled');
  expect(tries).toBe(1);
});

test.each([
  ['cancel', 'cancelled'],
  ['pause', 'paused'],
] as const)('a wish to %s is met also where the try it came in could not be written down', async (wish, ends) => {
  let opened: Rig | null = null;
  let isArmed = true;
  const rig = await openRig({
    // The clock is asked just before the attempt is written down.
    now: () => {
      const sending = isArmed ? opened?.items().find(({ state }) => state.kind === 'sending') : undefined;
      if (sending !== undefined) {
        isArmed = false;
        opened?.database.exec('PRAGMA query_only = ON');
        void opened?.outbox[wish]([sending.id]);
      }
      return Date.now();
    },
  });
  opened = rig;
  await rig.drop({ file: 'content' });
  await rig.until(() => rig.events.some((event) => event.kind === 'notice' && event.tone === 'warning'));
  rig.database.exec('PRAGMA query_only = OFF');
  await rig.untilAll(ends, 'submitted', 'confirmed');
  expect(rig.item('file').state.kind).toBe(ends);
  expect(await rig.ledger()).toEqual([]);
});

/** The files that the window's buttons for all of them are about now. */
function whole(rig: Rig) {
  const items = rig.items();
  const idsIn = (group: Group) => items.flatMap(({ id, state }) => (groupOf(state) === group ? [id] : []));
  return wholeList(new Map(items.map((item) => [item.id, item])), idsIn('working'), idsIn('needs-you'));
}

describe('the buttons for all files', () => {
  /** A service whose first answer is the test's, and whose list, once it is `listed`, is empty. */
  async function serviceWith(answer: (response: ServerResponse) => void, listed = Promise.resolve()) {
    let tries = 0;
    const first = Promise.withResolvers<() => void>();
    const { baseUrl } = await answering(({ method }, response) => {
      if (method !== 'POST') return void listed.then(() => json(response, 200, []));
      tries += 1;
      if (tries === 1) return first.resolve(() => answer(response));
      json(response, 200, { submission_id: `3f0b2c1e-0000-4000-8000-${String(tries).padStart(12, '0')}` });
    });
    return { address: () => baseUrl, first: first.promise };
  }

  const notNow = (response: ServerResponse): void => {
    response.setHeader('retry-after', '0');
    json(response, 429, { error: 'Too many requests' });
  };

  test('“Pause all” and then “Resume all” leave nothing paused, also what was being sent meanwhile', async () => {
    const { address, first } = await serviceWith(notNow);
    const rig = await openRig({ address });
    await rig.outbox.changeSettings(accountId, { atOnce: 1, stopLine: null });
    await rig.drop({ one: 'one', two: 'two' });
    const answer = await first;
    await rig.outbox.pause(whole(rig).pause);
    await rig.outbox.resume(whole(rig).resume);
    answer();
    await rig.untilAll('paused', 'submitted');
    expect(rig.items().map(({ state }) => state.kind)).toEqual(['submitted', 'submitted']);
  });

  test('“Resume all” is there while the only file that is to be paused is being sent', async () => {
    const { address, first } = await serviceWith(notNow);
    const rig = await openRig({ address });
    await rig.drop({ file: 'content' });
    const answer = await first;
    const before = whole(rig).resumable;
    await rig.outbox.pause(whole(rig).pause);
    const told = () => rig.events.flatMap((event) => (event.kind === 'items-changed' ? event.items : [])).at(-1);
    await rig.until(() => told()?.wish === 'pause');
    expect([before, whole(rig).resumable]).toEqual([0, 1]);
    await rig.outbox.resume(whole(rig).resume);
    await rig.until(() => told()?.wish === null);
    answer();
    await rig.untilAll('paused', 'submitted');
    expect(rig.item('file').state.kind).toBe('submitted');
  });

  test.each([
    ['“Cancel all”', (rig: Rig) => rig.outbox.cancel(whole(rig).cancel)],
    ['“Pause all”', (rig: Rig) => rig.outbox.pause(whole(rig).pause)],
  ])('%s leaves a file alone that is being checked', async (_name, press) => {
    const listed = Promise.withResolvers<void>();
    const { address, first } = await serviceWith((response) => void response.destroy(), listed.promise);
    const rig = await openRig({ address });
    await rig.drop({ file: 'content' });
    const lose = await first;
    lose();
    await rig.untilAll('unsettled');
    await press(rig);
    listed.resolve();
    await rig.untilAll('cancelled', 'paused', 'submitted');
    expect(rig.item('file').state.kind).toBe('submitted');
  });
});

test.each([
  ['resumed', (rig: Rig, ids: readonly number[]) => rig.outbox.resume(ids)],
  ['tried again', (rig: Rig, ids: readonly number[]) => rig.outbox.retry(ids)],
])('what asks before it is paid for again stays when it is %s by a window that has not heard of it', async (_, act) => {
  const rig = await openRig();
  await rig.drop({ one: 'same', two: 'same' });
  await rig.until(() => rig.item('one').state.kind === 'confirmed' && rig.item('two').state.kind === 'paused');
  await act(rig, [rig.item('two').id]);
  expect(rig.item('two').state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate' } });
});
