import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../storage/index.ts';
import { expectWhole, partsOf, photo } from '../parts/parts.fixture.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const film = photo(5 * SLICE);
const none: Fault = { kind: 'none' };
const notNow: Fault = {
  kind: 'answer',
  forwarded: false,
  status: 429,
  headers: { 'retry-after': '1' },
  body: '{"error":"Not now"}',
};

/** The service answers “not now” to one part of the first file in parts, and accepts the rest. */
async function rigSayingNotNow(): Promise<Rig> {
  let slices = 0;
  const rig = await openRig({
    service: { payloadLimitBytes: SLICE },
    nextFault: (bytes) => {
      if (bytes !== SLICE) return none;
      slices += 1;
      return slices === 3 ? notNow : none;
    },
  });
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.submissions.changeSettings(accountId, { atOnce: 1 });
  return rig;
}

const isRetrying = (rig: Rig, name: string): boolean =>
  partsOf(rig, name).some(({ state }) => state.kind === 'retrying');

test('a deferred part of a cancelled file does not block the same bytes of another', async () => {
  const rig = await rigSayingNotNow();
  await rig.drop({ film });
  await rig.until(() => isRetrying(rig, 'film'));
  await rig.submissions.commands.cancel([rig.named('film').id]);
  await rig.drop({ again: film });
  await rig.until(() => ['confirmed', 'rejected', 'incomplete'].includes(rig.named('again').state.kind));
  expect(rig.named('film').state.kind).toBe('cancelled');
  await expectWhole(rig, 'again', film);
});

test('a file that repeats a paused row in doubt names it, and goes on once it is settled', async () => {
  let reachable = false;
  const rig = await openRig({ service: { payloadLimitBytes: SLICE }, canSubmit: () => reachable });
  await rig.submissions.payloadLimits.set(accountId, SLICE);
  await rig.drop({ page: photo(SLICE, 7) });
  const isRead = (): boolean => {
    const details = rig.submissions.details(rig.named('page').id);
    return details.ok && details.value.blake2b256 !== null;
  };
  await rig.until(isRead);
  await rig.submissions.commands.pause([rig.named('page').id]);
  reachable = true;
  await rig.restart({
    // As in restored data: the row may have been sent since the copy was made.
    beforeOpening: (path) => {
      const database = openDatabase(path);
      database.exec(
        `INSERT INTO attempts (local_id, number, started_at, ended_at, whole_body_may_be_out, outcome)
         SELECT id, 1, '2026-05-03T12:00:00.000Z', '2026-05-03T12:00:01.000Z', 1, 'interrupted' FROM submissions`,
      );
      database.close();
    },
  });
  expect(rig.named('page').state).toEqual({ kind: 'paused', why: { kind: 'by-user' } });
  await rig.drop({ film: Buffer.concat([photo(SLICE, 8), photo(SLICE, 7), photo(SLICE, 9)]) });
  await rig.until(() => ['confirmed', 'incomplete'].includes(rig.named('film').state.kind));
  expect(rig.named('film').state).toMatchObject({ reason: { code: 'same-bytes-unknown', values: { name: 'page' } } });
  expect(await rig.ledger()).toHaveLength(2);
  await rig.submissions.commands.resume([rig.named('page').id]);
  await rig.until(() => rig.named('page').state.kind === 'confirmed');
  await rig.submissions.commands.retry([rig.named('film').id], agreed);
  await rig.until(() => ['confirmed', 'incomplete'].includes(rig.named('film').state.kind));
  expect(rig.named('film').state.kind).toBe('confirmed');
  expect(await rig.ledger()).toHaveLength(4);
});
