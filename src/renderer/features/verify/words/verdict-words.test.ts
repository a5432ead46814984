import { expect, test } from 'vitest';
import type { Comparison, FileVerification, Verdict } from '../../../../shared/bridge/receipts.ts';
import { comparisonLabel, outcomeLabel, serviceWords, verdictWords, witnessLabel } from './verdict-words.ts';
import { verificationText } from './verification-text.ts';

const hash = `0x${'ab'.repeat(32)}`;
const other = `0x${'cd'.repeat(32)}`;
const digests = { keccak256: hash, blake2b256: hash, sha256: hash };
const matching: Comparison = { witness: 'service', what: 'keccak256', expected: hash, actual: hash, same: true };
const differing: Comparison = { witness: 'dropslip', what: 'sha256', expected: other, actual: hash, same: false };

function verification(verdict: Verdict, changes: Partial<FileVerification> = {}): FileVerification {
  return {
    kind: 'file',
    inside: null,
    file: { name: 'letter.txt', size: 12, ...digests },
    against: { kind: 'kept', submissionId: 'the-id', name: 'letter.txt', record: null },
    verdict,
    comparisons: [],
    receipts: 1,
    ...changes,
  };
}

const verdicts: readonly (readonly [Verdict, tone: string])[] = [
  [{ kind: 'same', by: ['sha256'], service: 'agrees' }, 'good'],
  [{ kind: 'same', by: ['keccak256', 'blake2b256', 'sha256'], service: 'not-yet' }, 'good'],
  [{ kind: 'different' }, 'bad'],
  [{ kind: 'same', by: ['sha256'], service: 'unknown-hash' }, 'good'],
  [{ kind: 'piece', piece: { kind: 'member', path: 'a.txt' }, by: ['sha256'], service: 'not-yet' }, 'good'],
  [{ kind: 'piece', piece: { kind: 'encrypted' }, by: ['sha256'], service: 'unknown-hash' }, 'good'],
  [{ kind: 'cannot-say', sizeFits: true, service: 'not-yet' }, 'open'],
  [{ kind: 'cannot-say', sizeFits: false, service: 'not-yet' }, 'open'],
  [{ kind: 'cannot-say', sizeFits: true, service: 'unknown-hash' }, 'open'],
];

test.each(verdicts)('%j has a title and whole sentences, and only a match looks good', (verdict, tone) => {
  const words = verdictWords(verification(verdict));
  expect(words.tone).toBe(tone);
  expect(words.title).toMatch(/^[A-Z].*[^.]$/);
  expect(words.text).toMatch(/^[A-Z].*\.$/);
});

test('the answer says by which digests the bytes are the same', () => {
  const words = verdictWords(verification({ kind: 'same', by: ['keccak256', 'sha256'], service: 'agrees' }));
  expect(words.text).toContain('by Keccak-256 and SHA-256');
});

test('a hash of a kind that is unknown here is told as such, and never as another file’s', () => {
  const unchecked: Comparison = { witness: 'service', what: 'data-hash', expected: other, actual: hash, same: null };
  const said = 'kind of hash can’t be checked here';
  const alone = verification({ kind: 'cannot-say', sizeFits: false, service: 'unknown-hash' });
  expect(verdictWords(alone).text).toContain(said);
  const same = verification({ kind: 'same', by: ['sha256'], service: 'unknown-hash' });
  expect(verdictWords(same).text).toContain(said);
  const lines = verificationText({ ...alone, comparisons: [unchecked] }, '2026-05-03T12:05:00Z').split('\n');
  expect(lines).toContain('Data hash: can’t be checked here');
  expect(outcomeLabel(unchecked)).toBe('Can’t be checked');
});

test('of several receipts it is said that none fits', () => {
  expect(verdictWords(verification({ kind: 'different' }, { receipts: 3 })).text).toContain('None of the 3 receipts');
});

test('the service’s word is told apart: the same, another, none yet', () => {
  const record = { id: 'the-id' } as const;
  const rest = { userId: null, tokenDetailsId: null, extrinsicIndex: null, amountData: null, fees: null } as const;
  const chain = { toAddress: null, blockHash: null, dataHash: null, txHash: null, createdAt: null } as const;
  const word = {
    record: { ...record, ...rest, ...chain, phase: 'pending', error: null, extra: {} },
    accountName: 'Work',
    of: 'file',
  } as const;
  expect(serviceWords({ ...word, comparison: matching }).tone).toBe('good');
  expect(serviceWords({ ...word, comparison: differing }).tone).toBe('bad');
  const unchecked = { ...differing, witness: 'service', what: 'data-hash', same: null } as const;
  expect(serviceWords({ ...word, comparison: unchecked })).toMatchObject({
    tone: 'open',
    text: expect.stringContaining('kind of hash can’t be checked here'),
  });
  expect(serviceWords({ ...word, comparison: null }).tone).toBe('open');
  expect(serviceWords({ ...word, of: 'manifest', comparison: matching }).text).toContain(
    'the manifest, which is what was sent',
  );
});

test('the text for a ticket has both values under each other, and a name cannot add a line of its own', () => {
  const named = verification({ kind: 'different' }, { comparisons: [matching, differing] });
  const forged = { ...named, file: { ...named.file, name: 'a\nKeccak-256: the same\u202e.txt' } };
  const lines = verificationText(forged, '2026-05-03T12:05:00Z').split('\n');
  expect(lines).toContain('File: a Keccak-256: the same\ufffd.txt');
  expect(lines.filter((line) => line.startsWith('Keccak-256: the same'))).toHaveLength(1);
  expect(lines).toContain('SHA-256: DIFFERENT');
  expect(lines).toContain(`  Dropslip, when it submitted: ${other}`);
  expect(lines).toContain(`  This file: ${hash}`);
  expect(lines.find((line) => line.startsWith('Compared:'))).toContain('2026-05-03 12:05:00 UTC');
});

test('every compared value has a name, and so has who says it', () => {
  expect(comparisonLabel({ ...differing, what: 'size' })).toBe('Size in bytes');
  expect(comparisonLabel({ ...differing, what: 'data-hash' })).toBe('Data hash');
  expect(witnessLabel(differing, 'receipt')).toBe('The receipt');
  expect(witnessLabel(matching, 'receipt')).toBe('The service’s record');
});

const shut = { kind: 'different' } as const;

test('of an encrypted file it is not said to be another before it is opened, and then it is said that it was', () => {
  expect(verdictWords(verification(shut, { inside: 'closed' })).tone).toBe('open');
  const same = { kind: 'same', by: ['sha256'], service: 'agrees' } as const;
  expect(verdictWords(verification(same, { inside: 'opened' }))).toMatchObject({
    ...{ tone: 'good', title: 'It opens, and contains the file that was submitted' },
  });
  expect(verdictWords(verification(shut, { inside: 'opened' }))).toMatchObject({
    ...{ tone: 'bad', title: 'It opens, but does not contain the file that was submitted' },
  });
});
