import { describe, expect, test } from 'vitest';
import { readLookupText } from './lookup-text.ts';

const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';
const now = Date.parse('2026-11-21T12:00:00Z');
const read = (text: string, column: number | null = null) => {
  const answer = readLookupText(text, 'en-GB', now, column);
  if (answer.kind !== 'list') throw new Error(`${text} was read as ${answer.kind}`);
  return answer;
};
const asked = (text: string, column: number | null = null) =>
  read(text, column).entries.map(({ holds }) => (holds.kind === 'text' ? holds.asked : holds.kind));
const rows = (separator: string, ...lines: readonly (readonly string[])[]) =>
  lines.map((cells) => cells.join(separator)).join('\n');

const commas = [
  [
    'a table of three columns',
    'Ticket,What,Customer\n4001,contract.pdf,Ann\n4002,handover.pdf,Bob',
    ['contract.pdf', 'handover.pdf'],
  ],
  ['a table with ids', `Ticket,Id\n4001,${id}\n4002,letter.txt`, ['id', 'letter.txt']],
  [
    'quoted cells',
    '"Ticket","What","By"\n"1","Meier, Anna.pdf","x"\n"2","a ""b"".pdf","y"',
    ['Meier, Anna.pdf', 'a "b".pdf'],
  ],
  ['names with commas', 'Meier, Anna.pdf\nHuber, Karl.pdf', ['Meier, Anna.pdf', 'Huber, Karl.pdf']],
  ['names with one comma each', 'Meier,Anna.pdf\nHuber,Karl.pdf', ['Meier,Anna.pdf', 'Huber,Karl.pdf']],
  ['lines with more and fewer of them', 'a,b,c.pdf\na,b.pdf', ['a,b,c.pdf', 'a,b.pdf']],
] as const;

test.each(commas)('commas part the cells of a table, and no names: %s', (_, text, questions) => {
  expect(asked(text)).toEqual(questions);
});

describe.each(['\t', ';'])('of a table with cells parted by %j', (separator) => {
  test('each row asks for the cell in the column of ids and names of files, a part of a name or a date too', () => {
    const text = rows(
      separator,
      ['Ticket', 'What', 'Customer'],
      ['4001', 'contract.pdf', 'Ann'],
      ['4002', 'lettr 0077.txt', 'Bob'],
      ['4003', 'contract', 'Cleo'],
      ['4004', '12 nov', 'Dan'],
      ['4005', id, 'Eve'],
    );
    expect(asked(text)).toEqual(['contract.pdf', 'lettr 0077.txt', 'contract', '12 nov', 'id']);
    expect(read(text).columns).toEqual([]);
  });

  test('the head is no question, and the other lines keep their numbers; a first row that asks something is none', () => {
    const row = ['4001', id, 'Ann'];
    expect(read(rows(separator, ['Ticket', 'Id', 'Customer'], row, ['4002', 'a.txt', ''])).entries[0]?.line).toBe(2);
    expect(asked(rows(separator, ['of Ann', 'letter.txt'], row))).toEqual(['letter.txt', 'id']);
    expect(asked(rows(separator, ['Ann', 'yesterday'], ['Bob', '12 nov']))).toEqual(['yesterday', '12 nov']);
  });

  test('what else stands in the row is kept beside its question', () => {
    const text = rows(separator, ['4001', 'contract.pdf', 'Ann'], ['4002', id, 'Bob']);
    expect(read(text).entries.map(({ beside }) => beside)).toEqual([
      ['4001', 'Ann'],
      ['4002', 'Bob'],
    ]);
    expect(read(text).entries[0]?.text).toBe('4001 · contract.pdf · Ann');
  });

  test('a row whose asked cell may be none asks for its other cells too; what is sure is asked alone', () => {
    const text = rows(
      separator,
      ['4004', '23.11.2026', 'letter 0102.txt'],
      ['4006', 'letter 0103', 'paid'],
      ['4007', 'letter 0104', 'paid'],
    );
    expect(read(text).entries.map(({ otherwise, repeats }) => [otherwise, repeats])).toEqual([
      [[], null],
      [['letter 0103'], null],
      [['letter 0104'], null],
    ]);
  });

  test('a row with two ids gives two entries that keep what stands beside them', () => {
    const other = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
    const { entries } = read(rows(separator, ['4007', `${id} ${other}`, 'letter.txt'], ['4008', id, 'Ann']));
    expect(entries.slice(0, 2).map(({ text, beside }) => [text, beside])).toEqual([
      [`${id} · 4007 · letter.txt`, ['4007', 'letter.txt']],
      [`${other} · 4007 · letter.txt`, ['4007', 'letter.txt']],
    ]);
  });

  test('whose column of names has none with its ending, what is kept here is asked which it is', () => {
    const text = rows(
      separator,
      ['Ticket', 'What', 'Customer'],
      ['4001', 'contract', 'Ann'],
      ['4002', 'handover', 'Bob'],
    );
    const names = read(text).columns.map((cells) => cells.map(({ name }) => name));
    expect(names).toEqual([[], ['contract', 'handover'], ['Ann', 'Bob']]);
    expect(asked(text, 1)).toEqual(['contract', 'handover']);
  });

  test('a column of dates is asked for only where no other is kept here', () => {
    const text = rows(separator, ['4001', '12 nov', 'contract'], ['4002', '13 nov', 'handover']);
    expect(asked(text)).toEqual(['12 nov', '13 nov']);
    expect(read(text).columns).toHaveLength(3);
    expect(asked(text, 2)).toEqual(['contract', 'handover']);
  });
});

test('cells that a spreadsheet has put into quotes are read without them', () => {
  expect(asked('4001;"the ""signed"" one.pdf";Ann\n4002;"letter.txt";Bob')).toEqual([
    'the "signed" one.pdf',
    'letter.txt',
  ]);
});

test('a semicolon in a mail makes no table of it', () => {
  const mail = `Hello; it is me.\nI sent ${id}\nwith the rest; yesterday\nBest, Ann`;
  expect(readLookupText(mail, 'en-GB', now)).toMatchObject({ kind: 'one', keys: { id } });
});

test('what is shown of a row is short, also where it names several ids', () => {
  const other = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
  const { entries } = read(`4001\t${id} ${other}\t${'long '.repeat(100)}\n4002\t${id}\tAnn`);
  for (const { text } of entries) expect(text.length).toBeLessThanOrEqual(121);
});
