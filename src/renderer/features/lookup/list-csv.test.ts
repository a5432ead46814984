import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { PastedAnswer } from '../../../shared/bridge/lookup.ts';
import { csvFormatOf } from '../../../shared/csv.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { listAsCsv } from './list-words.ts';
import type { ListView } from './lookup-state.ts';
import type { PastedEntry } from './lookup-text.ts';

const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const record: SubmissionRecord = {
  id,
  userId: null,
  tokenDetailsId: null,
  extrinsicIndex: null,
  amountData: '+cmd|calc',
  fees: null,
  toAddress: null,
  blockHash: null,
  dataHash: null,
  txHash: null,
  createdAt: '2026-05-03T12:05:00Z',
  phase: 'failed',
  error: '=HYPERLINK("http://evil.example")',
  extra: {},
};
const entries: readonly PastedEntry[] = [
  {
    line: 1,
    text: '@junk',
    content: { kind: 'text', asked: '@junk' },
    key: 'line 1',
  },
  { line: 2, text: id, content: { kind: 'id', id }, key: id },
  { line: 4, text: id, content: { kind: 'id', id }, key: id },
];
const list: ListView = {
  kind: 'list',
  listId: 'list',
  accountId: 'a',
  entries,
  answers: new Map<string, PastedAnswer>([
    ['line 1', { kind: 'not-kept' }],
    [id, { kind: 'found', accountId: 'a', record, cost: null, name: '-2+3 letter.txt' }],
  ]),
  done: 1,
  total: 1,
  waitingUntil: null,
  ended: 'whole',
};

const csv = (one: ListView, locale = 'en'): string =>
  listAsCsv(one, {
    format: csvFormatOf(locale),
    timeZone: 'Europe/Berlin',
    accountName: (accountId) => ({ a: 'Work', b: '=Practice' })[accountId] ?? null,
  });

test('a saved list has a row for each pasted line, in its order, with its mark', () => {
  const { data } = Papa.parse<Record<string, string>>(csv(list).slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((row) => [row.Line, row['Submission id'], row.Answer])).toEqual([
    ['1', '', 'No match on this computer'],
    ['2', id, 'Delayed'],
    ['4', id, 'Delayed'],
  ]);
});

test('nothing in a saved list can be a formula, however it is hidden', () => {
  for (const text of ['=1+1', '-2+3', '+1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\n=1', '|calc', '＝1+1', '\u00a0=1']) {
    const hidden: ListView = {
      ...list,
      answers: new Map([
        [id, { kind: 'found', accountId: 'a', record: { ...record, error: text }, cost: null, name: text }],
      ]),
    };
    const { data } = Papa.parse<Record<string, string>>(csv(hidden).slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    for (const cell of [data[1]?.['The service says'], data[1]?.File]) {
      expect(cell?.startsWith("'")).toBe(true);
      expect(cell?.replaceAll("'", '')).toBe(text);
    }
  }
  const { data } = Papa.parse<string[]>(csv(list).slice(1), { skipEmptyLines: true });
  for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
});

test('a saved list read at semicolons has no formula either', () => {
  const hidden = csv({
    ...list,
    entries: [
      {
        line: 1,
        text: "x;=cmd|'/C calc'!A0",
        content: { kind: 'text', asked: '' },
        key: 'line',
      },
    ],
  });
  const { data } = Papa.parse<string[]>(hidden.slice(1), { delimiter: ';' });
  for (const cell of data.flat()) expect(cell).not.toMatch(/^=/);
});

test('costs of a saved list can be added up: what is listed twice counts once', () => {
  const cost = { amount: '400000000000000', token: 'ethereum', decimals: 18 };
  const paid: ListView = {
    ...list,
    answers: new Map([
      [
        id,
        {
          kind: 'found',
          accountId: 'a',
          record: { ...record, fees: cost.amount, amountData: '2365' },
          cost,
          name: null,
        },
      ],
    ]),
  };
  const { data } = Papa.parse<Record<string, string>>(csv(paid, 'de').slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((row) => [row.Cost, row.Token, row['Cost in base units'], row['Size in bytes']])).toEqual([
    ['', '', '', ''],
    ['4E-4', 'ethereum', '\t400000000000000', '2365'],
    ['', '', '', ''],
  ]);
  expect(data[1]).toMatchObject({ 'Time (UTC)': '2026-05-03 12:05:00', 'Time (Europe/Berlin)': '2026-05-03 14:05:00' });
});

test('each row of a saved list says whose the submission is, by the account’s name', () => {
  const found = { kind: 'found', record, cost: null, name: null } as const;
  const several: ListView = {
    ...list,
    answers: new Map<string, PastedAnswer>([
      ['line 1', { ...found, accountId: 'b' }],
      [id, { ...found, accountId: 'a' }],
    ]),
  };
  const { data } = Papa.parse<Record<string, string>>(csv(several).slice(1), { header: true, skipEmptyLines: true });
  expect(data.map(({ Account }) => Account)).toEqual(["'=Practice", 'Work', 'Work']);
});
