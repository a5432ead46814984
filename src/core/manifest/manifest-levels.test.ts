import { expect, test } from 'vitest';
import { firstLevel, type Levels, type Manifest, MOST_LEVELS, nextLevel } from './index.ts';

const digests = { sha256: `0x${'a'.repeat(64)}`, blake2b256: `0x${'b'.repeat(64)}` };
const manifest = (kind: Manifest['kind'], ...submissionIds: string[]): Manifest => ({
  kind,
  name: null,
  size: submissionIds.length,
  ...digests,
  parts: submissionIds.map((submissionId, offset) => ({ offset, size: 1, ...digests, submissionId })),
  files: [],
  folders: [],
  encryption: null,
});

function follow(start: string, ...manifests: readonly Manifest[]): string | Levels {
  let levels = firstLevel(start);
  for (const one of manifests) {
    const next = nextLevel(levels, one);
    if (!next.ok) return next.error.detail ?? '';
    levels = next.value;
  }
  return levels;
}

test('four manifests may follow each other, and no more', () => {
  const three = ['b', 'c', 'd'].map((id) => manifest('manifest', id));
  expect(follow('a', ...three, manifest('file', 'e'))).toMatchObject({ depth: MOST_LEVELS });
  expect(follow('a', ...three, manifest('manifest', 'e'))).toBe('too many levels');
});

test('a manifest is not made of itself, nor of one that led to it', () => {
  expect(follow('a', manifest('file', 'b', 'a'))).toBe('it contains itself');
  expect(follow('a', manifest('manifest', 'b', 'c'), manifest('manifest', 'x', 'c'))).toBe('it contains itself');
});

test('parts of the same bytes may be one submission', () => {
  expect(follow('a', manifest('file', 'b', 'b', 'b'))).toMatchObject({ depth: 1 });
});
