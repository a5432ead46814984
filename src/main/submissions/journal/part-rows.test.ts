import { afterEach, expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { GroupCommit } from '../../storage/index.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { Journal } from './journal.ts';
import { LeftBehind } from './left-behind.ts';
import { PartRows } from './part-rows.ts';
import { submission } from './submission.fixture.ts';

afterEach(closeRigs);

test('the parts in trouble come by themselves with the numbers that they have among all, those of the manifest last', async () => {
  const { drop, submissions, all, untilAll, database } = await openRig({ address: () => 'http://127.0.0.1:9' });
  await drop({ file: 'content' });
  await submissions.pause(all().map(({ id }) => id));
  await untilAll('paused');
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [row] = journal.load();
  if (row === undefined) throw new Error('There is no row.');
  const rejected: SubmissionState = { kind: 'rejected', reason: { code: 'file-changed' } };
  const part = (level: number, offset: number, state: SubmissionState) => ({
    ...submission(0, 8, state),
    ...{ accountId: row.accountId, partOf: { row: row.id, level, offset } },
  });
  await journal.add([
    part(1, 0, rejected),
    part(0, 16, { kind: 'waiting' }),
    part(0, 8, rejected),
    part(0, 0, { kind: 'waiting' }),
  ]);
  const rows = new PartRows(database);
  const told = (parts: ReturnType<PartRows['page']>) =>
    parts.map(({ number, part: { partOf, state } }) => [number, partOf?.level, partOf?.offset, state.kind]);
  expect(told(rows.page(row.id, 1, 2))).toEqual([
    [2, 0, 8, 'rejected'],
    [3, 0, 16, 'waiting'],
  ]);
  expect(told(rows.troubledPage(row.id, 0, 9))).toEqual([
    [2, 0, 8, 'rejected'],
    [4, 1, 0, 'rejected'],
  ]);
  expect(rows.count(row.id)).toEqual({ made: 4, troubled: 2 });
});
