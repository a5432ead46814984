import { expect, test } from 'vitest';
import type { Failure } from '../../../shared/failures/failure.ts';
import { needsNode, retrievalTone, retrievalWords } from './retrieval-words.ts';

const asked = (why: 'nothing-known' | 'other-hash'): string =>
  retrievalWords({ kind: 'needs-yes', size: 2_048, why }, 0);

test('who is asked about bytes that nothing is known of is told that', () => {
  expect(asked('nothing-known')).toContain('neither a receipt nor a hash of it is known');
});

test('who is asked about bytes that the record’s hash does not fit is told both reasons that there can be', () => {
  expect(asked('other-hash')).toContain('a different hash');
  expect(asked('other-hash')).toContain('The service changed or encrypted the contents');
});

const saved = {
  kind: 'saved',
  fileName: 'photo.jpg',
  files: null,
  size: 1,
  proof: 'record',
  source: 'both',
  serviceGaveOther: false,
  wasEncrypted: false,
  renamed: 0,
  at: '2026-01-01T00:00:00Z',
} as const;

test('of what came from the network in part, that is said', () => {
  expect(retrievalWords(saved, 0)).toContain('part of it from the network');
});

test('of what the service gave otherwise it is said that it may be the file encrypted, and what to do then', () => {
  const words = retrievalWords({ ...saved, source: 'network', serviceGaveOther: true }, 0);
  expect(words).toContain('The service gave different contents, so this may be the file as the service encrypted it.');
  expect(words).toContain('remove the account’s node');
  expect(retrievalTone({ ...saved, serviceGaveOther: true })).toBe('warn');
});

test('a download that only a network node can give is told from other failures', () => {
  const differs = { what: 'whole', name: null, part: null, parts: null, from: 'service' } as const;
  const failed = (reason: Failure) => needsNode({ kind: 'failed', reason });
  expect(failed({ code: 'bytes-gone' })).toBe(true);
  expect(failed({ code: 'bytes-not-offered' })).toBe(true);
  expect(failed({ code: 'bytes-differ', values: { ...differs, network: 'not-set' } })).toBe(true);
  expect(failed({ code: 'bytes-differ', values: { ...differs, network: 'asked' } })).toBe(false);
  expect(failed({ code: 'no-downloads-folder' })).toBe(false);
  expect(needsNode({ kind: 'cancelled' })).toBe(false);
});

test('bytes that the service does not have are said to be asked for again at some time', () => {
  const wait = { kind: 'waiting', why: 'no-bytes', until: '2026-01-01T00:00:00Z', progress: null } as const;
  expect(retrievalWords(wait, Date.parse('2026-01-01T00:00:00Z'))).toContain('Tries again at ');
});
