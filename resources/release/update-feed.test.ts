import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { mergedFeed } from './update-feed.ts';

const feedOf = (arch: string, version = '0.2.0'): string => `version: ${version}
files:
  - url: Dropslip-${version}-mac-${arch}.zip
    sha512: ${arch}==
    size: 7
path: Dropslip-${version}-mac-${arch}.zip
sha512: ${arch}==
releaseDate: '2026-11-26T05:00:00.000Z'
`;

test('the feeds of two macOS builds become one that has the files of both', () => {
  const merged = load(mergedFeed([feedOf('x64'), feedOf('arm64')]));
  expect(merged).toEqual({
    version: '0.2.0',
    files: [
      { url: 'Dropslip-0.2.0-mac-x64.zip', sha512: 'x64==', size: 7 },
      { url: 'Dropslip-0.2.0-mac-arm64.zip', sha512: 'arm64==', size: 7 },
    ],
    path: 'Dropslip-0.2.0-mac-x64.zip',
    sha512: 'x64==',
    releaseDate: '2026-11-26T05:00:00.000Z',
  });
});

test('feeds of different versions, or of the same file twice, make none', () => {
  expect(() => mergedFeed([feedOf('x64'), feedOf('arm64', '0.2.1')])).toThrow('0.2.0, 0.2.1');
  expect(() => mergedFeed([feedOf('x64'), feedOf('x64')])).toThrow('one name');
  expect(() => mergedFeed([])).toThrow('no feed');
});
