import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notesIfAny, notesOf } from './changelog.ts';

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

### Added
- A tray.

## [0.1.0] - 2026-11-26

### Added
- Everything.

[0.2.0]: https://example.test/v0.2.0
`;

test('the notes of a version are its section, up to the next one or the addresses at the end', () => {
  expect(notesOf(changelog, '0.2.0')).toBe('### Added\n- A tray.\n');
  expect(notesOf(changelog, '0.1.0')).toBe('### Added\n- Everything.\n');
});

test('lines that end as on Windows are read as all others', () => {
  const here = changelog.replaceAll('\n', '\r\n');
  expect(notesOf(here, '0.2.0')).toBe('### Added\n- A tray.\n');
  expect(notesOf(here, '0.1.0')).toBe('### Added\n- Everything.\n');
});

test('every system has the same bytes of every file: Git writes no line’s end of its own', () => {
  const attributes = readFileSync(join(import.meta.dirname, '..', '..', '.gitattributes'), 'utf8');
  expect(attributes).toMatch(/^\* text=auto eol=lf$/m);
});

test('a version of which the changelog says nothing has no notes', () => {
  expect(() => notesOf(changelog, '0.2')).toThrow('nothing of 0.2');
  expect(() => notesOf(changelog, 'Unreleased')).toThrow('nothing of Unreleased');
});

test('a feed tells what its version’s section says, and nothing between releases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-changelog-'));
  expect(notesIfAny(folder, '0.2.0')).toBeNull();
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  expect(notesIfAny(folder, '0.2.0')).toBe('### Added\n- A tray.\n');
  expect(notesIfAny(folder, '0.3.0')).toBeNull();
  rmSync(folder, { recursive: true });
});

test('a version that has no day yet is not released', () => {
  const soon = changelog.replace('- 2026-12-01', '- Unreleased');
  expect(() => notesOf(soon, '0.2.0')).toThrow('no day for 0.2.0');
});
