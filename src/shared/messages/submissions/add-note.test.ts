import { expect, test } from 'vitest';
import type { AddNote } from '../../bridge/submissions.ts';
import { addNoteWords, leftOutWords } from './add-note.ts';

test.each<[AddNote, string]>([
  [{ kind: 'nowhere' }, 'That is not a file on this computer. Save it to a folder, then drop it from there.'],
  [
    { kind: 'own-folder' },
    'Dropslip’s own folder was left out. To submit a file from it, copy the file to another folder and drop it from there.',
  ],
  [{ kind: 'empty-folder', folder: 'trip' }, '“trip” has no files in it, so there is nothing to submit.'],
  [
    { kind: 'unreadable-folder', folder: 'trip/day one' },
    '“trip/day one” could not be opened. Check that it is still there and that you have permission to read it, then add it again.',
  ],
  [
    { kind: 'endless-folder', folder: 'trip' },
    '“trip” has more files than Dropslip allows, so none were added. Add them in several folders.',
  ],
  [
    { kind: 'rest-of-folder', folder: 'trip' },
    '“trip” has more files and folders than Dropslip allows, so not all were added. Add the rest in several folders.',
  ],
])('$0.kind is said to the letter', (note, words) => {
  expect(addNoteWords(note)).toBe(words);
});

test.each([
  [1, 0, '1 hidden file was left out.'],
  [3, 0, '3 hidden files were left out.'],
  [0, 1, '1 hidden folder was left out.'],
  [2, 1, '2 hidden files and 1 hidden folder were left out.'],
])('%i hidden files and %i hidden folders are counted apart', (files, folders, words) => {
  expect(leftOutWords({ id: 1, files, folders })).toBe(words);
});
