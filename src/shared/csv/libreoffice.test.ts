import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvRow } from './csv.ts';

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
