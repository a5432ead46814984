import { afterEach, expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { GroupCommit } from '../../storage/index.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { Journal } from './journal.ts';
import { LeftBehind } from './left-behind.ts';
import { submission } from './submission.fixture.ts';
import { knownFileQueries, SubmissionQueries } from './submission-queries.ts';

afterEach(closeRigs);

const waiting: SubmissionState = { kind: 'waiting' };
const rejected: SubmissionState = { kind: 'rejected', reason: { code: 'file-changed' } };

/** Creates a row `file` with parts in these states, each at its level and offset. */
async function withParts(parts: readonly (readonly [level: number, offset: number, state: SubmissionState])[]) {
  const { drop, submissions, all, untilAll, database } = await openRig({ address: () => 'http://127.0.0.1:9' });
  await drop({ file: 'content' });
  await submissions.commands.pause(all().map(({ id }) => id));
  await untilAll('paused');
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [file] = journal.load();
  if (file === undefined) throw new Error('There is no row.');
  const { accountId, id: row } = file;
  await journal.add(
    parts.map(([level, offset, state]) => ({
      ...submission(0, 8, state),
      ...{ accountId, partOf: { row, level, offset } },
    })),
  );
  return { accountId, row, database };
}

test('troubled parts have their numbers among all parts, those of the manifest last', async () => {
  const { row, database } = await withParts([
    [1, 0, rejected],
    [0, 16, waiting],
    [0, 8, rejected],
    [0, 0, waiting],
  ]);
  const rows = new SubmissionQueries(database);
  const told = (parts: ReturnType<SubmissionQueries['page']>) =>
    parts.map(({ number, part: { partOf, state } }) => [number, partOf?.level, partOf?.offset, state.kind]);
  expect(told(rows.page(row, 1, 2))).toEqual([
    [2, 0, 8, 'rejected'],
    [3, 0, 16, 'waiting'],
  ]);
  expect(told(rows.troubledPage(row, 0, 9))).toEqual([
    [2, 0, 8, 'rejected'],
    [4, 1, 0, 'rejected'],
  ]);
});

test('a part’s receipt has its row’s name and its number, a row’s receipt is the row’s', async () => {
  const { accountId, database } = await withParts([
    [1, 0, waiting],
    [0, 8, waiting],
    [0, 0, waiting],
  ]);
  const receive = database.prepare('UPDATE submissions SET submission_id = ? WHERE level = ? AND offset = ?');
  receive.run('third', 1, 0);
  receive.run('second', 0, 8);
  receive.run('first', 0, 0);
  const named = [
    ['first', 'file', 1, 0],
    ['second', 'file', 2, 0],
    ['third', 'file', 3, 1],
  ];
  const told = (rows: readonly Record<string, unknown>[]) =>
    rows
      .filter(({ submission_id }) => submission_id !== null)
      .map((one) => [one.submission_id, one.name, one.part_number, one.part_level])
      .toSorted();
  expect(told(database.prepare(knownFileQueries.all).all())).toEqual(named);
  expect(told(database.prepare(knownFileQueries.some).all(JSON.stringify([1, 2, 3, 4])))).toEqual(named);
  const queries = new SubmissionQueries(database);
  expect(queries.partWith(accountId, 'second')).toEqual({ number: 2, kind: 'slice', total: null });
  expect(queries.partWith(accountId, 'third')).toEqual({ number: 3, kind: 'manifest', total: null });
  const take = database.prepare('UPDATE submissions SET state = ? WHERE part_of IS NULL');
  take.run(JSON.stringify({ kind: 'submitted', submissionId: 'other', at: '2026-05-03T12:00:00Z' }));
  expect(queries.partWith(accountId, 'second')).toMatchObject({ total: 3 });
  for (const rows of [
    database.prepare(knownFileQueries.all).all(),
    database.prepare(knownFileQueries.some).all('[1, 2, 3, 4]'),
  ]) {
    expect(rows.find(({ submission_id }) => submission_id === 'second')).toMatchObject({ part_total: 3 });
  }
  // A complete row has the id of its manifest.
  take.run(JSON.stringify({ kind: 'submitted', submissionId: 'third', at: '2026-05-03T12:00:00Z' }));
  expect(queries.partWith(accountId, 'third')).toBeNull();
  expect(queries.partWith(accountId, 'unknown')).toBeNull();
});
