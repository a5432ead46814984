import type { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import type { Part } from '../../../shared/submissions/parts.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { openDatabase } from '../../storage/index.ts';
import { asked } from '../approval/payment-approval.fixture.ts';
import { type Listed, rigWith } from '../settling/changed-records.fixture.ts';
import { closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { partsOf, photo, rejoined } from './parts.fixture.ts';

afterEach(closeRigs);

const SLICE = 20_000;
const film = photo(5 * SLICE);
const inParts: SubmissionState = { kind: 'in-parts' };
const reason = { code: 'rejected', values: { why: 'refused', said: null } } as const;
const rejected: SubmissionState = { kind: 'rejected', reason };
const delayed = (submissionId: string): SubmissionState => ({
  kind: 'delayed',
  submissionId,
  at: '2026-05-03T12:00:00.000Z',
  reason: { code: 'failed-in-service', detail: 'TIMEOUT' },
});

/**
 * Opens a rig whose service has a whole file. `says` is its state of the first part's record, `hasManifest` is true if
 * it lists the manifest.
 */
async function rigWithFilm() {
  const given: { first: string; says: 'pending' | 'error' | 'in-block'; hasManifest: boolean } = {
    first: '',
    says: 'pending',
    hasManifest: false,
  };
  const change = (record: Listed): readonly Listed[] => {
    if (Number(record.amount_data) < SLICE && !given.hasManifest) return [];
    if (record.id !== given.first || given.says === 'in-block') return [record];
    const pending = { ...record, block_hash: null, tx_hash: null, fees: null, data_hash: null };
    return [given.says === 'error' ? { ...pending, error: 'TIMEOUT' } : pending];
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

/** Leaves a state on the disk as a kill between two writes does. */
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
  ['delayed', 'confirmed', 'rejected', 'incomplete'].includes(rig.named('film').state.kind);

describe('a file with a delayed part', () => {
  test('is delayed, and confirmed once the service has submitted the part itself', async () => {
    const { rig, given } = await rigWithFilm();
    Object.assign(given, { says: 'error', hasManifest: true });
    await rig.until(() => rig.named('film').state.kind === 'delayed');
    expect(rig.named('film').state).toMatchObject({ reason: { code: 'failed-in-service', detail: 'TIMEOUT' } });
    expect(rig.named('film').parts?.trouble).toEqual({ number: 1, kind: 'slice', status: 'delayed' });
    given.says = 'in-block';
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(6);
  });

  test('is delayed after a kill during its manifest, and pays again only with approval', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const [first, manifest] = [part(rig, 0), part(rig, 5)];
    Object.assign(given, { says: 'error', hasManifest: true });
    await restarted(rig, (database) => {
      put(database, id, inParts);
      put(database, first.id, delayed(given.first));
      put(database, manifest.id, { kind: 'sending', attempt: 1 });
      database
        .prepare(`UPDATE attempts SET outcome = 'under-way', ended_at = NULL WHERE local_id = ?`)
        .run(manifest.id);
      // Not yet written at the time of the kill.
      database.exec('DELETE FROM former_submissions');
    });
    await rig.until(isOver(rig));
    expect(rig.named('film').state.kind).toBe('delayed');
    expect(part(rig, 5).submissionId).toBe(manifest.submissionId);
    expect(await rig.ledger()).toHaveLength(6);
    const { approval, questions } = asked([], { submissions: rig.submissions });
    await rig.submissions.commands.retry([id], (tried) => approval.toRetry(tried));
    expect(questions).toMatchObject([{ text: expect.stringContaining('you pay twice') }]);
    await rig.until(() => rig.named('film').state.kind === 'confirmed');
    const { state } = rig.named('film');
    const { content, manifest: named } = await rejoined(rig, 'submissionId' in state ? state.submissionId : '');
    expect(content.equals(film)).toBe(true);
    expect(named.parts.map(({ submissionId }) => submissionId)).not.toContain(given.first);
    expect(await rig.ledger()).toHaveLength(8);
  });

  test('continues after another part was refused, and does not pay for the delayed one again', async () => {
    const { rig, given } = await rigWithFilm();
    const { id } = rig.named('film');
    const [first, manifest] = [part(rig, 0), part(rig, 5)];
    Object.assign(given, { says: 'error', hasManifest: true });
    await restarted(rig, (database) => {
      put(database, id, { kind: 'incomplete', reason });
      put(database, first.id, delayed(given.first));
      put(database, manifest.id, rejected);
    });
    const { approval, questions } = asked([], { submissions: rig.submissions });
    await rig.submissions.commands.retry([id], (tried) => approval.toRetry(tried));
    await rig.until(() => rig.named('film').state.kind === 'delayed');
    expect(questions).toEqual([]);
    expect(part(rig, 0).submissionId).toBe(given.first);
  });

  test('asks nothing on a retry if the service has submitted the part meanwhile', async () => {
    const { rig, given } = await rigWithFilm();
    Object.assign(given, { says: 'error', hasManifest: true });
    await rig.until(() => rig.named('film').state.kind === 'delayed');
    given.says = 'in-block';
    const { approval, questions } = asked([], { submissions: rig.submissions });
    await rig.submissions.commands.retry([rig.named('film').id], (tried) => approval.toRetry(tried));
    expect(questions).toEqual([]);
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(6);
  });
});

describe('a file whose last part was stored before a kill, and whose own state was not', () => {
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

  test('is confirmed at the next start if all its parts are', async () => {
    const { rig, leave } = await withAllConfirmed();
    await restarted(rig, leave);
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(6);
  });

  test('is confirmed too if a delayed part is in a block by now', async () => {
    const { rig, leave } = await withAllConfirmed();
    const { id, submissionId } = part(rig, 0);
    await restarted(rig, (database) => {
      leave(database);
      put(database, id, delayed(submissionId ?? ''));
    });
    await rig.untilAll('confirmed');
    expect(await rig.ledger()).toHaveLength(6);
  });
});

test('a file with bytes in two of its parts gets no manifest', async () => {
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
  expect(await rig.ledger()).toHaveLength(6);
});
