import { expect, test } from 'vitest';
import { line, median } from './line.ts';

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([9, 1, 3, 5])).toBe(4);
  expect(median([9, 1, 5])).toBe(5);
});

test('a median of nothing is refused', () => {
  expect(() => median([])).toThrow();
});

test('a target that is just missed is shown as missed, whatever the rounding of its value', () => {
  expect(line('a', '×', [0.899999], { atLeast: 0.9 })).toMatchObject({ value: 0.9, target: '≥ 0.9', met: false });
  expect(line('a', 'ms', [100], { atMost: 100 })).toMatchObject({ met: true });
  expect(line('a', 'ms', [1])).toMatchObject({ target: null, met: null });
});
