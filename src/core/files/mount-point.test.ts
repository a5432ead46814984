import { expect, test } from 'vitest';
import { deepestOf } from './hanging-folders.ts';

test('a path lies on the deepest mount above it, and the root is no drive of its own', () => {
  const mounts = ['/', '/mnt', '/mnt/nas', '/mnt/nas2'];
  expect(deepestOf(mounts, '/mnt/nas/a/file')).toBe('/mnt/nas');
  expect(deepestOf(mounts, '/mnt/near')).toBe('/mnt');
  expect(deepestOf(mounts, '/srv/file')).toBe(null);
});
