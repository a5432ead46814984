import { expect, test } from 'vitest';
import type { SubmissionHash } from '../journal/earlier-submissions.ts';
import { UsualHashes } from './confirmation.ts';

const named = (submissionId: string, createdAt: number, kind: 'known' | 'unknown'): SubmissionHash => ({
  submissionId,
  createdAt,
  dataHash: kind === 'known' ? `blake of ${submissionId}` : 'of bytes that nobody has',
  keccak256: `keccak of ${submissionId}`,
  blake2b256: `blake of ${submissionId}`,
});

/** Of hashes that came in these looks, in the order of time, those that are unlike the others as each look ends. */
function unlike(looks: readonly (readonly ('known' | 'unknown')[])[], kept: readonly SubmissionHash[] = []): string[] {
  const usual = new UsualHashes(() => kept);
  let at = 100;
  return looks.flatMap((kinds) => {
    const hashes = kinds.map((kind) => {
      at += 1;
      return { ...named(`s${at}`, at, kind), kind };
    });
    usual.note('a', hashes);
    return hashes.flatMap((hash) =>
      hash.kind === 'unknown' && usual.isUnlikeOthers('a', hash) ? [hash.submissionId] : [],
    );
  });
}

test('one that does not fit amid others that do is unlike them', () => {
  expect(unlike([['known', 'unknown', 'known']])).toEqual(['s102']);
  expect(unlike([['known', 'unknown', 'known', 'known', 'unknown']])).toEqual(['s102', 's105']);
});

test('where none fits none is unlike the others', () => {
  expect(unlike([['unknown'], ['unknown', 'unknown']])).toEqual([]);
});

test('of a service that begins to encrypt only the first is unlike the others, while it is alone', () => {
  expect(unlike([['known', 'known'], ['unknown'], ['unknown'], ['unknown', 'unknown']])).toEqual(['s103']);
  expect(unlike([['known'], ['unknown', 'unknown', 'unknown']])).toEqual([]);
});

test('what earlier runs saw counts', () => {
  expect(unlike([['unknown']], [named('before', 1, 'known')])).toEqual(['s101']);
  expect(unlike([['unknown']], [named('before', 1, 'known'), named('since', 2, 'unknown')])).toEqual([]);
});

test('what another service gave says nothing of this one', () => {
  const usual = new UsualHashes(() => [named('before', 1, 'known')]);
  usual.note('a', []);
  usual.moved('a');
  const hash = named('here', 2, 'unknown');
  usual.note('a', [hash]);
  expect(usual.isUnlikeOthers('a', hash)).toBe(false);
});

test('the kind of hash is that of the latest of own bytes, of earlier runs too, and forgotten with the service', () => {
  const keccak = (at: number): SubmissionHash => ({ ...named(`k${at}`, at, 'known'), dataHash: `keccak of k${at}` });
  const usual = new UsualHashes((accountId) => (accountId === 'a' ? [named('before', 10, 'known')] : []));
  expect(usual.knownKind('a')).toBe('blake2b256');
  expect(usual.knownKind('b')).toBeNull();
  usual.note('a', [keccak(5), named('later', 12, 'unknown')]);
  expect(usual.knownKind('a')).toBe('blake2b256');
  usual.note('a', [keccak(11)]);
  expect(usual.knownKind('a')).toBe('keccak256');
  usual.moved('a');
  expect(usual.knownKind('a')).toBeNull();
});
