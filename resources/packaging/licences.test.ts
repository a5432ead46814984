import { describe, expect, test } from 'vitest';
import { packedLicences } from './licences.ts';

const mit = { name: 'one', version: '1.0.0', identifier: 'MIT', text: 'MIT License' };

describe('a build ends', () => {
  test.each(['GPL-3.0-only', 'LGPL-2.1', 'MIT AND AGPL-3.0-only', 'CC-BY-NC-4.0'])(
    'at the licence %s',
    (identifier) => {
      expect(() => packedLicences([mit, { ...mit, name: 'other', identifier }])).toThrow(
        `other 1.0.0 has the licence ${identifier}`,
      );
    },
  );

  test('at a package that names none', () => {
    expect(() => packedLicences([{ name: 'other', version: '2.0.0', text: 'All rights reserved' }])).toThrow(
      'other 2.0.0 names no licence',
    );
  });

  test('at a text that is missing, where another holder’s words would be needed', () => {
    expect(() => packedLicences([{ name: 'other', version: '2.0.0', identifier: 'Apache-2.0' }])).toThrow(
      'no text of it',
    );
  });
});

test.each(['0BSD', 'BSD-3-Clause', 'OFL-1.1', 'MIT AND ISC AND BSD-3-Clause', '(MIT OR GPL-3.0-or-later)'])(
  '%s may be shipped',
  (identifier) => {
    expect(packedLicences([{ ...mit, identifier }])).toEqual([
      { name: 'one', version: '1.0.0', licence: identifier, text: 'MIT License' },
    ]);
  },
);

test('they are sorted by name, then by version', () => {
  const named = (name: string, version: string) => ({ ...mit, name, version });
  const sorted = packedLicences([
    named('b', '1.0.0'),
    named('a', '2.0.0'),
    named('@z/a', '1.0.0'),
    named('a', '1.0.0'),
  ]);
  expect(sorted.map(({ name, version }) => `${name} ${version}`)).toEqual([
    '@z/a 1.0.0',
    'a 1.0.0',
    'a 2.0.0',
    'b 1.0.0',
  ]);
});

test('a package that names MIT and has no text of it is shown with that licence’s text', () => {
  const [packed] = packedLicences([{ name: 'bare', version: '1.0.0', identifier: 'MIT' }]);
  expect(packed?.text).toContain('Copyright (c) the authors of bare');
  expect(packed?.text).toContain('Permission is hereby granted, free of charge');
});

test('a package in the public domain by the Unlicense is shown with its words', () => {
  const [packed] = packedLicences([{ name: 'bare', version: '1.0.0', identifier: 'Unlicense' }]);
  expect(packed?.text).toMatch(/^This is free and unencumbered software/);
});
