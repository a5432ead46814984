import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

const parted = (text: string, delimiter: string): string[] => Papa.parse<string[]>(text, { delimiter }).data.flat();
const only = (cell: string): string => parted(csvRow([cell]), ',')[0] ?? '';

const oddities = fc.constantFrom(
  ...['a', 'x', '7', '.', ' ', '"', ',', ';', '\t', '\n', '\r', '\r\n', '=', '+', '-', '@', '|', "'", '\ufeff', 'é'],
  ...['＝', '＋', '－', '＠', '\u0000', '\u00a0', '\u2028', '\v', '\u0085', '=1', '-5', ';=', '";=', '\t"-'],
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(oddities).map((parts) => parts.join('')),
);

test.each([',', ';', '\t'])('no reader that parts cells at %j finds a formula in any cell', (delimiter) => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (rows) => {
      for (const cell of parted(rows.map(csvRow).join(''), delimiter)) {
        // A number, also with line ends around it where a reader takes a stray quote for the beginning of a cell.
        if (!/^\s*-\d{1,15}(?:\.\d{1,15})?\s*$/.test(cell)) expect(cell).not.toMatch(/^[\s\p{Cc}]*[=+\-@|＝＋－＠]/u);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a formula behind a semicolon, a tab or a line end is quoted and disarmed', () => {
  const formula = "=cmd|'/C calc'!A0";
  for (const between of [';', '\t', '\n', '\r\n', '\r', '; ', ';"', '\u2028']) {
    const row = csvRow(['a', `x${between}${formula}`, 'b']);
    for (const delimiter of [',', ';', '\t']) {
      for (const cell of parted(row, delimiter)) expect(cell.trimStart()).not.toMatch(/^=/);
    }
    expect(only(`x${between}${formula}`)).toBe(`x${between}'${formula}`);
  }
  expect(csvRow(['a;b', 'c\td'])).toBe('"a;b","c\td"\r\n');
});

test('what stands in a cell comes back, but for the apostrophes that disarm it', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (cells) => {
      const [row = []] = Papa.parse<string[]>(csvRow(cells), { delimiter: ',', newline: '\r\n' }).data;
      expect(row.map(withoutMarks)).toEqual(cells.map(withoutMarks));
    }),
  );
});

const withoutMarks = (text: string): string => text.replaceAll("'", '');

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

test('a row is written as the library writes it where there is nothing to disarm', () => {
  const safe = fc
    .array(fc.constantFrom('a', '7', ' ', '"', ',', '\n', 'é', '\ufeff'))
    .map((parts) => `b${parts.join('')}`);
  fc.assert(
    fc.property(safe, safe, (one, other) => {
      expect(csvRow([one, other])).toBe(`${Papa.unparse([[one, other]], { newline: '\r\n' })}\r\n`);
    }),
  );
});

test('a cell of two million characters is written, whatever they are', () => {
  for (const sign of [';', '\t', '\n', '"', '=', ' ', 'a', ';=', '\t"', '1', '-', '.']) {
    const text = sign.repeat(2_000_000 / sign.length);
    expect(csvRow([text, `a${text}`]).length).toBeGreaterThan(4_000_000);
  }
});
