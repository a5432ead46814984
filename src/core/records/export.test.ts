import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type RecordColumn, type RecordRow, recordColumns } from '../../shared/bridge/records.ts';
import { csvFormatOf } from '../../shared/csv.ts';
import type { PartOfAll } from '../../shared/submissions/parts.ts';
import { jsonRecord, RecordSheet } from './export.ts';
import { indexRecord } from './indexed-record.ts';
import { recordOf } from './records.fixture.ts';
import { TokenNames } from './tokens.ts';

test('what the contract does not name is exported as it came, lists and objects and every digit', () => {
  const extra = {
    block_number: '12345678901234567890',
    tags: '["a",{"n":0.10000000000000000001}]',
    nested: '{"deep":{"er":null}}',
    fees: '{"unexpected":true}',
    __proto__name: '"x"',
  };
  const text = jsonRecord(indexRecord(recordOf('a', { extra }), null), new TokenNames([]));
  for (const [name, json] of Object.entries(extra)) expect(text).toContain(`${JSON.stringify(name)}:${json}`);
  expect(JSON.parse(text)).toMatchObject({ id: 'a', dropslip: { state: 'pending' }, fees: { unexpected: true } });
  expect(text.match(/"fees"/g)).toHaveLength(1);
});

const row: RecordRow = {
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
};

const sheet = (columns: readonly RecordColumn[], locale = 'en') =>
  new RecordSheet(columns, 'Europe/Berlin', csvFormatOf(locale));
const cells = (text: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text.slice(1), { newline: '\r\n', header: true, skipEmptyLines: true }).data;
const only = (fields: Partial<RecordRow>, locale = 'en'): Record<string, string> => {
  const made = sheet(['error', 'user'], locale);
  return cells(made.head() + made.rows([{ ...row, ...fields }]))[0] ?? {};
};

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
    const cell = only({ error: text })['The service says'] ?? '';
    expect(cell.startsWith("'")).toBe(true);
    expect(cell.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    const name = only({ file: { name: text, folder: null } }).File ?? '';
    expect(name.startsWith("'")).toBe(true);
  }
});

test('a cost can be added up: a number, its token beside it, and its base units as digits', () => {
  const most = (2n ** 256n - 1n).toString();
  expect(only({ fees: most })).toMatchObject({
    Cost: `${most}E-18`,
    Token: 'ethereum',
    'Cost in base units': `\t${most}`,
  });
  expect(only({ fees: '1234567', decimals: 6, token: 'usd-coin' }, 'de')).toMatchObject({
    Cost: '1234567E-6',
    Token: 'usd-coin',
    'Cost in base units': '\t1234567',
  });
});

test('costs, tokens, times, the size and the submission id are in every sheet, each once', () => {
  const made = sheet(['error']);
  const [head = []] = Papa.parse<string[]>(made.head().slice(1)).data;
  expect(head).toEqual([
    ...['Time (UTC)', 'Time (Europe/Berlin)', 'File', 'Folder', 'Part', 'State', 'Cost', 'Token', 'Cost in base units'],
    ...['Size in bytes', 'Size is', 'Submission id', 'The service says'],
  ]);
  expect(
    only({ time: '2026-01-01T00:00:00Z', size: { bytes: 2_365, exact: true }, amountData: '2.31 KB' }),
  ).toMatchObject({
    'Time (UTC)': '2026-01-01 00:00:00',
    'Time (Europe/Berlin)': '2026-01-01 01:00:00',
    'Size in bytes': '2365',
    'Size is': 'exact',
    'Submission id': 'a',
  });
});

test('a part says which one it is, beside the name of its file', () => {
  const file = { name: 'film.mp4', folder: null };
  const partOf = (part: PartOfAll) => only({ file: { ...file, part } });
  expect(partOf({ number: 3, kind: 'slice', total: 12 })).toMatchObject({ File: 'film.mp4', Part: 'part 3 of 12' });
  expect(partOf({ number: 12, kind: 'manifest', total: 12 })).toMatchObject({ Part: 'the manifest' });
  expect(only({ file })).toMatchObject({ Part: '' });
});

test('where decimals stand behind a comma, a semicolon parts the cells', () => {
  const made = sheet([], 'de-DE');
  expect(made.head()).toMatch(/^\ufeffTime \(UTC\);Time/);
  expect(made.rows([{ ...row, fees: '500000000000000000' }])).toBe(
    ';;;;;Confirmed;5E-1;ethereum;"\t500000000000000000";;;a\r\n',
  );
});

test('digits that a spreadsheet would round or shorten are marked as text', () => {
  expect(only({ user: '12345678901234567890' }).User).toBe('\t12345678901234567890');
  expect(only({ user: '007' }).User).toBe('\t007');
  expect(only({ user: '42' }).User).toBe('42');
});

test('every row has as many cells as the head', () => {
  const made = sheet(recordColumns);
  const { data } = Papa.parse<string[]>((made.head() + made.rows([row])).slice(1), { skipEmptyLines: true });
  expect(data[1]).toHaveLength(data[0]?.length ?? 0);
});
