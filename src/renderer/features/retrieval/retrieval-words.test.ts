import { expect, test } from 'vitest';
import { retrievalWords } from './retrieval-words.ts';

const asked = (why: 'nothing-known' | 'other-hash'): string =>
  retrievalWords({ kind: 'needs-yes', size: 2_048, why }, 0);

test('who is asked about bytes that nothing is known of is told that', () => {
  expect(asked('nothing-known')).toContain('neither a receipt nor a hash of it is known');
});

test('who is asked about bytes that the record’s hash does not fit is told both reasons that there can be', () => {
  expect(asked('other-hash')).toContain('a hash of other bytes');
  expect(asked('other-hash')).toContain('Either the service changed them, or it keeps them encrypted');
});

test('of what came from the network in part, that is said', () => {
  const saved = { kind: 'saved', fileName: 'photo.jpg', files: null, size: 1, proof: 'file', source: 'both' } as const;
  const words = retrievalWords({ ...saved, wasEncrypted: false, renamed: 0, at: '2026-01-01T00:00:00Z' }, 0);
  expect(words).toContain('part of it from the network');
});
