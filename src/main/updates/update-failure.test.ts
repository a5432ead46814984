import { expect, test } from 'vitest';
import { updateFailureOf } from './update-failure.ts';

function coded(code: string): Error {
  return Object.assign(new Error('…'), { code });
}

test.each([
  ['ENOSPC', 'no-room'],
  ['EDQUOT', 'no-room'],
  ['EACCES', 'not-writable'],
  ['EROFS', 'not-writable'],
  ['ERR_CHECKSUM_MISMATCH', 'not-intact'],
  ['ERR_UPDATER_INVALID_SIGNATURE', 'not-signed'],
] as const)('%s is told as %s, whatever was done', (code, told) => {
  for (const during of ['check', 'download', 'install'] as const)
    expect(updateFailureOf(coded(code), during)).toBe(told);
});

test('a name that is not found, a server that refuses and one that answers with an error are of the way', () => {
  expect(updateFailureOf(coded('ENOTFOUND'), 'check')).toBe('unreachable');
  expect(updateFailureOf(coded('CERT_HAS_EXPIRED'), 'download')).toBe('unreachable');
  expect(updateFailureOf(coded('HTTP_ERROR_503'), 'check')).toBe('unreachable');
  expect(updateFailureOf(new Error('Cannot download "x", status 503: Busy'), 'download')).toBe('unreachable');
});

test('what nobody knows is not called the way’s, but for an answer that cannot be read', () => {
  expect(updateFailureOf(new TypeError('x is no function'), 'download')).toBe('other');
  expect(updateFailureOf(new TypeError('Cannot read properties of null'), 'check')).toBe('unreadable');
  expect(updateFailureOf('?', 'install')).toBe('other');
  expect(updateFailureOf(coded('ENOENT'), 'install')).toBe('other');
});
