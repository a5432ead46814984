import { expect, test } from 'vitest';
import type { Failure } from '../../../failures/failure.ts';
import { failureMessage } from '../failure-message.ts';
import { manifestMessages } from './manifest.ts';

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
