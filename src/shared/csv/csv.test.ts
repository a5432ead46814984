import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { formatUnits } from '../amounts/amounts.ts';
import { type CsvCell, csvRow } from './csv.ts';
import { csvFormatOf } from './csv-format.ts';

const [english, german] = [csvFormatOf('en-US'), csvFormatOf('de-DE')];
const formats = fc.constantFrom(english, german);

const parted = (text: string, delimiter: string): string[] => Papa.parse<string[]>(text, { delimiter }).data.flat();
/** What is read of a cell that is not the first of its row. */
const only = (cell: string): string => parted(csvRow(['a', cell], english), ',')[1] ?? '';

const oddities = fc.constantFrom(
  ...['a', 'x', '7', '.', ' ', '"', ',', ';', '\t', '\n', '\r', '\r\n', '=', '+', '-', '@', '|', "'", '\ufeff', 'é'],
  ...['＝', '＋', '－', '＠', '\u0000', '\u00a0', '\u2028', '\v', '\u0085', '=1', '-5', ';=', '";=', '\t"-'],
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(oddities).map((parts) => parts.join('')),
);

const cells: fc.Arbitrary<CsvCell> = fc.oneof(
  texts,
  fc.record({ number: fc.oneof(texts, fc.bigInt().map(String), fc.double({ noNaN: true }).map(String)) }),
  fc.record({ digits: fc.oneof(texts, fc.bigInt().map(String)) }),
  fc.record({ time: texts }),
);

test.each([',', ';', '\t'])('no reader that parts cells at %j finds a formula in any cell', (delimiter) => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      formats,
      (rows, format) => {
        for (const cell of parted(rows.map((row) => csvRow(row, format)).join(''), delimiter)) {
          // A number, also with line ends around it where a reader takes a stray quote for the beginning of a cell.
          if (!/^\s*-\d+(?:\.\d+|E-\d+)?\s*$/.test(cell)) expect(cell).not.toMatch(/^[\s\p{Cc}]*[=+\-@|＝＋－＠]/u);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a formula behind a semicolon, a tab or a line end is quoted and disarmed', () => {
  const formula = "=cmd|'/C calc'!A0";
  for (const between of [',', ';', '\t', '\n', '\r\n', '\r', '; ', ';"', '\u2028', '\u0085', '\v']) {
    const row = csvRow(['a', `x${between}${formula}`, 'b'], english);
    for (const delimiter of [',', ';', '\t']) {
      for (const cell of parted(row, delimiter)) expect(cell.trimStart()).not.toMatch(/^=/);
    }
    expect(only(`x${between}${formula}`)).toBe(`x${between}'${formula}`);
  }
  expect(csvRow(['a;b', 'c\td'], english)).toBe('"a;b","c\td"\r\n');
});

test('what stands in a cell comes back, but for the marks of what is no formula and no number', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), formats, (row, format) => {
      const [read = []] = Papa.parse<string[]>(csvRow(row, format), {
        delimiter: format.separator,
        newline: '\r\n',
      }).data;
      expect(read.map(withoutMarks)).toEqual(row.map(withoutMarks));
    }),
  );
});

/** Those of formulas, and of what a spreadsheet would make a number of. */
const withoutMarks = (text: string): string => text.replaceAll("'", '').replace(/^\t(?=\d)/, '');

test('ordinary text and negative numbers are written as they are', () => {
  for (const text of [
    '',
    'a',
    'report.pdf',
    '-5',
    '-0.25',
    '12',
    'a - b',
    'x+y=z',
    'me@example.org',
    "it's; fine",
    '"quoted"',
  ]) {
    expect(only(text)).toBe(text);
  }
  for (const text of ['-5+1', '-1-1', '+5', '-12345678901234567890']) expect(only(text)).toBe(`'${text}`);
});

test('a negative number begins no row: a reader that takes a quote above it for a beginning would go on behind it', () => {
  expect(csvRow([{ number: '-5' }], english)).toBe("'-5\r\n");
  expect(csvRow(['-5', { number: '-5' }], german)).toBe("'-5;-5\r\n");
});

test('what looks like a number and has a formula behind a comma is text, and disarmed', () => {
  expect(csvRow(['x', '7,-1-2,3'], german)).toBe(`x;"7,'-1-2,3"\r\n`);
  expect(csvRow(['x', '7-1,2'], german)).toBe('x;"\t7-1,2"\r\n');
});

test('a row is written as the library writes it where there is nothing to disarm', () => {
  const safe = fc
    .array(fc.constantFrom('a', '7', ' ', '"', ',', '\n', 'é', '\ufeff'))
    .map((parts) => `b${parts.join('')}`);
  fc.assert(
    fc.property(safe, safe, (one, other) => {
      expect(csvRow([one, other], english)).toBe(`${Papa.unparse([[one, other]], { newline: '\r\n' })}\r\n`);
    }),
  );
});

test('a cell of two million characters is written, whatever they are', () => {
  for (const sign of [';', '\t', '\n', '"', '=', ' ', 'a', ';=', '\t"', '1', '-', '.']) {
    const text = sign.repeat(2_000_000 / sign.length);
    expect(csvRow([text, `a${text}`], english).length).toBeGreaterThan(4_000_000);
  }
});

test('numbers have no decimal sign, are exact, and come back as what they were', () => {
  expect(csvRow(['a', { number: '0.000412345678901234567' }, { number: '-1234567.5' }, { number: '12' }], german)).toBe(
    'a;412345678901234567E-21;-12345675E-1;12\r\n',
  );
  const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.integer({ min: 0, max: 36 }));
  fc.assert(
    fc.property(amounts, formats, ([units, decimals], format) => {
      const number = formatUnits(units, decimals);
      const [row = []] = Papa.parse<string[]>(csvRow([{ number }, 'x'], format), { delimiter: format.separator }).data;
      const [digits = '', scale = '0'] = row[0]?.split('E-') ?? [];
      expect(formatUnits(BigInt(digits), Number(scale))).toBe(number);
    }),
  );
});

test('digits that are to stay stand behind a tab, which makes them text in every spreadsheet', () => {
  expect(csvRow([{ digits: '400000000000000' }, { digits: '5' }], english)).toBe('"\t400000000000000","\t5"\r\n');
  expect(csvRow([{ digits: '=1' }, { number: '1e5' }], english)).toBe('\'=1,"\t1e5"\r\n');
});

test('what spreadsheets would write in their own way is marked as text', () => {
  for (const text of [
    '12345678901234567890',
    '007',
    '12e5',
    '1.5',
    '1,5',
    '1-2',
    '3/4',
    '2026-05-03',
    '12:30',
    '5 %',
    '1 PM',
  ])
    expect(csvRow([text, 'x'], german)).toBe(`"\t${text}";x\r\n`);
  for (const text of ['42', '3 files', '12ab', '0x12', '1.5 KB', '7-zip.exe'])
    expect(csvRow([text, 'x'], german)).toBe(`${text};x\r\n`);
});

test('a time is one in every language, and anything else in its place is text', () => {
  expect(csvRow([{ time: '2026-05-03 12:05:00' }, { time: '=1' }], english)).toBe("2026-05-03 12:05:00,'=1\r\n");
});
