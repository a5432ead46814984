import { expect, test } from 'vitest';
import { submission } from '../journal/submission.fixture.ts';
import { DigestsToMakeOf } from './digests-to-make.ts';

const MIB = 1024 * 1024;
const small = submission(1, MIB, { kind: 'waiting' });
const large = submission(1, MIB + 1, { kind: 'waiting' });
const divided = { ...large, partSize: 100 };
const part = { ...small, partOf: { row: 1, level: 0, offset: 0 } };
const kinds = ['keccak256', 'blake2b256', null] as const;
const toMake = (kind: (typeof kinds)[number]): DigestsToMakeOf => new DigestsToMakeOf({ knownKind: () => kind });

test.each(kinds)(
  'Keccak-256 is made of small files always, of large ones and of parts where a service gives it: %s',
  (kind) => {
    const byKind = kind === 'keccak256' ? 'all' : 'no-keccak';
    expect(toMake(kind).ofRow(small)).toBe('all');
    expect(toMake(kind).ofRow(large)).toBe(byKind);
    expect(toMake(kind).ofParts(part)).toBe(byKind);
  },
);

test.each(kinds)('and of no file that goes in parts: %s', (kind) => {
  expect(toMake(kind).ofRow(divided)).toBe('no-keccak');
});
