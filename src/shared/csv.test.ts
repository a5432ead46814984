import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatUnits, parseUnits } from './amounts.ts';
import { BYTE_ORDER_MARK, type CsvCell, costCells, csvFormatOf, csvRow, sizeCells, TimeCells } from './csv.ts';

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
    { numRuns: 300 },
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

test('a cell of half a million characters is written, whatever they are', () => {
  for (const sign of [';', '\t', '\n', '"', '=', ' ', 'a', ';=', '\t"', '1', '-', '.']) {
    const text = sign.repeat(500_000 / sign.length);
    expect(csvRow([text, `a${text}`], english).length).toBeGreaterThan(1_000_000);
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

test('cells are parted as spreadsheets of the region expect it', () => {
  const comma = { separator: ',' };
  const semicolon = { separator: ';' };
  for (const locale of ['en-US', 'en-GB', 'en', 'zh-CN', 'ja-JP', 'es-MX', 'hi-IN', 'ar-EG', 'C', 'POSIX', ''])
    expect([locale, csvFormatOf(locale)]).toEqual([locale, comma]);
  for (const locale of ['de-DE', 'de-AT', 'fr-FR', 'es-ES', 'it-IT', 'pt-BR', 'ru-RU', 'pl-PL', 'sv-SE', 'de', 'en-DE'])
    expect([locale, csvFormatOf(locale)]).toEqual([locale, semicolon]);
});

test('in Switzerland and Liechtenstein a semicolon parts cells though decimals stand behind a point', () => {
  for (const locale of ['de-CH', 'it-CH', 'de-LI']) expect(csvFormatOf(locale)).toEqual({ separator: ';' });
});

test('digits and calendars that a locale asks for change nothing', () => {
  expect(csvFormatOf('de-DE-u-nu-arab')).toEqual({ separator: ';' });
  expect(csvFormatOf('ar-EG-u-nu-arab')).toEqual({ separator: ',' });
});

const hasLibreOffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).error === undefined;

const numbers = ['1.234', '-1.234', '0.5', '1234.5', '0.000412', '1234567', '12.345'];
const rows = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  ' =1+1',
  'a;=1+1',
  'a,=1+1',
  'a\t=1+1',
  '"=1+1',
  '=1+1;"=1+1',
  'a\n=1+1',
];

/** Decimals behind a point or a comma, and groups of digits parted by a comma, a point, an apostrophe or a blank. */
const languages = { 'en-US': 1033, 'de-DE': 1031, 'de-CH': 2055, 'en-ZA': 7177 };

describe.skipIf(!hasLibreOffice)('in LibreOffice (skipped where there is no `soffice`)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dropslip-libreoffice-'));
    for (const separator of [',', ';'] as const) {
      const format = { separator };
      const cells = [['a', ...numbers.map((number) => ({ number }))], ...rows.map((text) => ['x', text])];
      const text = cells.map((row) => csvRow(row, format)).join('');
      await writeFile(join(folder, separator === ',' ? 'comma.csv' : 'semicolon.csv'), `${BYTE_ORDER_MARK}${text}`);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The files as XML, with cells parted at each separator, formulas evaluated, and dates and the like detected. */
  async function convert(language: number): Promise<readonly string[]> {
    const files = ['comma', 'semicolon'];
    const child = spawn(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
        '--headless',
        `--infilter=Text - txt - csv (StarCalc):44/59/9,34,76,1,,${language},false,true,false,false,false,0,true`,
        ...['--convert-to', 'fods', '--outdir', folder],
        ...files.map((name) => join(folder, `${name}.csv`)),
      ],
      { stdio: 'ignore', env: { ...process.env, HOME: folder } },
    );
    await once(child, 'close');
    return Promise.all(files.map((name) => readFile(join(folder, `${name}.fods`), 'utf8')));
  }

  test.each(Object.entries(languages))(
    'numbers are the same and nothing is a formula in the language %s',
    async (_name, language) => {
      for (const table of await convert(language)) {
        const found = Array.from(table.matchAll(/office:value="([^"]+)"/g), ([, value]) => Number(value));
        expect(found.slice(0, numbers.length)).toEqual(numbers.map(Number));
        expect(table).not.toContain('table:formula');
      }
    },
    120_000,
  );
});

const numberIn = (cell: unknown): string =>
  typeof cell === 'object' && cell !== null && 'number' in cell ? String(cell.number) : '';

test('a cost is a number of tokens, what they are, and the base units that it comes to exactly', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      const [cost, token, baseUnits] = costCells(value.toString(), 'ethereum', decimals);
      expect(parseUnits(numberIn(cost), decimals)).toBe(value);
      expect([token, baseUnits]).toEqual(['ethereum', { digits: value.toString() }]);
    }),
  );
});

test('base units of a token whose decimals nobody knows are no number of tokens', () => {
  expect(costCells('12', null, null)).toEqual([null, null, { digits: '12' }]);
});

test('what the service says in whole tokens is a number as it is, and what is none stays as it was written', () => {
  expect(costCells('0.5', 'usdc', 6)).toEqual([{ number: '0.5' }, 'usdc', null]);
  expect(costCells('9'.repeat(2_000), 'usdc', 6)).toEqual(['9'.repeat(2_000), 'usdc', null]);
  expect(costCells(null, 'usdc', 6)).toEqual([null, 'usdc', null]);
});

test('a size is there once, in bytes, and says whether the service has rounded it', () => {
  expect(sizeCells({ bytes: 2_365, exact: true }, '2365')).toEqual([{ number: '2365' }, 'exact']);
  expect(sizeCells({ bytes: 2_366, exact: false }, '2.31 KB')).toEqual([{ number: '2366' }, 'rounded by the service']);
  expect(sizeCells(null, 'much')).toEqual(['much', null]);
});

const local = (timeZone: string, instant: string) => new TimeCells(timeZone).of(instant)[1];

test('a time is there in UTC and by the clock on the wall, in summer and in winter', () => {
  expect(new TimeCells('Europe/Berlin').heads).toEqual(['Time (UTC)', 'Time (Europe/Berlin)']);
  const berlin = new TimeCells('Europe/Berlin');
  expect(berlin.of('2026-05-03T12:05:07.999Z')).toEqual([
    { time: '2026-05-03 12:05:07' },
    { time: '2026-05-03 14:05:07' },
  ]);
  expect(berlin.of('2026-10-25T00:59:59Z')[1]).toEqual({ time: '2026-10-25 02:59:59' });
  expect(berlin.of('2026-10-25T01:00:00Z')[1]).toEqual({ time: '2026-10-25 02:00:00' });
  expect(local('Asia/Kathmandu', '2026-12-31T18:20:00Z')).toEqual({ time: '2027-01-01 00:05:00' });
  expect(local('America/St_Johns', '2026-01-01T00:00:00Z')).toEqual({ time: '2025-12-31 20:30:00' });
});

test('on a computer whose clock is UTC a time is there once: no two columns have one head', () => {
  for (const zone of ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT']) {
    const times = new TimeCells(zone);
    expect(times.heads).toEqual(['Time (UTC)']);
    expect(times.of('2026-05-03T12:05:00Z')).toEqual([{ time: '2026-05-03 12:05:00' }]);
    expect(times.of(null)).toEqual([null]);
  }
  expect(new TimeCells('Etc/GMT-2').heads).toHaveLength(2);
});

test('a text that is no time stays as it is', () => {
  const times = new TimeCells('Europe/Berlin');
  expect(times.of(null)).toEqual([null, null]);
  expect(times.of('yesterday')).toEqual(['yesterday', null]);
});
