import { expect, test } from 'vitest';
import type { Failure } from '../../../shared/failures/failure.ts';
import { needsNode, retrievalWords } from './retrieval-words.ts';

const asked = (why: 'nothing-known' | 'other-hash'): string =>
  retrievalWords({ kind: 'needs-yes', size: 2_048, why }, 0);

test('the question about bytes that nothing proves says why', () => {
  expect(asked('nothing-known')).toContain('neither a receipt nor a hash of it is known');
});

test('the question about bytes that do not fit the record names both reasons', () => {
  expect(asked('other-hash')).toContain('a different hash');
  expect(asked('other-hash')).toContain('The service changed or encrypted the contents');
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
