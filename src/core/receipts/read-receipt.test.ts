import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { hasOneMeaning } from '../../shared/json-text.ts';
import { files } from '../files/file-threads.fixture.ts';
import { noDigests, receipts, record } from './arbitrary-receipts.fixture.ts';
import { canonicalJson, readReceiptBytes, readReceiptFile, receiptText, sealOf } from './receipt.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readReceiptText = (content: string) => readReceiptBytes(Buffer.from(content));

const codeOf = (content: string): string | null => {
  const read = readReceiptText(content);
  return read.ok ? null : read.error.code;
};

test('whatever a receipt says, it is read as it was written, alone and among others', () => {
  fc.assert(
    fc.property(fc.array(receipts, { minLength: 1, maxLength: 3 }), (written) => {
      expect(readReceiptText(receiptText(written))).toEqual({ ok: true, value: written });
    }),
  );
});

test('any byte that is changed is noticed, unless the receipt says the very same without it', () => {
  fc.assert(
    fc.property(receipts, fc.nat(), fc.integer({ min: 1, max: 255 }), (receipt, at, flip) => {
      const bytes = Buffer.from(receiptText([receipt]));
      const index = at % bytes.length;
      bytes[index] = (bytes[index] ?? 0) ^ flip;
      const read = readReceiptBytes(bytes);
      if (read.ok) expect(canonicalJson(JSON.parse(bytes.toString('utf8')))).toBe(canonicalJson(receipt));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['(letter.txt: receipt)', 'receipt-printed'],
  ['(x\\(1\\).txt: receipt)', 'receipt-printed'],
  ['<FEFF00DC003A00200072006500630065006900700074>', 'receipt-printed'],
  ['(Hotel receipt)', 'not-a-receipt'],
  ['<FEFF00DC0074>', 'not-a-receipt'],
])('a PDF with the title %s is %s', (title, code) => {
  expect(codeOf(`%PDF-1.4\n%\xd3\n1 0 obj\n<</Title ${title}\n/Creator (Mozilla)`)).toBe(code);
});

/** The paths of all values in a JSON value, its own first. */
function places(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, member]) => places(member, [...at, name]))];
}

function changedAt(value: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return change(value);
  return { ...value, [name]: changedAt(Reflect.get(value, name), rest, change) };
}

test('any field that is changed, added or left out is noticed', () => {
  fc.assert(
    fc.property(receipts, fc.nat(), fc.constantFrom('change', 'add', 'leave out'), (receipt, pick, how) => {
      const all = places(receipt).slice(1);
      const place = all[pick % all.length] ?? [];
      const change = (value: unknown): unknown => {
        if (how === 'leave out') return undefined;
        if (how === 'add' && typeof value === 'object' && value !== null) return { ...value, note: 'paid' };
        return typeof value === 'number' ? value + 1 : `${value} `;
      };
      expect(codeOf(JSON.stringify(changedAt(receipt, place, change)))).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('two receipts whose contents were swapped are both refused', () => {
  fc.assert(
    fc.property(receipts, receipts, (one, other) => {
      fc.pre(canonicalJson(one.file) !== canonicalJson(other.file));
      expect(codeOf(JSON.stringify({ ...one, file: other.file }))).toBe('receipt-changed');
    }),
  );
});

test('a receipt that was indented anew, or began with a byte order mark, is still the same', () => {
  fc.assert(
    fc.property(receipts, (receipt) => {
      expect(readReceiptText(`\ufeff${JSON.stringify(receipt)}`)).toEqual({ ok: true, value: [receipt] });
    }),
  );
});

test('quotes, backslashes and brackets within texts are no members', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '1', 'a', '\ud800') });
  const json = fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    fc.oneof(text, fc.array(text), fc.nat()),
  );
  fc.assert(
    fc.property(json, (value) => {
      expect(hasOneMeaning(JSON.stringify(value))).toBe(true);
    }),
  );
});

const [sample] = fc.sample(
  receipts.filter(({ composition }) => composition === null),
  { numRuns: 1, seed: 1 },
);

const resealed = (change: object): string => {
  const changed = { ...sample, ...change };
  return JSON.stringify({ ...changed, seal: sealOf(changed) });
};

const part = (level: number, offset: number, size: number) => ({
  ...{ level, offset, size, ...noDigests, submissionId: 'a', record: null },
});
/** A receipt of six bytes in parts. */
const inParts = (parts: unknown, change: object = {}): string =>
  resealed({
    composition: { content: 'file', manifest: { size: 9, ...noDigests }, parts, encryption: null, ...change },
    file: { ...sample?.file, size: 6 },
  });
const sampleText = JSON.stringify(sample);
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

test.each([
  ['nothing', '', 'not-a-receipt'],
  ['no JSON', 'not JSON', 'not-a-receipt'],
  ['null', 'null', 'not-a-receipt'],
  ['a list', '[]', 'not-a-receipt'],
  ['any other JSON', '{"hello": "world"}', 'not-a-receipt'],
  ['another format', JSON.stringify({ ...sample, format: 'other' }), 'not-a-receipt'],
  ['a later version', JSON.stringify({ ...sample, version: 2 }), 'receipt-version'],
  ['a receipt without its composition', resealed({ composition: undefined }), 'receipt-damaged'],
  ['parts with a gap', inParts([part(0, 0, 4), part(0, 5, 1)]), 'receipt-damaged'],
  ['parts that overlap', inParts([part(0, 0, 4), part(0, 3, 3)]), 'receipt-damaged'],
  ['parts that are too few', inParts([part(0, 0, 4)]), 'receipt-damaged'],
  ['parts that are too many', inParts([part(0, 0, 4), part(0, 4, 3)]), 'receipt-damaged'],
  ['a part of nothing', inParts([part(0, 0, 6), part(0, 6, 0)]), 'receipt-damaged'],
  ['parts of a manifest with a gap', inParts([part(0, 0, 6), part(1, 1, 6)]), 'receipt-damaged'],
  ['parts without a manifest', inParts([part(0, 0, 6)], { manifest: null }), 'receipt-damaged'],
  ['neither parts nor a manifest', inParts(null, { manifest: null }), 'receipt-damaged'],
  ['a part with more than is known', inParts([{ ...part(0, 0, 6), note: 'x' }]), 'receipt-damaged'],
  ['an encryption of nobody’s', inParts([part(0, 0, 6)], { encryption: { format: 'other' } }), 'receipt-damaged'],
  ['a receipt without its file', JSON.stringify({ ...sample, file: null }), 'receipt-damaged'],
  ['a receipt without a seal', JSON.stringify({ ...sample, seal: 'none' }), 'receipt-damaged'],
  ['a changed receipt', JSON.stringify({ ...sample, appVersion: '9.9.9 ' }), 'receipt-changed'],
  ['several of a later version', '{"format": "dropslip-receipts", "version": 2, "receipts": []}', 'receipt-version'],
  ['several that are none', '{"format": "dropslip-receipts", "version": 1, "receipts": []}', 'receipt-damaged'],
  [
    'several of which one is none',
    `{"format": "dropslip-receipts", "version": 1, "receipts": [${sampleText}, {}]}`,
    'receipt-damaged',
  ],
  ['endless brackets', '['.repeat(200_000), 'not-a-receipt'],
  ['deep lists', nested(200_000, '[', ']'), 'not-a-receipt'],
  [
    'deep objects',
    `{"format": "dropslip-receipt", "version": 1, "a": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    'receipt-damaged',
  ],
  ['another prototype', sampleText.replace('{', '{"__proto__": {"seal": "x"},'), 'receipt-damaged'],
  ['a size beyond all numbers', sampleText.replace(/"size":(\d+|null)/, '"size":1e400'), 'receipt-changed'],
  ['a size that is rounded', sampleText.replace(/"size":(\d+|null)/, '"size":9007199254740993'), 'receipt-changed'],
  ['a member twice', sampleText.replace('"appVersion"', '"appVersion":"0.0.0","appVersion"'), 'receipt-changed'],
  ['a member twice, spelt in two ways', sampleText.replace('"size"', '"\\u0073ize":1,"size"'), 'receipt-changed'],
  [
    'a member twice deep in one of several',
    `{"format": "dropslip-receipts", "version": 1, "receipts": [${sampleText.replace('"sha256"', '"sha256":null,"sha256"')}]}`,
    'receipt-changed',
  ],
  ['something behind the receipt', `${sampleText}{}`, 'not-a-receipt'],
  ['two byte order marks', `\ufeff\ufeff${sampleText}`, 'not-a-receipt'],
])('%s is refused', (_what, content, code) => {
  const read = readReceiptText(content);
  expect(read).toMatchObject({ ok: false, error: { code } });
});

test('a file of gigabytes is refused by its size, and bytes that are no text by what they are', async () => {
  const huge = join(folder, 'huge.json');
  await writeFile(huge, '{');
  await truncate(huge, 8 * 1024 ** 3);
  expect(await readReceiptFile(files, huge)).toMatchObject({ ok: false, error: { code: 'receipt-too-large' } });
  const binary = join(folder, 'binary.json');
  await writeFile(binary, Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  expect(await readReceiptFile(files, binary)).toMatchObject({ ok: false, error: { code: 'not-a-receipt' } });
});

/** Of which a reader makes a hundred times what they take up. */
const hostile = {
  'a million empty objects': `{"format":"dropslip-receipts","version":1,"receipts":[${'{},'.repeat(1_000_000)}{}]}`,
  'a million members, in lists of a few': `{"format":"dropslip-receipts","version":1,"receipts":[${`[${'0,'.repeat(200)}0],`.repeat(5_000)}[]]}`,
};

test.each(Object.entries(hostile))('%s are refused before anything is made of them', (_what, content) => {
  expect(readReceiptText(content)).toMatchObject({ ok: false, error: { code: 'not-a-receipt' } });
});

test('the parts of each level are a whole by themselves', () => {
  expect(codeOf(inParts([part(0, 0, 4), part(0, 4, 2), part(1, 0, 5), part(1, 5, 4)]))).toBeNull();
  expect(codeOf(inParts(null))).toBeNull();
  expect(codeOf(inParts([], { manifest: null }))).toBeNull();
});

test('bytes that are no text are refused also where a reader would put a mark in their place', () => {
  const unsealed = { ...sample, account: { name: '\ufffd', kind: 'practice', address: null }, seal: undefined };
  const honest = Buffer.from(JSON.stringify({ ...unsealed, seal: sealOf(JSON.parse(JSON.stringify(unsealed))) }));
  expect(readReceiptBytes(honest)).toMatchObject({ ok: true });
  const at = honest.indexOf('\ufffd');
  const changed = Buffer.concat([honest.subarray(0, at), Buffer.from([0xff]), honest.subarray(at + 3)]);
  expect(readReceiptBytes(changed)).toMatchObject({ ok: false, error: { code: 'not-a-receipt' } });
});

/** Ten thousand receipts in a file: as many as one may hold. */
async function tenThousand(): Promise<string> {
  const path = join(folder, 'many.json');
  const one = JSON.stringify(sample);
  await writeFile(path, `{"format":"dropslip-receipts","version":1,"receipts":[${`${one},`.repeat(9_999)}${one}]}`);
  return path;
}

test('as many receipts as a file may hold are read', async () => {
  const read = await readReceiptFile(files, await tenThousand());
  expect(read).toMatchObject({ ok: true, value: { length: 10_000 } });
});

test('canonical JSON is that of the published example', () => {
  // RFC 8785, section 3.2.3.
  const example =
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}';
  expect(canonicalJson(JSON.parse(example))).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});

test('a receipt is read back however long the words of the service in it are', () => {
  fc.assert(
    fc.property(receipts, record, ({ seal: _, ...unsealed }, kept) => {
      const wordy = { ...unsealed, record: { ...kept, error: 'no '.repeat(100_000) } };
      const receipt: Receipt = JSON.parse(JSON.stringify({ ...wordy, seal: sealOf(wordy) }));
      expect(readReceiptText(receiptText([receipt]))).toEqual({ ok: true, value: [receipt] });
    }),
    { numRuns: 10 },
  );
});
