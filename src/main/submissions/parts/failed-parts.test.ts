import type { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import type { Part } from '../../../shared/submissions/parts.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { openDatabase } from '../../storage/index.ts';
import { asked } from '../approval/payment-approval.fixture.ts';
import { type Listed, rigWith } from '../settling/changed-records.fixture.ts';
import { agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const film = photo(5 * SLICE);
const inParts: SubmissionState = { kind: 'in-parts' };
const reason = { code: 'rejected', values: { why: 'refused', said: null } } as const;
const rejected: SubmissionState = { kind: 'rejected', reason };
const byPerson: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };
const failed = (submissionId: string): SubmissionState => ({
  kind: 'failed',
  submissionId,
  reason: { code: 'failed-in-service' },
});

/** All that a file takes is with the service, which gives up on the first of its parts and tells of the manifest once `up`. */
async function rigWithFilm() {
  const given = { first: '', up: false };
  const change = (record: Listed): readonly Listed[] => {
    if (Number(record.amount_data) < SLICE && !given.up) return [];
    if (record.id !== given.first) return [record];
    const pending = { ...record, block_hash: null, tx_hash: null, fees: null, data_hash: null };
    return [given.up ? { ...pending, error: 'Given up.' } : pending];
  };
  const rig = await rigWith(
    { change, changesEach: true },
    { service: { payloadLimitBytes: SLICE, blockTimeSeconds: 1 } },
  );
  await rig.drop({ film });
  await rig.until(() => {
    given.first = rig.all().length === 0 ? '' : (partsOf(rig, 'film')[0]?.submissionId ?? '');
    return given.first !== '';
  });
  await rig.until(() => rig.named('film').state.kind === 'submitted');
  return { rig, given };
}

const part = (rig: Rig, at: number): Part => {
  const found = partsOf(rig, 'film')[at];
  if (found === undefined) throw new Error(`There is no part ${at}.`);
  return found;
};

/** As a kill between two writes has left it. */
function put(database: DatabaseSync, id: number, state: SubmissionState): void {
  database
    .prepare('UPDATE submissions SET state = ?, submission_id = ? WHERE id = ?')
    .run(JSON.stringify(state), 'submissionId' in state ? state.submissionId : null, id);
}

function restarted(rig: Rig, leave: (database: DatabaseSync) => void): Promise<void> {
  return rig.restart({
    beforeOpening: (path) => {
      const database = openDatabase(path);
      leave(database);
      database.close();
    },
  });
}

const isOver = (rig: Rig) => (): boolean =>
  ['confirmed', 'rejected', 'incomplete'].includes(rig.named('film').state.kind);

/** The file came to its end with a manifest that does not name what the service gave up on. */
async function expectWithout(rig: Rig, first: string): Promise<void> {
  await rig.until(() => rig.named('film').state.kind === 'confirmed');
  const { state } = rig.named('film');
  const { content, manifest } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(content.equals(film)).toBe(true);
  expect(manifest.parts.map(({ submissionId }) => submissionId)).not.toContain(first);
}

describe('a part that the service has given up on is sent again only with a yes where', () => {
  test('the app was killed while the manifest that names it was on its way, which is never the file’s', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const [first, manifest] = [part(rig, 0), part(rig, 5)];
    given.up = true;
    await restarted(rig, (database) => {
      put(database, id, inParts);
      put(database, first.id, failed(given.first));
      put(database, manifest.id, { kind: 'sending', attempt: 1 });
      database
        .prepare(`UPDATE attempts SET outcome = 'under-way', ended_at = NULL WHERE local_id = ?`)
        .run(manifest.id);
      // What it never got.
      database.exec('DELETE FROM former_submissions');
    });
    await rig.until(isOver(rig));
    expect(rig.named('film').state).toMatchObject({ kind: 'incomplete', reason: { code: 'failed-in-service' } });
    await rig.until(() => part(rig, 5).submissionId === manifest.submissionId);
    expect(await rig.ledger()).toHaveLength(6);
    await rig.submissions.retry([id], agreed);
    await expectWithout(rig, given.first);
    expect(await rig.ledger()).toHaveLength(8);
  });

  test('its file is paused and resumed before it has stopped', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const first = part(rig, 0);
    given.up = true;
    await restarted(rig, (database) => {
      put(database, id, byPerson);
      put(database, first.id, failed(given.first));
    });
    await rig.submissions.resume([id]);
    await rig.until(isOver(rig));
    expect(rig.named('film').state).toMatchObject({ kind: 'incomplete', reason: { code: 'failed-in-service' } });
    expect(await rig.ledger()).toHaveLength(6);
    await rig.submissions.retry([id], agreed);
    await expectWithout(rig, given.first);
  });

  test('another part before it was refused for what costs nothing', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const [first, manifest] = [part(rig, 0), part(rig, 5)];
    given.up = true;
    await restarted(rig, (database) => {
      put(database, id, { kind: 'incomplete', reason });
      put(database, first.id, failed(given.first));
      put(database, manifest.id, rejected);
    });
    const { approval, questions } = asked([], { answer: false, submissions: rig.submissions });
    expect(await rig.submissions.retry([id], (tried) => approval.toRetry(tried))).toMatchObject({
      error: { code: 'declined' },
    });
    expect(questions).toMatchObject([{ text: expect.stringContaining('may have paid for it already') }]);
  });

  test('it fails while its file is to be tried again for another, whose question did not tell of it', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const manifest = part(rig, 5);
    await restarted(rig, (database) => {
      put(database, id, { kind: 'incomplete', reason });
      put(database, manifest.id, rejected);
    });
    await rig.submissions.retry([id], async (tried) => {
      expect(tried).toEqual([{ id, file: 'same', size: film.length, startsAnew: null, hasChargedParts: false }]);
      given.up = true;
      await rig.until(() => rig.named('film').parts?.counts.failed === 1);
      return agreed(tried);
    });
    expect(rig.named('film').state).toEqual({ kind: 'incomplete', reason });
    expect(part(rig, 0).state.kind).toBe('failed');
  });
});

describe('a file that was submitted when the app was killed, with the end of its last part written and its own not', () => {
  async function withAllConfirmed() {
    const rig = await openRig({ service: { payloadLimitBytes: SLICE } });
    await rig.drop({ film });
    await rig.untilAll('confirmed');
    const { id, state } = rig.named('film');
    const submitted: SubmissionState = {
      kind: 'submitted',
      submissionId: 'submissionId' in state ? state.submissionId : '',
      at: new Date().toISOString(),
    };
    return { rig, leave: (database: DatabaseSync) => put(database, id, submitted) };
  }

  test('is confirmed by the next start where all of them are', async () => {
    const { rig, leave } = await withAllConfirmed();
    await restarted(rig, leave);
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(6);
  });

  test('is incomplete where one of them failed', async () => {
    const { rig, leave } = await withAllConfirmed();
    const { id, submissionId } = part(rig, 0);
    await restarted(rig, (database) => {
      leave(database);
      put(database, id, failed(submissionId ?? ''));
    });
    await rig.untilAll('incomplete');
    expect(rig.named('film').state).toMatchObject({ reason: { code: 'failed-in-service' } });
    expect(await rig.ledger()).toHaveLength(6);
  });
});

test('a file some of whose bytes are in two of its parts says so, and starts anew with a yes, with what is there', async () => {
  const rig = await openRig({ service: { payloadLimitBytes: SLICE } });
  await rig.drop({ film });
  await rig.untilAll('confirmed');
  const { id } = rig.named('film');
  const [second, manifest] = [part(rig, 1), part(rig, 5)];
  await restarted(rig, (database) => {
    put(database, id, inParts);
    database.prepare('UPDATE submissions SET offset = NULL WHERE id = ?').run(manifest.id);
    database.prepare('UPDATE submissions SET size = size + 1 WHERE id = ?').run(second.id);
  });
  await rig.until(isOver(rig));
  expect(rig.named('film').state).toMatchObject({ kind: 'incomplete', reason: { code: 'parts-not-whole' } });
  await rig.submissions.retry([id], async (tried) => {
    expect(tried).toMatchObject([{ startsAnew: 'parts-not-whole' }]);
    return agreed(tried);
  });
  await rig.until(isOver(rig));
  const { state } = rig.named('film');
  const { content } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
  expect(content.equals(film)).toBe(true);
  expect(await rig.ledger()).toHaveLength(6);
});
