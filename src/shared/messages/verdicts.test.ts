import { expect, test } from 'vitest';
import type { FileVerification, Verdict } from '../bridge/receipts.ts';
import { verdictWords } from './verdicts.ts';

const hash = `0x${'ab'.repeat(32)}`;
const digests = { keccak256: hash, blake2b256: hash, sha256: hash };
function verification(verdict: Verdict, changes: Partial<FileVerification> = {}): FileVerification {
  return {
    kind: 'file',
    file: { name: 'letter.txt', size: 12, ...digests },
    against: { kind: 'kept', submissionId: 'the-id', name: 'letter.txt', record: null },
    verdict,
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
  [{ kind: 'cannot-say', service: 'not-yet' }, 'open'],
  [{ kind: 'cannot-say', service: 'unknown-hash' }, 'open'],
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

test('a hash of an unknown kind is called unknown, not the hash of another file', () => {
  const said = 'kind of hash can’t be checked here';
  const alone = verification({ kind: 'cannot-say', service: 'unknown-hash' });
  expect(verdictWords(alone).text).toContain(said);
  const same = verification({ kind: 'same', by: ['sha256'], service: 'unknown-hash' });
  expect(verdictWords(same).text).toContain(said);
});

test('of several receipts it is said that none fits', () => {
  expect(verdictWords(verification({ kind: 'different' }, { receipts: 3 })).text).toContain('None of the 3 receipts');
});
