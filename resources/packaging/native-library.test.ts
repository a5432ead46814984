import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { libraryTarget, misfit } from './native-library.ts';

/** A file of 256 bytes that has `bytes` at an offset, and nothing else. */
function file(...parts: readonly (readonly [offset: number, bytes: readonly number[]])[]): Buffer {
  const made = Buffer.alloc(256);
  for (const [offset, bytes] of parts) made.set(bytes, offset);
  return made;
}

const elf = (machine: number): Buffer => file([0, [0x7f, 0x45, 0x4c, 0x46, 2, 1]], [18, [machine, 0]]);
const machO = (type: number): Buffer => file([0, [0xcf, 0xfa, 0xed, 0xfe]], [4, [type, 0, 0, 1]]);
const pe = (low: number, high: number): Buffer =>
  file([0, [0x4d, 0x5a]], [0x3c, [0x80]], [0x80, [0x50, 0x45, 0, 0, low, high]]);

const libraries = {
  'ELF for x64': elf(0x3e),
  'ELF for arm64': elf(0xb7),
  'Mach-O for x64': machO(7),
  'Mach-O for arm64': machO(12),
  'Mach-O for x64 and arm64': file([0, [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]], [8, [1, 0, 0, 7]], [28, [1, 0, 0, 12]]),
  'PE for x64': pe(0x64, 0x86),
  'PE for arm64': pe(0x64, 0xaa),
};

describe.each([
  ['linux', 'x64', ['ELF for x64']],
  ['linux', 'arm64', ['ELF for arm64']],
  ['darwin', 'x64', ['Mach-O for x64', 'Mach-O for x64 and arm64']],
  ['darwin', 'arm64', ['Mach-O for arm64', 'Mach-O for x64 and arm64']],
  ['darwin', 'universal', ['Mach-O for x64 and arm64']],
  ['win32', 'x64', ['PE for x64']],
  ['win32', 'arm64', ['PE for arm64']],
])('packed for %s on %s', (platform, architecture, fitting) => {
  test.each(Object.entries(libraries))('a library that is %s fits where it should', (is, bytes) => {
    const wrong = misfit(bytes, platform, architecture);
    if (fitting.includes(is)) expect(wrong).toBeNull();
    else expect(wrong).toContain(`is ${is}, and `);
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('#!/bin/sh\n'.repeat(20))],
  ['a program of DOS, whose header points outside of it', file([0, [0x4d, 0x5a]], [0x3c, [0xff, 0xff, 0xff, 0x7f]])],
  ['a fat header that promises more than there is', file([0, [0xca, 0xfe, 0xba, 0xbe, 0xff, 0xff, 0xff, 0xff]])],
])('%s fits nowhere', (_what, bytes) => {
  expect(misfit(bytes, 'linux', 'x64')).toContain('ELF for x64 is wanted');
  expect(misfit(bytes, 'darwin', 'x64')).toContain('Mach-O for x64 is wanted');
});

test('the library of this very system is told from its own file', () => {
  const folder = join(createRequire(import.meta.url).resolve('keytar'), '../../build/Release');
  const target = libraryTarget(readFileSync(join(folder, 'keytar.node')));
  expect(target?.architectures).toContain(process.arch);
  expect(misfit(readFileSync(join(folder, 'keytar.node')), process.platform, process.arch)).toBeNull();
});
