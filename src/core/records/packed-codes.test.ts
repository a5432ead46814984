import { expect, test } from 'vitest';
import { PackedCodes } from './packed-codes.ts';

test('only new and moved rows are packed again, and a changed row is found by its new digits only', () => {
  const packed: string[] = [];
  const codes = new PackedCodes(({ hash }: { readonly hash: string }) => {
    packed.push(hash);
    return ['', hash, '', ''];
  });
  const [one, two] = [{ hash: '12'.repeat(32) }, { hash: '34'.repeat(32) }];
  expect(codes.having('1212', [one, two])).toEqual([one]);
  const [changed, added] = [{ hash: '5678' }, { hash: 'abcd' }];
  expect(codes.having('2121', [one, changed, added])).toEqual([one]);
  expect(codes.having('3434', [one, changed, added])).toEqual([]);
  expect(codes.having('5678', [one, changed, added])).toEqual([changed]);
  expect(packed).toEqual([one.hash, two.hash, changed.hash, added.hash]);
});
