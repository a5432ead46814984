import { expect, test } from 'vitest';
import { areAllShown, arrivalWords, arrivedSince, newestOf } from './arrivals.ts';

test('what came since is told by its number, wherever it stands in the list', () => {
  const before = [7, 8, 3, 4];
  expect(newestOf(before)).toBe(8);
  expect(arrivedSince([9, 10, 7, 8, 3, 4], 8)).toEqual([9, 10]);
});

test('what is put back into the list has not come just now', () => {
  expect(arrivedSince([7, 8, 3, 4], newestOf([7, 8]))).toEqual([]);
});

test('before the first file there is none', () => {
  expect(newestOf([])).toBe(0);
});

test('all that came is in sight only where the list shows each of them', () => {
  expect(areAllShown([9, 10], [9, 10, 7])).toBe(true);
  expect(areAllShown([9, 10], [9, 7])).toBe(false);
  expect(areAllShown([9, 10], [])).toBe(false);
  expect(areAllShown([], [])).toBe(true);
});

test('how many came is said in words', () => {
  expect(arrivalWords(1)).toBe('1 new file');
  expect(arrivalWords(1450)).toBe('1,450 new files');
});
