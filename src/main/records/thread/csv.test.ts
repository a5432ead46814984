import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { RecordRow } from '../../../shared/bridge/records.ts';
import { csvHead, csvRows } from './csv.ts';

const row: RecordRow = {
  key: '0 a',
  id: 'a',
  time: null,
  file: null,
  phase: 'in-block',
  tokenDetailsId: '1',
  token: 'ethereum',
  decimals: 18,
  fees: null,
  amountData: null,
  size: null,
  dataHash: null,
  blockHash: null,
  txHash: null,
  index: null,
  address: null,
  user: null,
  error: null,
  doubled: false,
};

const cells = (text: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data;
const only = (fields: Partial<RecordRow>, column: 'error' | 'fees' | 'file' | 'user'): string[] =>
  cells(csvRows([{ ...row, ...fields }], [column]))[0] ?? [];

test('a spreadsheet finds no formula in any cell, however it is hidden', () => {
  const evil = [
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '|calc',
    '＝1+1',
    '\u00a0=1',
    '\u0000=1',
    '\u200b=1',
    '\u200e=1',
    '\u202e=1',
    '\u2060=1',
    '\u00ad=1',
    '\u061c=1',
  ];
  for (const text of evil) {
    const [cell = ''] = only({ error: text }, 'error');
    expect(cell.startsWith("'")).toBe(true);
    expect(cell.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    const [name = ''] = only({ file: { name: text, folder: null } }, 'file');
    expect(name.startsWith("'")).toBe(true);
  }
});

test('amounts are texts with their unit, to the last digit', () => {
  const most = (2n ** 256n - 1n).toString();
  expect(only({ fees: most }, 'fees')).toEqual([
    '115792089237316195423570985008687907853269984665640564039457.584007913129639935 ethereum',
    `${most} base units`,
  ]);
  expect(only({ fees: '0' }, 'fees')).toEqual(['0 ethereum', '0 base units']);
  expect(only({ fees: '1234567', decimals: 6, token: 'usd-coin' }, 'fees')).toEqual([
    '1.234567 usd-coin',
    '1234567 base units',
  ]);
  expect(only({ fees: '12', decimals: null, token: null }, 'fees')).toEqual(['12 base units', '12 base units']);
  expect(only({ fees: '0.5', token: 'PM' }, 'fees')[0]).toBe('0.5 [PM]');
});

test('digits that a spreadsheet would round or shorten are marked as text', () => {
  expect(only({ user: '12345678901234567890' }, 'user')).toEqual(["'12345678901234567890"]);
  expect(only({ user: '007' }, 'user')).toEqual(["'007"]);
  expect(only({ user: '12e5' }, 'user')).toEqual(["'12e5"]);
  expect(only({ user: '42' }, 'user')).toEqual(['42']);
});

test('every row has as many cells as the head', () => {
  const columns = ['time', 'file', 'token', 'fees', 'size', 'id'] as const;
  const [head = []] = cells(csvHead(columns).slice(1));
  const [body = []] = cells(csvRows([row], columns));
  expect(body).toHaveLength(head.length);
});
