import { expect, test } from 'vitest';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { printableReceipt } from './printable-receipt.ts';

const at = '2026-05-03T12:05:00Z';
const receipt: Receipt = {
  format: 'dropslip-receipt',
  version: 1,
  appVersion: '1.2.3',
  issuedAt: at,
  account: { name: 'Work', kind: 'service', address: 'https://example.org' },
  submission: { id: 'a', addedAt: at, submittedAt: at, seenConfirmedAt: at, blockTime: null, vouched: null },
  file: { name: 'letter.txt', size: 2_365, keccak256: null, blake2b256: null, sha256: null },
  record: {
    ...{ id: 'a', userId: null, tokenDetailsId: '1', extrinsicIndex: '2', amountData: '2.31 KB' },
    ...{ fees: '400000000000000', toAddress: null, blockHash: '0x12', dataHash: null, txHash: null },
    ...{ createdAt: at, phase: 'in-block', error: null, extra: {} },
  },
  composition: null,
  seal: `0x${'0'.repeat(64)}`,
};
const cost = { amount: '400000000000000', token: 'ethereum', decimals: 18 };

/** Labels and values by the section that they stand in. */
function sections(page: string): Map<string, string[]> {
  const parts = [...page.matchAll(/<section>\n<h2>(.*?)<\/h2>([\s\S]*?)<\/section>/g)];
  const rows = (body: string): string[] =>
    [...body.matchAll(/<dt>(.*?)<\/dt><dd.*?><bdi>(.*?)<\/bdi>/g)].map(([, label, value]) => `${label}: ${value}`);
  return new Map(parts.map(([, title = '', body = '']) => [title, rows(body)]));
}

test('figures stand once and readable, with bytes and base units under the technical details', () => {
  const page = sections(printableReceipt(receipt, { sizes: 'decimal', cost, timeZone: 'UTC' }));
  expect(page.get('File')).toEqual(['Name: letter.txt', 'Size: 2.4 kB']);
  expect(page.get('Submission')).toContain('Cost: 0.0004 ethereum');
  expect(page.get('Technical details')).toEqual([
    'Size in bytes: 2365',
    'Cost in base units: 400000000000000',
    'Amount of data: 2.31 KB',
    'Index in the block: 2',
    'Token details id: 1',
  ]);
});

test('only a page with digests says that a file can be compared with them', () => {
  const page = (sha256: string | null): string =>
    printableReceipt({ ...receipt, file: { ...receipt.file, sha256 } }, { sizes: 'decimal', cost, timeZone: 'UTC' });
  expect(page(null)).not.toContain('digests');
  expect(page(`0x${'c'.repeat(64)}`)).toContain('its digests must match those above');
});

test('sizes are written as the person’s system writes them, and a cost that nobody knows is left out', () => {
  const page = sections(printableReceipt(receipt, { sizes: 'binary', cost: null, timeZone: 'UTC' }));
  expect(page.get('File')).toContain('Size: 2.3 KB');
  expect(page.get('Submission')?.filter((row) => row.startsWith('Cost'))).toEqual([]);
});

test('of what went in parts it is said how many, for whom it is encrypted, and which list names them', () => {
  const bytes = { size: 9, keccak256: null, blake2b256: `0x${'b'.repeat(64)}`, sha256: `0x${'c'.repeat(64)}` };
  const part = { ...bytes, level: 0, offset: 0, submissionId: 'p', record: null };
  const composed: Receipt = {
    ...receipt,
    composition: {
      content: 'folder',
      manifest: bytes,
      parts: [part, { ...part, level: 1 }],
      encryption: { format: 'age', for: { kind: 'recipients', count: 2 }, stream: bytes },
    },
  };
  const page = printableReceipt(composed, { sizes: 'decimal', cost, timeZone: 'UTC' });
  expect(sections(page).get('How it was submitted')).toEqual([
    'Content: A folder, kept together',
    'Parts: 1',
    `SHA-256 of the manifest: ${bytes.sha256}`,
    `BLAKE2b-256 of the manifest: ${bytes.blake2b256}`,
    'Encrypted (age): For 2 keys',
    `SHA-256 of the encrypted copy: ${bytes.sha256}`,
    `BLAKE2b-256 of the encrypted copy: ${bytes.blake2b256}`,
  ]);
  expect(sections(printableReceipt(receipt, { sizes: 'decimal', cost })).has('How it was submitted')).toBe(false);
});

test('the block’s own time stands in the place of the time when Dropslip saw it', () => {
  const times = (blockTime: string | null) => {
    const submission = { ...receipt.submission, blockTime };
    const page = printableReceipt({ ...receipt, submission }, { sizes: 'decimal', cost, timeZone: 'UTC' });
    return sections(page)
      .get('Submission')
      ?.filter((row) => /block|onfirmed/.test(row));
  };
  expect(times('2026-05-02T08:00:00Z')).toEqual([expect.stringMatching(/^Time of its block: 2026-05-02/)]);
  expect(times(null)).toEqual([expect.stringMatching(/^Seen confirmed at: 2026-05-03/)]);
});

test('a data hash that may be the Keccak-256 which was not taken is not said to be of other content', () => {
  const known = { keccak256: null, blake2b256: `0x${'b'.repeat(64)}`, sha256: `0x${'c'.repeat(64)}` };
  const record = receipt.record === null ? null : { ...receipt.record, dataHash: `0x${'d'.repeat(64)}` };
  const contentOf = (keccak256: string | null): string | undefined =>
    sections(
      printableReceipt(
        { ...receipt, file: { ...receipt.file, ...known, keccak256 }, record },
        { sizes: 'decimal', cost, timeZone: 'UTC' },
      ),
    )
      .get('The service’s record, when last read')
      ?.find((row) => row.startsWith('Content'));
  expect(contentOf(null)).toContain('it is this file’s Keccak-256, which was not computed');
  expect(contentOf(`0x${'a'.repeat(64)}`)).not.toContain('which was not taken');
});
