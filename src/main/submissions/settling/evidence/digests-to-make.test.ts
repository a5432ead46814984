import { describe, expect, test } from 'vitest';
import { submission } from '../../journal/submission.fixture.ts';
import { DigestsToMakeOf } from './digests-to-make.ts';
import type { HashKind } from './hash-kinds.ts';

const whole = submission(1, 500, { kind: 'waiting' });
const divided = { ...whole, partSize: 100 };
const part = { ...whole, partOf: { row: 1, level: 0, offset: 0 } };
const kinds: readonly (HashKind | null)[] = ['blake2b256', 'keccak256', 'unknown', null];
const toMake = (kind: HashKind | null): DigestsToMakeOf => new DigestsToMakeOf({ latestKind: () => kind });

describe('Keccak-256 is made', () => {
  test.each(kinds)('of what goes whole, whatever the service gave last: %s', (kind) => {
    expect(toMake(kind).ofRow(whole)).toBe('all');
    expect(toMake(kind).ofRow(divided)).toBe('no-keccak');
  });

  test.each(kinds)('of parts unless the service is known to give BLAKE2b-256: %s', (kind) => {
    expect(toMake(kind).ofParts(part)).toBe(kind === 'blake2b256' ? 'no-keccak' : 'all');
  });
});

describe('before it is sent, is to be read', () => {
  const digests = { keccak256: '0xk', blake2b256: '0xb' };

  test('what nobody has read', () => {
    for (const one of [whole, divided, part]) expect(toMake('blake2b256').isUnread(one)).toBe(true);
  });

  test('what was read for going in parts, and goes whole', () => {
    const read = { ...digests, keccak256: null };
    expect(toMake('blake2b256').isUnread({ ...divided, ...read })).toBe(false);
    expect(toMake('blake2b256').isUnread({ ...whole, ...read })).toBe(true);
    expect(toMake('blake2b256').isUnread({ ...whole, ...digests })).toBe(false);
  });

  test('a part without Keccak-256 whose service gives that by now', () => {
    const read = { ...part, ...digests, keccak256: null };
    expect(toMake('blake2b256').isUnread(read)).toBe(false);
    expect(toMake('keccak256').isUnread(read)).toBe(true);
    expect(toMake('keccak256').isUnread({ ...part, ...digests })).toBe(false);
  });
});
