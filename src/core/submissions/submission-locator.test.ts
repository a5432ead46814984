import { expect, test } from 'vitest';
import type { Records } from '../records/index.ts';
import { recordOf } from '../records/records.fixture.ts';
import type { SubmissionQueries } from './journal/submission-queries.ts';
import { SubmissionLocator } from './submission-locator.ts';

/** Rows and records by account and id. */
function locatorOf({ files = [], records = [] }: { files?: readonly string[]; records?: readonly string[] }) {
  const queries: Partial<SubmissionQueries> = {
    withReceipt: (account, id) =>
      files.includes(`${account} ${id}`) ? ({} as ReturnType<SubmissionQueries['withReceipt']>) : null,
  };
  const store: Partial<Records> = {
    get: (account, id) => (records.includes(`${account} ${id}`) ? recordOf(id) : null),
  };
  return new SubmissionLocator(queries as SubmissionQueries, store as Records, () => ['a', 'b', 'c']);
}

test('the account that submitted a file comes before an account with its record', () => {
  const locator = locatorOf({ records: ['a id'], files: ['b id'] });
  expect(locator.find('id')).toEqual({ accountId: 'b', submissionId: 'id', isOwn: true });
});

test('a preferred account that has the id comes first', () => {
  const locator = locatorOf({ records: ['a id', 'c id'], files: ['b id'] });
  expect(locator.find('id', ({ accountId }) => accountId === 'c')).toMatchObject({ accountId: 'c', isOwn: false });
  expect(locator.find('other', ({ accountId }) => accountId === 'c')).toBeNull();
});

test('an id is found as typed and in lower case', () => {
  const locator = locatorOf({ files: ['b id', 'c ID2'] });
  expect(locator.find('ID')).toMatchObject({ accountId: 'b', submissionId: 'id' });
  expect(locator.find('ID2')).toMatchObject({ accountId: 'c', submissionId: 'ID2' });
});
