import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { fileProblemCodes } from '../../failures/failure-codes.ts';
import { failureMessage } from './failure-message.ts';
import { manifestMessages, submissionsMessages } from './files.ts';

const alone = Object.entries(submissionsMessages).flatMap(([code, message]) =>
  typeof message === 'string' ? [[code, message] as const] : [],
);

test.each(alone)('%s is said in whole sentences', (_code, message) => {
  expect(message).toMatch(/^[A-Z].*[^.]\.$/);
});

test.each(fileProblemCodes)(
  'of files of a folder of which the first has the trouble %s, it is said what to do',
  (why) => {
    const said = (more: number): string =>
      failureMessage({ code: 'folder-files', values: { path: 'a/b.txt', more, why } });
    expect(said(0)).toMatch(/^“a\/b\.txt” [a-z].*[^.]\. Continue without it, or try again\.$/);
    expect(said(3)).toMatch(/^“a\/b\.txt” and 3 more [a-z].*[^.]\. Continue without them, or try again\.$/);
  },
);

test('how much is too much for one folder is said in figures', () => {
  expect(failureMessage({ code: 'folder-too-full', values: { most: 200_000 } })).toContain('more than 200,000 files');
});

const path = 'a\u202egpj.exe';
const askAgain = 'Nothing was saved. Ask the sender for another copy.';

test.each(Object.entries(manifestMessages))('%s is said in whole sentences', (_code, message) => {
  if (typeof message === 'string') expect(message).toMatch(/^[A-Z].*[^.]\.$/);
});

test.each<[Failure, string]>([
  [{ code: 'manifest-too-large', values: { most: 1000 } }, 'The manifest is too large (more than 1000 bytes).'],
  [{ code: 'manifest-too-long', values: { most: 1000 } }, 'The manifest names more than 1000 parts or files.'],
  [{ code: 'manifest-slices', values: { what: 'parts', why: 'gap' } }, 'The parts in the manifest have a gap.'],
  [{ code: 'manifest-slices', values: { what: 'files', why: 'overlap' } }, 'Two of the files in the manifest overlap.'],
  [
    { code: 'manifest-slices', values: { what: 'parts', why: 'short' } },
    'The parts in the manifest are smaller than the whole.',
  ],
  [
    { code: 'manifest-slices', values: { what: 'parts', why: 'beyond' } },
    'The parts in the manifest are larger than the whole.',
  ],
  [
    { code: 'manifest-path', values: { path, why: 'nul' } },
    'The manifest has a name that no system allows: “a\ufffdgpj.exe”.',
  ],
  [
    { code: 'manifest-path', values: { path: '../x', why: 'dots' } },
    'The manifest names a place outside its own folder: “../x”.',
  ],
  [
    { code: 'manifest-path', values: { path: '', why: 'empty-name' } },
    'The manifest has a file or folder without a name.',
  ],
  [{ code: 'manifest-path-twice', values: { path } }, 'Two files in the manifest are both called “a\ufffdgpj.exe”.'],
  [
    { code: 'manifest-path-within', values: { path: 'a/b' } },
    '“a/b” is inside something that the manifest lists as a file or an empty folder.',
  ],
  [{ code: 'manifest-endless', values: { why: 'circle' } }, 'The manifest contains itself.'],
  [{ code: 'manifest-endless', values: { why: 'deep' } }, 'The manifest leads to other manifests without end.'],
])('%j', (failure, sentence) => {
  expect(failureMessage(failure)).toBe(`${sentence} ${askAgain}`);
});
