import { expect, test } from 'vitest';
import type { FolderVerification } from '../../../shared/bridge/receipts.ts';
import type { FolderVerdict, SomePaths } from '../../../shared/submissions/verification.ts';
import { folderWords, pathLists } from './folder-words.ts';

const none: SomePaths = { count: 0, first: [] };
const paths = (...first: readonly string[]): SomePaths => ({ count: first.length, first });
const whole = { by: 'files', kind: 'same', changed: none, missing: none, added: none } as const;

function folder(verdict: FolderVerdict, changes: Partial<FolderVerification> = {}): FolderVerification {
  const against = { kind: 'kept', submissionId: 'the-id', name: 'Photos', record: null } as const;
  return { kind: 'folder', folder: { name: 'Photos', files: 3, bytes: 9 }, against, verdict, receipts: 1, ...changes };
}

test('a folder looks good when all that was submitted is there, and only then', () => {
  const tones = [
    folder(whole),
    folder({ ...whole, kind: 'more', added: paths('new') }),
    folder({ ...whole, kind: 'different', missing: paths('a') }),
    folder({ by: 'list', kind: 'same' }),
    folder({ by: 'list', kind: 'different' }),
  ].map((one) => folderWords(one));
  expect(tones.map(({ tone }) => tone)).toEqual(['good', 'good', 'bad', 'good', 'bad']);
  for (const { title, text } of tones) {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(text).toMatch(/^[A-Z“].*\.$/);
  }
});

test('of a folder that has folders alone no files are counted', () => {
  const { text } = folderWords(folder(whole, { folder: { name: 'Empty', files: 0, bytes: 0 } }));
  expect(text).toBe('It has only folders, all as they were, by name. Hidden files are ignored.');
});

test('the first few are named in the sentence, the others counted, and a name cannot change what it says', () => {
  const changed = { count: 120, first: ['a\u202etxt.exe', 'b', 'c', 'd'] };
  const { text } = folderWords(folder({ ...whole, kind: 'different', changed, missing: paths('x') }));
  expect(text).toBe(
    '“a\ufffdtxt.exe”, “b”, “c”, and 117 more have different contents. “x” is missing. Everything else is unchanged.',
  );
});

test('all that were told are listed by what they are, and what was not told is counted', () => {
  const one = folder({ ...whole, kind: 'different', changed: { count: 5, first: ['a', 'b'] }, added: paths('n') });
  expect(pathLists(one)).toEqual([
    { label: 'Changed: 5', paths: ['a', 'b'], more: 3 },
    { label: 'Not submitted: 1', paths: ['n'], more: 0 },
  ]);
  expect(pathLists(folder({ by: 'list', kind: 'different' }))).toEqual([]);
});
