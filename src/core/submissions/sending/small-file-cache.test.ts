import { expect, test } from 'vitest';
import { SmallFileCache } from './small-file-cache.ts';

const read = (bytes: Uint8Array) => ({ bytes, inode: 7n, ctimeNs: 1_000n });

test('contents are taken once', () => {
  const contents = new SmallFileCache();
  contents.put(1, read(new Uint8Array([7])));
  expect(contents.take(1)?.bytes).toEqual(new Uint8Array([7]));
  expect(contents.take(1)).toBeNull();
});

test('the last read content counts, also if it is too large to keep', () => {
  const contents = new SmallFileCache();
  contents.put(1, read(new Uint8Array([1])));
  contents.put(1, read(new Uint8Array([2])));
  expect(contents.take(1)?.bytes).toEqual(new Uint8Array([2]));
  contents.put(1, read(new Uint8Array([3])));
  contents.put(1, null);
  expect(contents.take(1)).toBeNull();
});

test('the oldest contents are dropped above the limit', () => {
  const contents = new SmallFileCache(10);
  for (const id of [1, 2, 3]) contents.put(id, read(new Uint8Array(4)));
  expect([1, 2, 3].map((id) => contents.take(id)?.bytes.length ?? null)).toEqual([null, 4, 4]);
});

test('a content that was read a second ago is no longer `justRead`', () => {
  let now = 5_000;
  const contents = new SmallFileCache(undefined, () => now);
  for (const id of [1, 2]) contents.put(id, read(new Uint8Array(1)));
  now += 999;
  expect(contents.take(1)?.justRead).toBe(true);
  now += 1;
  expect(contents.take(2)?.justRead).toBe(false);
});
