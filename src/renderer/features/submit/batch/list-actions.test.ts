import { expect, test } from 'vitest';
import { inWords } from './list-actions.ts';

const [pause, cancel, clear] = ['Pause all', 'Cancel all', 'Clear finished'].map((label) => {
  return { label, isShort: label === 'Pause all' };
});
const all = [pause, cancel, clear].filter((entry) => entry !== undefined);

test('where all find room there is no menu', () => {
  expect(inWords(all, 750)).toEqual({ shown: all, more: [] });
  expect(inWords(all.slice(1), 540)).toEqual({ shown: all.slice(1), more: [] });
});

test('in a window of the usual size the two that are wanted most are in sight', () => {
  expect(inWords(all, 540)).toEqual({ shown: [pause, cancel], more: [clear] });
});

test('in the smallest window stopping all is in sight, and what has more letters is in the menu', () => {
  expect(inWords(all, 320)).toEqual({ shown: [pause], more: [cancel, clear] });
  expect(inWords(all.slice(1), 320)).toEqual({ shown: [], more: [cancel, clear] });
});

test('where the filters count thousands, all of it is in the menu', () => {
  expect(inWords(all, 290)).toEqual({ shown: [], more: all });
});

test('nothing to be done is nothing to be shown', () => {
  expect(inWords([], 320)).toEqual({ shown: [], more: [] });
});
