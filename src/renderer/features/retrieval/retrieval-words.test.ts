import { expect, test } from 'vitest';
import type { Failure } from '../../../shared/failures/failure.ts';
import { needsNode } from './retrieval-words.ts';

test('a download that only a network node can give is told from other failures', () => {
  const differs = { what: 'whole', name: null, part: null, parts: null, from: 'service' } as const;
  const failed = (reason: Failure) => needsNode({ kind: 'failed', reason });
  expect(failed({ code: 'bytes-gone' })).toBe(true);
  expect(failed({ code: 'bytes-not-offered' })).toBe(true);
  expect(failed({ code: 'bytes-differ', values: { ...differs, network: 'not-set' } })).toBe(true);
  expect(failed({ code: 'bytes-differ', values: { ...differs, network: 'asked' } })).toBe(false);
  expect(failed({ code: 'no-downloads-folder' })).toBe(false);
});
