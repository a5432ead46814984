import { expect, test } from 'vitest';
import { inWords } from './list-actions.ts';

const pause = { label: 'Pause all' };
const cancel = { label: 'Cancel all' };
const clear = { label: 'Clear finished' };
const remove = { label: 'Remove unsubmitted' };

test('where all find room there is no menu', () => {
  expect(inWords([pause, cancel, clear, remove], 750)).toEqual({ shown: [pause, cancel, clear, remove], more: [] });
  expect(inWords([cancel, clear], 440)).toEqual({ shown: [cancel, clear], more: [] });
});

test('in a window of the usual size those that are wanted most are in sight', () => {
  expect(inWords([pause, cancel, clear, remove], 455)).toEqual({ shown: [pause, cancel], more: [clear, remove] });
});

test('in the smallest window stopping all is in sight', () => {
  expect(inWords([pause, cancel, clear], 332)).toEqual({ shown: [pause], more: [cancel, clear] });
});

test('where the filters count thousands, all of it is in the menu', () => {
  expect(inWords([pause, cancel], 290)).toEqual({ shown: [], more: [pause, cancel] });
});

test('nothing to be done is nothing to be shown', () => {
  expect(inWords([], 0)).toEqual({ shown: [], more: [] });
});
