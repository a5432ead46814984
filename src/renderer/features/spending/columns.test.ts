import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import type { RecordRow } from '../../../shared/bridge/records.ts';
import { columnLooks } from './columns.tsx';

test('where no file name is known the short id stands in the File column', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const row: Partial<RecordRow> = { id, file: null };
  const cell = columnLooks.file.cell(row as RecordRow);
  expect(isValidElement(cell) && cell.props).toMatchObject({ title: id, children: '3f2504…2c3301' });
});
