import { expect, test } from 'vitest';
import { fileKind } from './FileIcon.tsx';

test('the kind is told by the extension in any letter case', () => {
  expect(fileKind('Holiday.JPG')).toBe('image');
  expect(fileKind('backup.tar.gz')).toBe('archive');
});

test('a name without a known extension is of no particular kind', () => {
  expect(fileKind('README')).toBe('other');
  expect(fileKind('.png')).toBe('other');
  expect(fileKind('strange.constructor')).toBe('other');
});
