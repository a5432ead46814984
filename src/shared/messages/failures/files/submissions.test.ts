import { expect, test } from 'vitest';
import { fileProblemCodes } from '../../../failures/submission-failures.ts';
import { failureMessage } from '../failure-message.ts';
import { submissionsMessages } from './submissions.ts';

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
