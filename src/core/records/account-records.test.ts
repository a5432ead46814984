import { expect, test } from 'vitest';
import { AccountRecords } from './account-records.ts';
import type { NamedFile } from './indexed-record.ts';
import { recordOf } from './records.fixture.ts';

const part = (total: number | null): NamedFile => ({
  ...{ name: 'photo.jpg', folder: null, size: 7 },
  part: { number: 1, kind: 'slice', total },
});

test('a record that was named while parts of its file were still to be made tells how many there are once that is known', () => {
  let file = part(null);
  const records = new AccountRecords(() => ({ ...file }));
  records.mergeList([recordOf('first')]);
  expect(records.withId('first')).toMatchObject([{ file: part(null) }]);
  file = part(6);
  records.nameAnew(['first']);
  expect(records.withId('first')).toMatchObject([{ file: part(6) }]);
});

test('what is named as it is already changes nothing', () => {
  const records = new AccountRecords(() => part(6));
  records.mergeList([recordOf('first')]);
  const { revision } = records;
  records.nameAnew(['first', 'never heard of']);
  expect(records.revision).toBe(revision);
});
