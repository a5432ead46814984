import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { createScrubber } from '../../../src/core/diagnostics/scrub.ts';
import { freePath } from '../../../src/core/file-names.ts';
import { RecordSheet } from '../../../src/core/records/export.ts';
import { splitFileName } from '../../../src/renderer/ui/split-file-name.ts';
import { calls } from '../../../src/shared/bridge/bridge.ts';
import { type RecordRow, recordColumns } from '../../../src/shared/bridge/records.ts';
import { csvFormatOf } from '../../../src/shared/csv.ts';
import { visibleName } from '../../../src/shared/text.ts';
import { hostileText, nasty, numberText, shortText } from '../hostile-text.ts';
import { mutated } from '../mutations.ts';
import { target } from '../target.ts';

const orNull = (text: fc.Arbitrary<string>) => fc.option(text, { nil: null });

const row: fc.Arbitrary<RecordRow> = fc.record({
  key: shortText,
  id: shortText,
  time: orNull(shortText),
  phase: fc.constantFrom('pending' as const, 'in-block' as const, 'failed' as const),
  fees: orNull(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String), numberText, shortText)),
  token: orNull(shortText),
  tokenDetailsId: orNull(shortText),
  decimals: fc.option(fc.nat({ max: 36 }), { nil: null }),
  amountData: orNull(shortText),
  size: fc.option(fc.record({ bytes: fc.nat(), exact: fc.boolean() }), { nil: null }),
  file: fc.option(fc.record({ name: hostileText, folder: orNull(shortText) }), { nil: null }),
  dataHash: orNull(shortText),
  blockHash: orNull(shortText),
  txHash: orNull(shortText),
  index: orNull(shortText),
  address: orNull(shortText),
  user: orNull(shortText),
  error: orNull(hostileText),
  doubled: fc.boolean(),
});

const csv = target({
  name: 'csv',
  input: fc.tuple(fc.array(row, { minLength: 1, maxLength: 4 }), fc.constantFrom('en', 'de')),
  run: ([rows, locale]) => {
    const format = csvFormatOf(locale);
    const sheet = new RecordSheet(recordColumns, 'Asia/Kathmandu', format);
    const text = sheet.head() + sheet.rows(rows);
    const { data, errors } = Papa.parse<string[]>(text.slice(1, -2), { newline: '\r\n', delimiter: format.separator });
    assert.deepEqual(errors, []);
    assert.equal(data.length, rows.length + 1);
    for (const cells of data) assert.equal(cells.length, data[0]?.length);
    const head = data[0] ?? [];
    for (const [at, { id, error, file }] of rows.entries()) {
      const cell = (name: string): string => data[at + 1]?.[head.indexOf(name)] ?? '';
      // Ignores the marks against formulas and numbers in spreadsheets.
      const same = (name: string, text: string): void =>
        assert.equal(
          cell(name)
            .replace(/^\t(?=\d)/, '')
            .replaceAll("'", ''),
          text.replaceAll("'", ''),
        );
      same('Submission id', id);
      same('The service says', error ?? '');
      same('File', file?.name ?? '');
    }
    for (const cells of data)
      for (const cell of cells) assert.doesNotMatch(cell, /^(?!-[\d.]+(?:E-\d+)?$|\t\d)[=+\-@\t\r\n]/);
    return text;
  },
});

const emptyFolder = join(tmpdir(), 'dropslip-fuzz-no-such-folder');

const fileNames = target({
  name: 'file-names',
  input: fc.oneof(
    mutated(fc.constantFrom('holiday photo.jpeg', 'report.final.pdf', 'مستند.pdf', 'a/b\\c.txt', '.env', 'x.tar.gz')),
    hostileText,
  ),
  run: (name) => {
    const { path } = freePath(emptyFolder, name);
    assert.equal(dirname(path), emptyFolder);
    assert(Buffer.byteLength(basename(path)) <= 255 && basename(path) !== '');
    assert(!/\p{Cc}/u.test(path));
    const { head, tail } = splitFileName(name);
    assert.equal(head + tail, name);
    const shown = visibleName(name);
    assert.equal(visibleName(shown), shown);
    return [path, head, tail, shown];
  },
});

const callNames = Object.keys(calls) as (keyof typeof calls)[];
const schemas = callNames.map((name) => [name, calls[name].input] as const);
const inputNames = [
  ...['accountId', 'checkId', 'settings', 'apiKey', 'accessToken', 'kind', 'secret', 'submitBy', 'variant', 'token'],
  ...['ids', 'id', 'why', 'verdict', 'submissionId', 'submissionIds', 'paths', 'against', 'filter', 'sort', 'group'],
  ...['offset', 'count', 'listId', 'questions', 'key', 'hex', 'days', 'name', 'text', 'outcome', 'digests', 'address'],
  ...[
    'draftId',
    'tokenAddress',
    'amount',
    'chainId',
    'decision',
    'atOnce',
    'spendingLimit',
    'fileNames',
    'savedId',
    'answer',
  ],
  ...['__proto__', 'constructor', 'length', 'then', 'toJSON', 'map', 'timeZone', 'columns', 'format', 'below'],
];

/** Values that structured cloning can transfer over the bridge, which are more than JSON. */
const cloned: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      shortText,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.uuid(),
      numberText,
      hostileText,
    ),
    fc.constantFrom(
      'api-key',
      'by-user',
      'receipt',
      'kept',
      'csv',
      'time',
      'none',
      'id',
      'hex',
      'UTC',
      'went-through',
      'automatic',
    ),
    fc.oneof(
      fc.bigInt(),
      fc.date(),
      fc.uint8Array({ maxLength: 8 }),
      fc.constant(new Map([['paths', ['/']]])),
      fc.constant(/x/),
      fc.constant(new Error('x')),
      fc.constant({ length: { valueOf: null, toString: null } }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.sparseArray(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...inputNames) }, { weight: 1, arbitrary: nasty }),
      tie('value'),
      { maxKeys: 6 },
    ),
  ),
})).value;

/** Objects with the members of the call, to get past the first check. */
export const callInput = fc.constantFrom(...schemas).chain(([name, schema]) => {
  const shape: unknown = Reflect.get(schema, 'shape');
  const members =
    typeof shape === 'object' && shape !== null ? Object.keys(shape) : ['against', 'checkId', 'submissionId', 'paths'];
  const record = fc.record(Object.fromEntries(members.map((member) => [member, cloned])));
  const value = fc.oneof({ weight: 3, arbitrary: record }, { weight: 1, arbitrary: cloned });
  return fc.tuple(fc.constant(name), value);
});

const bridgeInputs = target({
  name: 'bridge-inputs',
  input: callInput,
  run: ([name, input]) => {
    const data = calls[name].read(structuredClone(input))?.value;
    if (data === null || data === undefined) return 'refused';
    assert(typeof data === 'object' && Object.getPrototypeOf(data) === Object.prototype);
    // Accepted data is a separate copy that is accepted again.
    assert.deepEqual(calls[name].read(structuredClone(data))?.value, data);
    return data;
  },
});

const secretText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~+/='), minLength: 8, maxLength: 60 }),
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
    maxLength: 40,
  }),
);
const carriers: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `'${value}'`,
  (value) => JSON.stringify({ message: `refused ${value}` }),
  (value) => JSON.stringify({ message: JSON.stringify({ inner: value }) }),
  (value) => `https://service.example/x?key=${encodeURIComponent(value)}`,
  (value) => `authorization: Bearer ${value}\r\n`,
  (value) => `    at read (${value}:10:3)`,
];

const scrubbing = target({
  name: 'diagnostics-scrub',
  input: fc.record({
    secrets: fc.array(secretText, { minLength: 1, maxLength: 3 }),
    around: fc.array(fc.tuple(hostileText, fc.nat(), fc.constantFrom(...carriers)), { minLength: 1, maxLength: 4 }),
    user: shortText,
    file: shortText,
  }),
  run: ({ secrets, around, user, file }) => {
    const scrub = createScrubber({
      ...{ secrets, accounts: [{ name: user, shown: '<account 1>' }], appFolder: '/opt/Dropslip', userName: user },
      files: [{ path: `/home/${user}/${file}`, name: file, shown: '<file 1>' }],
      computerName: 'host',
    });
    const text = around.map(([before, pick, carry]) => before + carry(secrets[pick % secrets.length] ?? '')).join('\n');
    const shown = scrub(text);
    for (const secret of secrets) {
      // Punctuation, and text that the report itself contains, is not a finding.
      if (/^[\W_]*$/.test(secret) || '<secret><path><user><computer><account 1><file 1>'.includes(secret)) continue;
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        assert(!shown.includes(form), `${JSON.stringify(form)} is left in ${JSON.stringify(shown).slice(0, 1_000)}`);
      }
    }
    return shown;
  },
});

export const boundaryTargets = [csv, fileNames, bridgeInputs, scrubbing];
