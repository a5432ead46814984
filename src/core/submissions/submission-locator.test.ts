import { expect, test } from 'vitest';
import { recordOf } from '../records/records.fixture.ts';
import type { SubmissionQueries } from '../submissions/index.ts';
import { Keepers } from './kept-submissions.ts';

/** Account and id of what is kept. */
function keepersOf({ files = [], records = [] }: { files?: readonly string[]; records?: readonly string[] }) {
  return new Keepers(
    {
      receivedFile: (account, id) =>
        files.includes(`${account} ${id}`) ? ({} as ReturnType<SubmissionQueries['receivedFile']>) : null,
    },
    { get: (account, id) => (records.includes(`${account} ${id}`) ? recordOf(id) : null) },
    () => ['a', 'b', 'c'],
  );
}

test('what Dropslip submitted comes before what it only read of', () => {
  const keepers = keepersOf({ records: ['a id'], files: ['b id'] });
  expect(keepers.find('id')).toEqual({ accountId: 'b', submissionId: 'id', isOwn: true });
});

test('an account that is preferred comes before both', () => {
  const keepers = keepersOf({ records: ['a id', 'c id'], files: ['b id'] });
  expect(keepers.find('id', ({ accountId }) => accountId === 'c')).toMatchObject({ accountId: 'c', isOwn: false });
});

test('who is preferred, and keeps nothing of it, is not found', () => {
  expect(keepersOf({ records: ['a id'] }).find('id', ({ accountId }) => accountId === 'c')).toMatchObject({
    accountId: 'a',
  });
});

test('an id that is typed in capitals is found as it is kept', () => {
  expect(keepersOf({ files: ['b id'] }).find('ID')).toMatchObject({ accountId: 'b', submissionId: 'id' });
});

test('an id that is kept in capitals is found as it is', () => {
  expect(keepersOf({ files: ['a id', 'b ID'] }).find('ID')).toMatchObject({ accountId: 'b', submissionId: 'ID' });
});

test('nobody keeps what nothing is known of', () => {
  expect(keepersOf({}).find('id')).toBeNull();
});
