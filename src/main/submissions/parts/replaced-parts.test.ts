import { afterEach, expect, test } from 'vitest';
import { GroupCommit, RetriedWrites } from '../../storage/index.ts';
import { plainCuts } from '../content/cuts.ts';
import { Journal } from '../journal/journal.ts';
import { LeftBehind } from '../journal/left-behind.ts';
import { PartRows } from '../journal/part-rows.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { Divisions } from './divisions.ts';

afterEach(closeRigs);

const at = '2026-05-03T12:00:00.000Z';
const cost = { amount: '7', token: 'ETH', decimals: 2 };
const notAsked = (): never => {
  throw new Error('Nobody asks for it.');
};

/** A row of two parts that hold receipts, on a disk of its own. */
async function withTwoParts() {
  const { drop, submissions, all, untilAll, database } = await openRig({ address: () => 'http://127.0.0.1:9' });
  await drop({ film: 'two parts' });
  await submissions.pause(all().map(({ id }) => id));
  await untilAll('paused');
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [film] = journal.load();
  if (film === undefined) throw new Error('There is no row.');
  const { accountId, id } = film;
  const parts = await journal.add(
    [0, 8].map((offset) => ({
      ...submission(0, 8, { kind: 'submitted', submissionId: `of ${offset}`, at }),
      ...{ accountId, partOf: { row: id, level: 0, offset } },
    })),
  );
  const cache = new SubmissionCache([{ ...film, size: 16, partSize: 8, state: { kind: 'cancelled' } }, ...parts]);
  const partRows = new PartRows(database, commit);
  const divisions = new Divisions({
    sourceOf: () => ({
      prepare: notAsked,
      read: notAsked,
      manifest: notAsked,
      cuts: () => plainCuts(16),
      manifests: () => ({ submissions: 1, bytes: 100 }),
    }),
    cache,
    journal,
    partRows,
    payloadLimits: { divisionOf: () => ({ largestWhole: 8, partSize: 8 }) },
    retriedWrites: new RetriedWrites(
      () => undefined,
      () => undefined,
    ),
    placeOf: () => null,
    costOf: () => null,
  });
  const row = (): StoredSubmission => cache.get(id) ?? film;
  divisions.of(row());
  const [part] = parts;
  if (part === undefined) throw new Error('It has no parts.');
  /** Its record has come; as whoever confirms it writes that, and tells of it once it is on the disk. */
  const confirm = async (): Promise<void> => {
    const confirmed = cache.apply(part.id, { type: 'confirm', at }, { cost });
    if (confirmed !== null) await journal.update(confirmed);
  };
  const tell = (): void => {
    const confirmed = cache.get(part.id);
    if (confirmed !== null) divisions.of(row()).observe(confirmed);
    cache.remove(part.id);
  };
  return { row, divisions, partRows, confirm, tell };
}

test('a part whose record comes while it is replaced is no part of what takes its place', async () => {
  const { row, divisions, partRows, confirm, tell } = await withTwoParts();
  const replacing = divisions.replaceFrom(row(), 0);
  await confirm();
  tell();
  await replacing;
  expect([...partRows.ranges(row().id, 0)]).toEqual([]);
  expect(divisions.of(row()).coverage.isWhole(16)).toBe(false);
});

test('a part whose record comes while it is replaced has cost what it has cost, and that once', async () => {
  const { row, divisions, confirm, tell } = await withTwoParts();
  // Both are written in one go.
  const both = [divisions.replaceFrom(row(), 0), confirm()];
  await Promise.all(both);
  tell();
  expect(divisions.refresh(divisions.of(row()))?.cost).toEqual(cost);
});
