import { expect, test } from 'vitest';
import { actionLabels, inWords } from './list-actions.ts';

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

test('while something is searched for, each action says how many of what was found it is about', () => {
  const counts = { pause: 3, resume: 1, cancel: 2, clear: 1, remove: 1_200, save: 1 };
  expect(actionLabels(counts, true)).toEqual({
    pause: 'Pause 3 files',
    resume: 'Resume 1 file',
    cancel: 'Cancel 2 files',
    clear: 'Clear 1 finished',
    remove: 'Remove 1,200 unsubmitted',
    save: 'Save 1 receipt',
  });
  expect(actionLabels({ ...counts, save: 12 }, true).save).toBe('Save 12 receipts');
  expect(Object.values(actionLabels(counts, false))).not.toContainEqual(expect.stringMatching(/\d/));
});
