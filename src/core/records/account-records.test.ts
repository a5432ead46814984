import { expect, test } from 'vitest';
import { AccountRecords } from './account-records.ts';
import type { NamedFile } from './indexed-record.ts';
import { recordOf } from './records.fixture.ts';

const part = (total: number | null): NamedFile => ({
  ...{ name: 'photo.jpg', folder: null, size: 7 },
  part: { number: 1, kind: 'slice', total },
});

test('a record shows the number of parts of its file once it is known', () => {
  let file = part(null);
  const records = new AccountRecords(() => ({ ...file }));
  records.merge([recordOf('first')]);
  expect(records.get('first')).toMatchObject({ file: part(null) });
  file = part(6);
  records.filesChanged(['first']);
  expect(records.get('first')).toMatchObject({ file: part(6) });
});

test('a file that has not changed changes no record', () => {
  const records = new AccountRecords(() => part(6));
  records.merge([recordOf('first')]);
  const { revision } = records;
  records.filesChanged(['first', 'never heard of']);
  expect(records.revision).toBe(revision);
});

test('an account that is full keeps only records of this app’s files', () => {
  const records = new AccountRecords((id) => (id === 'own' ? part(6) : null), 2);
  expect(records.merge(['a', 'b'].map((id) => recordOf(id)))).toMatchObject({ isWhole: true });
  const more = ['c', 'own'].map((id) => recordOf(id));
  expect(records.merge([...more, recordOf('a', { fees: '1' })])).toEqual({ touched: ['own', 'a'], isWhole: false });
  expect(records.size).toBe(3);
});
